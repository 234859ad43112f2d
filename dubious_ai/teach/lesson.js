"use strict";
// The page is complete without this script; it hides what is still to come, shows it step by step and counts the reader's points.
// Nothing a player wrote is ever turned into markup here: only textContent is written.
(function () {
  const all = (selector, within) => Array.from((within || document).querySelectorAll(selector));
  const steps = all(".step");
  const bar = document.querySelector(".bar");
  if (!bar || !steps.length) return;
  document.documentElement.classList.add("js");
  const next = bar.querySelector(".main");
  const back = bar.querySelector(".back");
  const skip = bar.querySelector(".skip");
  const progress = bar.querySelector(".progress");
  const live = document.querySelector(".live");
  let shown = 0;
  all("select").forEach((s) => { s.append(document.getElementById("list-" + s.dataset.list).content.cloneNode(true)); });

  const say = (text) => { live.textContent = text.replace(/\s+/g, " ").trim(); };
  const kindOf = (step) => step.dataset.kind;
  const openForm = () => {
    const last = steps[shown - 1];
    return last && kindOf(last) === "guess" && all("fieldset", last).some((f) => !f.dataset.locked) ? last : null;
  };

  function lock(field, locked) {
    all("select", field).forEach((s) => { s.disabled = locked; });
    if (locked) field.dataset.locked = "yes"; else delete field.dataset.locked;
    const button = field.querySelector("button");
    button.textContent = locked ? button.dataset.change : button.dataset.lock;
  }

  function choice(round, seat, kind) {
    const select = document.getElementById("r" + round + "s" + seat + kind);
    return select ? Number(select.value || 0) : 0;
  }

  // One card: a right guess earns 1; where nobody at the table named it, a wrong one earns 1; a blank earns nothing.
  function judge(guess, truth, named) {
    if (!guess) return { points: 0, right: 0, word: "left blank" };
    if (guess === truth) return { points: 1, right: 1, word: "right, 1 point" };
    if (!named) return { points: 1, right: 0, word: "wrong, but nobody knew: 1 point" };
    return { points: 0, right: 0, word: "wrong" };
  }

  function result(reveal) {
    const [occupation, secret, namedO, namedS] = reveal.dataset.cards.split(",").map(Number);
    const { round, seat } = reveal.dataset;
    return [
      judge(choice(round, seat, "occupation"), occupation, namedO),
      judge(choice(round, seat, "secret"), secret, namedS),
    ];
  }

  function score(reveal) {
    const [o, s] = result(reveal);
    reveal.querySelector(".mine").textContent = "You: Occupation " + o.word + "; Secret " + s.word + ".";
  }

  function total(points) {
    const found = all(".reveal").filter((r) => r.dataset.cards && r.dataset.round === points.dataset.round).flatMap(result);
    const sum = (key) => found.reduce((t, r) => t + r[key], 0);
    points.querySelector(".mine").textContent =
      "You named " + sum("right") + " of " + found.length + " cards and have " + sum("points") + " points from guessing.";
  }

  function tell(step) {
    if (kindOf(step) === "reveal") score(step);
    if (kindOf(step) === "points") total(step);
    const heading = step.querySelector("h2, h3");
    const mine = step.querySelector(".mine");
    const text = kindOf(step) === "answer" ? step.textContent : heading ? heading.textContent : "";
    say(text + (mine ? ". " + mine.textContent : ""));
  }

  function draw() {
    steps.forEach((step, n) => step.classList.toggle("shown", n < shown));
    const coming = steps[shown];
    const last = steps[shown - 1];
    next.hidden = !coming;
    next.textContent = coming ? coming.dataset.go : "";
    back.disabled = shown <= 1;
    const form = openForm();
    skip.hidden = !(form || (coming && ["question", "answer"].includes(kindOf(coming))));
    skip.textContent = form ? "Lock in all as they stand" : "Show all answers";
    progress.textContent = last ? last.dataset.at : "";
    const revealed = new Set(steps.slice(0, shown).filter((s) => kindOf(s) === "reveal").map((s) => s.dataset.round));
    all("fieldset").forEach((f) => { f.querySelector("button").disabled = revealed.has(f.dataset.round); });
  }

  function forward() {
    const form = openForm();
    if (form) {
      const field = all("fieldset", form).find((f) => !f.dataset.locked);
      say("Lock in your guess about " + field.querySelector("legend").textContent + " first.");
      progress.textContent = live.textContent;
      field.querySelector("select").focus();
      return;
    }
    if (shown >= steps.length) return;
    shown += 1;
    arrive();
  }

  function arrive() {
    const step = steps[shown - 1];
    draw();
    tell(step);
    step.scrollIntoView({ block: kindOf(step) === "answer" ? "nearest" : "start" });
    if (kindOf(step) === "guess") step.querySelector("h3").focus({ preventScroll: true });
    if (next.hidden) back.focus({ preventScroll: true });
  }

  next.addEventListener("click", forward);
  back.addEventListener("click", () => {
    if (shown > 1) { shown -= 1; draw(); steps[shown - 1].scrollIntoView({ block: "nearest" }); }
  });
  skip.addEventListener("click", () => {
    const form = openForm();
    if (form) {
      all("fieldset", form).forEach((f) => lock(f, true));
      draw();
      say("All guesses are locked in.");
      next.focus();
      return;
    }
    while (shown < steps.length && ["question", "answer"].includes(kindOf(steps[shown]))) shown += 1;
    arrive();
    next.focus({ preventScroll: true });
  });
  all("fieldset").forEach((field) => {
    field.querySelector("button").addEventListener("click", () => {
      lock(field, !field.dataset.locked);
      draw();
      const name = field.querySelector("legend").textContent;
      say(field.dataset.locked ? "Locked in for " + name + "." : "You may change your guess about " + name + ".");
      if (!openForm() && field.dataset.locked) next.focus({ preventScroll: true });
    });
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest("select, input, textarea, summary, .wide")) return;
    if (event.key === "ArrowRight") { forward(); event.preventDefault(); }
    if (event.key === "ArrowLeft") { back.click(); event.preventDefault(); }
  });
  shown = 1;
  draw();
})();
