"use strict";
// The page is complete without this script; it makes a stage of it: one slide at a time, its parts one by one, and counts the readers' points.
// Where somebody stands is in the address (#slide.part), so that Back, Forward and a reload lead there; guesses are kept beside, where the browser allows it.
// Nothing a player or reader wrote is ever turned into markup here: only textContent is written.
(function () {
  const all = (selector, within) => Array.from((within || document).querySelectorAll(selector));
  const root = document.documentElement;
  const slides = all(".slide");
  const bar = document.querySelector(".bar");
  if (!bar || !slides.length) return;
  root.classList.add("js");
  const next = bar.querySelector(".main");
  const back = bar.querySelector(".back");
  const progress = bar.querySelector(".progress");
  const live = document.querySelector(".live");
  const parts = slides.map((slide) => all(".part", slide));
  const key = "dubious-" + document.getElementById("lesson").dataset.lesson;
  let at = [0, 0];
  let kept = { picks: {}, teams: "1", names: {}, locked: {} };

  // a slide stands alone, so its heading is the next below the title of the page
  all(".slide h3").forEach((h) => { h.setAttribute("aria-level", h.classList.contains("small") ? "3" : "2"); });
  all(".slide h4").forEach((h) => { h.setAttribute("aria-level", "3"); });
  all("details").forEach((d) => { d.open = false; });
  all("select").forEach((s) => { s.append(document.getElementById("list-" + s.dataset.list).content.cloneNode(true)); });

  // Whoever guesses sees everything that player said once more.
  all(".who").forEach((who) => {
    const asked = all(".question", who.closest(".round"));
    who.querySelector(".again").append(...asked.map((question) => {
      const item = document.createElement("li");
      const [head, said] = ["h3 .asks", ".answer[data-seat='" + who.dataset.seat + "'] .said"].map((s) => question.querySelector(s).cloneNode(true));
      head.className = "soft";
      item.append(head, " ", said);
      return item;
    }));
  });

  function recall() {
    try { kept = Object.assign(kept, JSON.parse(localStorage.getItem(key) || "{}")); } catch { /* kept for this visit only */ }
    Object.entries(kept.picks).forEach(([id, value]) => { const s = document.getElementById(id); if (s) s.value = value; });
    all("input[name=readers]").forEach((r) => { r.checked = r.value === kept.teams; });
    ["a", "b"].forEach((t) => { document.getElementById("name-" + t).value = kept.names[t] || ""; });
  }
  function keep() { try { localStorage.setItem(key, JSON.stringify(kept)); } catch { /* a private window */ } }

  const clean = (text) => text.replace(/\s+/g, " ").trim();
  let telling = 0;
  const say = (text) => { clearTimeout(telling); live.textContent = ""; telling = setTimeout(() => { live.textContent = clean(text); }, 30); };
  const teams = () => (kept.teams === "2" ? ["a", "b"] : ["a"]);
  const nameOf = (team) => (kept.teams === "2" ? kept.names[team] || "Team " + team.toUpperCase() : "You");

  function choice(team, round, seat, kind) {
    const select = document.getElementById(team + round + "s" + seat + kind);
    return select ? Number(select.value || 0) : 0;
  }
  // One card: a right guess earns 1; where nobody at the table named it, a wrong one earns 1; a blank earns nothing.
  function judge(guess, truth, named) {
    if (!guess) return { points: 0, right: 0, word: "left blank" };
    if (guess === truth) return { points: 1, right: 1, word: "right, 1 point" };
    if (!named) return { points: 1, right: 0, word: "wrong, but nobody knew: 1 point" };
    return { points: 0, right: 0, word: "wrong" };
  }
  function result(team, slide) {
    const [occupation, secret, namedO, namedS] = slide.dataset.cards.split(",").map(Number);
    const { round, seat } = slide.dataset;
    return [judge(choice(team, round, seat, "occupation"), occupation, namedO), judge(choice(team, round, seat, "secret"), secret, namedS)];
  }
  const reveals = (round) => slides.filter((s) => s.dataset.reveal && (!round || s.dataset.round === round));
  function total(team, round) {
    const found = reveals(round).flatMap((slide) => result(team, slide));
    const sum = (field) => found.reduce((t, r) => t + r[field], 0);
    const have = nameOf(team) === "You" ? "You named" : nameOf(team) + " named";
    return have + " " + sum("right") + " of " + found.length + " cards: " + sum("points") + " points from guessing.";
  }

  // Slides are told apart by what they carry: reveals score, points add up, the lock shows what was guessed.
  function fill(slide) {
    const mine = slide.querySelector(".mine");
    if (slide.dataset.reveal) {
      mine.textContent = teams().map((team) => {
        const [o, s] = result(team, slide);
        return nameOf(team) + ": Occupation " + o.word + "; Secret " + s.word + ".";
      }).join(" ");
    } else if (slide.dataset.points) {
      mine.textContent = teams().map((team) => total(team, slide.dataset.round)).join(" ");
    } else if (slide.classList.contains("end")) {
      mine.textContent = reveals().length ? teams().map((team) => total(team)).join(" ") : "";
    } else if (slide.classList.contains("lock")) {
      const list = slide.querySelector(".guessed");
      list.replaceChildren(...all(".who", slide.parentElement).flatMap((who) => all(".pick", who).filter((f) => teams().includes(f.dataset.team)).map((field) => {
        const item = document.createElement("li");
        const said = all("select", field).map((s) => s.selectedOptions[0].textContent.replace(/^\d+ /, ""));
        item.textContent = who.querySelector("bdi").textContent + (teams().length > 1 ? " (" + nameOf(field.dataset.team) + ")" : "") + ": " + said.join(" · ");
        return item;
      })));
    }
  }

  function draw() {
    const [here, shown] = at;
    const slide = slides[here];
    root.dataset.teams = kept.teams;
    all(".team-name").forEach((n) => { n.textContent = nameOf(n.dataset.team) === "You" ? "Your guess" : nameOf(n.dataset.team); });
    slides.forEach((s, n) => s.classList.toggle("now", n === here));
    parts[here].forEach((p, n) => { p.classList.toggle("shown", n < shown); p.classList.toggle("latest", n === shown - 1); });
    // what was revealed once stays locked, also after going back
    const first = slides.findIndex((s) => s.dataset.reveal && s.dataset.round === slide.dataset.round);
    if (slide.dataset.reveal && here >= first && !kept.locked[slide.dataset.round]) { kept.locked[slide.dataset.round] = true; keep(); }
    all(".pick").forEach((f) => { f.disabled = Boolean(kept.locked[f.dataset.round]); });
    grow(slide, shown);
    fill(slide);
    next.hidden = here === slides.length - 1 && shown >= parts[here].length;
    next.textContent = shown < parts[here].length ? "Next" : here === 0 ? "Begin" : "On";
    back.disabled = here === 0 && shown === 0;
    progress.textContent = slide.dataset.at + (parts[here].length ? " · " + shown + " of " + parts[here].length : "");
  }
  // The graph is drawn as far as the answers stand there; the latest answer's points are lit.
  function grow(slide, shown) {
    const answers = all("[data-answer]", slide);
    if (!answers.length) return;
    const reached = Math.min(shown, answers.length);
    all("svg [data-at]", slide).forEach((piece) => {
      const place = Number(piece.dataset.at);
      piece.classList.toggle("later", place > reached);
      piece.classList.toggle("lit", place === reached);
    });
  }

  function go(slide, part, quiet) {
    const moved = slide !== at[0];
    at = [slide, part];
    draw();
    if (!quiet) history.pushState(null, "", "#" + slide + "." + part);
    const now = slides[slide];
    const last = parts[slide][part - 1];
    if (moved) {
      scrollTo(0, 0);
      const heading = now.querySelector("h1, h2, h3");
      if (heading) heading.focus({ preventScroll: true });
      say(now.dataset.at + (heading ? ". " + heading.textContent : ""));
    } else if (last) {
      last.scrollIntoView({ block: "nearest" });
      say(last.textContent);
    } else {
      say(now.dataset.at);
    }
  }
  function forward() {
    const [here, shown] = at;
    if (shown < parts[here].length) go(here, shown + 1);
    else if (here < slides.length - 1) go(here + 1, 0);
  }
  function backward() {
    const [here, shown] = at;
    if (shown > 0) go(here, shown - 1);
    else if (here > 0) go(here - 1, parts[here - 1].length);
  }
  // Space and Page Down first read to the end of a slide that is longer than the window.
  function page() {
    const rest = root.scrollHeight - innerHeight - scrollY;
    if (rest > 8) scrollBy(0, Math.min(rest, innerHeight * 0.8)); else forward();
  }

  function arrive() {
    const [slide, part] = location.hash.slice(1).split(".").map(Number);
    const good = Number.isInteger(slide) && slides[slide];
    go(good ? slide : 0, good && Number.isInteger(part) ? Math.min(Math.max(part, 0), parts[slide].length) : 0, true);
  }

  next.addEventListener("click", forward);
  back.addEventListener("click", backward);
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field.matches("select")) kept.picks[field.id] = field.value;
    else if (field.name === "readers") kept.teams = field.value;
    else if (field.id === "name-a" || field.id === "name-b") kept.names[field.id.slice(-1)] = clean(field.value);
    keep();
    draw();
  });
  document.querySelector(".again-button").addEventListener("click", () => {
    kept = { picks: {}, teams: kept.teams, names: kept.names, locked: {} };
    keep();
    all("select").forEach((s) => { s.value = ""; });
    go(0, 0);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return;
    const inside = event.target instanceof Element ? event.target : document.body;
    if (inside.closest("select, input, textarea")) return;
    const pressed = inside.closest("button, summary, a") && (event.key === "Enter" || event.key === " ");
    const does = { ArrowRight: forward, Enter: forward, ArrowLeft: backward, PageUp: backward, PageDown: page, " ": page }[event.key];
    if (!does || pressed || (event.key.startsWith("Arrow") && inside.closest(".wide"))) return;
    event.preventDefault();
    does();
  });
  addEventListener("popstate", arrive);
  addEventListener("hashchange", arrive);
  recall();
  arrive();
})();
