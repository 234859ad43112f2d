"""The page around a body: head, style for light, dark, narrow and paper, and a policy that lets nothing in from outside."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from dubious_ai.pages.markup import Html, join, tag

STYLE = """
:root { color-scheme: light dark; --ink: #22201c; --paper: #fdfbf7; --soft: #6b655b; --rule: #d9d2c5; --card: #f4efe6;
  --one: #a35200; --two: #8a2a86; --three: #1c6a8c; --four: #3c6e1f; --five: #8a1c2c; --six: #4a4a8a; --good: #2e6b1f; --bad: #a02020; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7dd; --paper: #191815; --soft: #a49c8e; --rule: #3b3832; --card: #24221e;
  --one: #f0a050; --two: #e28ade; --three: #6cc0e4; --four: #9ccb78; --five: #f08a96; --six: #a9a9ee; --good: #93cf82; --bad: #f08a8a; } }
* { box-sizing: border-box; }
html { font: 17px/1.55 Georgia, "Iowan Old Style", "Noto Serif", serif; color: var(--ink); background: var(--paper); overflow-wrap: break-word; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1rem 1rem 4rem; max-width: 62rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1rem 0 .3rem; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 2.6rem 0 .6rem; padding-top: .8rem; border-top: 2px solid var(--rule); }
h3 { font-size: 1.08rem; margin: 1.6rem 0 .4rem; }
p, ul, ol, blockquote, figure, details { margin: .5rem 0; }
ul, ol { padding-left: 1.3rem; }
a { color: var(--three); }
small, .soft, figcaption, caption { color: var(--soft); font-size: .86rem; }
blockquote { padding: .1rem 0 .1rem .8rem; border-left: 3px solid var(--rule); }
mark { background: none; color: inherit; font-weight: bold; border-bottom: 2px solid var(--one); }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 6px; padding: .6rem .9rem; margin: .7rem 0; break-inside: avoid; }
.grade { font: bold .78rem/1 system-ui, sans-serif; letter-spacing: .02em; white-space: nowrap; padding: .18rem .45rem; border: 1.5px solid currentColor; border-radius: 3px; }
.good { color: var(--good); } .bad { color: var(--bad); } .one { color: var(--one); } .two { color: var(--two); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: 0 1.6rem; }
.wide { overflow-x: auto; margin: .6rem 0; }
table { border-collapse: collapse; font-size: .9rem; }
caption { text-align: left; padding-bottom: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--rule); }
th { font-weight: normal; color: var(--soft); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
@media (max-width: 34rem) { html { font-size: 16px; } table { font-size: .8rem; } th, td { padding-right: .55rem; } }
figure { max-width: 34rem; }
svg { display: block; width: 100%; height: auto; font: 11px system-ui, sans-serif; }
svg text { fill: var(--soft); }
svg .grid { stroke: var(--rule); stroke-width: 1; }
svg .aim { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 1 4; stroke-linecap: round; }
svg .line { fill: none; stroke-width: 2.4; stroke-linejoin: round; stroke-linecap: round; }
svg .s0 { stroke: var(--one); } svg .s1 { stroke: var(--two); } svg .s2 { stroke: var(--three); }
svg .s3 { stroke: var(--four); } svg .s4 { stroke: var(--five); } svg .s5 { stroke: var(--six); }
svg .dot { fill: var(--paper); stroke-width: 2; }
.legend { font: .82rem/1.5 system-ui, sans-serif; margin: .2rem 0; }
.key { display: inline-block; margin-right: 1.1rem; } .key svg { display: inline-block; width: 30px; height: 12px; margin-right: .4rem; vertical-align: -1px; }
summary { cursor: pointer; color: var(--three); }
footer { margin-top: 3rem; padding-top: .6rem; border-top: 1px solid var(--rule); color: var(--soft); font-size: .86rem; }
@media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --soft: #444; --rule: #bbb; --card: #fff;
  --one: #a35200; --two: #8a2a86; --three: #1c6a8c; --four: #3c6e1f; --five: #8a1c2c; --six: #4a4a8a; --good: #2e6b1f; --bad: #a02020; }
  html { font-size: 11pt; } body { max-width: none; padding: 0; } h2, h3 { break-after: avoid; } .screen { display: none; } }
"""


def page(title: str, body: Html, *, script: str = "", style: str = "", language: str = "en") -> str:
    """A whole HTML document. `script` and `style` are the caller's own text, never anything a player wrote.

    Raises ValueError where one of them would end its own element.
    """
    for what, text, end in (("script", script, "</script"), ("style", style, "</style")):
        if end in text.lower():
            raise ValueError(f"the {what} of a page must not hold {end!r}")
    allowed = f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" if script else "'none'"
    policy = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {allowed}; base-uri 'none'; form-action 'none'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content="dubious-ai"),
        tag("title", title),
        tag("style", Html(STYLE + style)),
    )
    content = join(tag("main", body), tag("script", Html(script)) if script else None)
    return f"<!doctype html>\n{tag('html', head, tag('body', content), lang=language)}\n"
