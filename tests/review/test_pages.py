"""Pages hold what people wrote as text, and load nothing."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.pages import Html, Line, join, line_chart, page, table, tag

TEXT = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\r\0"), max_size=40)


class Parsed(HTMLParser):
    """The elements, attributes and text of a document."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@given(TEXT, TEXT)
def test_any_text_comes_out_as_it_went_in(inside: str, attribute: str) -> None:
    seen = Parsed(tag("p", inside, title=attribute))
    assert seen.tags == [("p", {"title": attribute})]
    assert seen.text == inside


@given(TEXT)
def test_tables_and_charts_add_no_elements_of_the_players_making(text: str) -> None:
    plain, odd = (
        Parsed(join(table([t], [[t]]), line_chart(t, [t], [Line(t, [0.5])], caption=t)))
        for t in ("x", text or "x")
    )
    assert [name for name, _ in odd.tags] == [name for name, _ in plain.tags]


def test_no_events_and_no_odd_names() -> None:
    for attributes in ({"onclick": "x"}, {"a b": "x"}):
        with pytest.raises(ValueError, match="attribute"):
            tag("p", **attributes)
    with pytest.raises(ValueError, match="element"):
        tag("p><script")


def test_a_page_loads_nothing_and_runs_only_its_own_script() -> None:
    text = page("<b>T</b>", tag("p", "hello"), script="document.title = 'x'")
    seen = Parsed(text)
    assert not [n for n, a in seen.tags if n in {"link", "iframe", "img"} or "src" in a or "href" in a]
    policy = next(a["content"] for _, a in seen.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert "default-src 'none'" in policy
    assert "sha256-" in policy
    assert "http" not in text.replace("http-equiv", "")


def test_a_script_cannot_end_its_own_element() -> None:
    with pytest.raises(ValueError, match="script"):
        page("T", Html(""), script="</script><script>alert(1)")


def test_a_chart_is_told_in_words_too() -> None:
    told = Parsed(line_chart("Shares", ["1", "2"], [Line("Potter", [0.25, None])])).text
    assert "Potter: 1: 25 in 100, 2: no value" in told


def test_a_chart_refuses_what_it_cannot_show() -> None:
    with pytest.raises(ValueError, match="too many"):
        line_chart("T", ["1"], [Line(str(n), [0.1]) for n in range(7)])
    with pytest.raises(ValueError, match="values"):
        line_chart("T", ["1", "2"], [Line("A", [0.1])])
