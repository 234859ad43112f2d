"use strict";
// Fills the lists by the pupil's number, keeps what is written on this phone, and makes the text to paste. Only textContent and value are written.
(function () {
  const by = (id) => document.getElementById(id);
  const clean = (text) => text.replace(/\s+/g, " ").trim();
  const kinds = ["occupation", "secret"];
  const shelf = "dubious-class-" + DATA.setting + "-" + DATA.seed;
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(shelf) || "{}"); } catch (error) { kept = {}; }
  const fields = () => document.querySelectorAll("form input, form select, form textarea");
  function keep() {
    fields().forEach((field) => { kept[field.id] = field.value; });
    try { localStorage.setItem(shelf, JSON.stringify(kept)); } catch (error) { /* a phone that keeps nothing loses nothing else */ }
  }
  function options(list, names) {
    list.replaceChildren(...names.map(([value, told]) => { const o = document.createElement("option"); o.value = value; o.textContent = told; return o; }));
  }
  const hand = () => DATA.hands[Number(by("number").value) - 1];
  const others = () => DATA.hands.map((h, n) => n + 1).filter((n) => hand() && DATA.hands[n - 1][0] === hand()[0] && n !== Number(by("number").value));
  function deal() {
    const mine = hand();
    kinds.forEach((kind, n) => options(by(kind), (mine ? mine[n + 1] : []).map((name) => [name, name])));
    if (!DATA.cards.length) return;
    by("others").replaceChildren(...others().map((n) => {
      const box = document.createElement("fieldset"), legend = document.createElement("legend");
      legend.textContent = "No. " + n;
      box.append(legend);
      kinds.forEach((kind, at) => {
        const label = document.createElement("label"), list = document.createElement("select");
        list.id = "g" + n + kind;
        label.htmlFor = list.id;
        label.textContent = kind === "occupation" ? "Occupation" : "Secret";
        options(list, [["", "no guess"], ...DATA.cards[at].map((name) => [name, name])]);
        box.append(label, list);
      });
      return box;
    }));
  }
  function explain() {
    kinds.forEach((kind) => { by(kind + "-means").textContent = DATA.words[by(kind).value] || ""; });
  }
  function restore() {
    fields().forEach((field) => {
      const value = kept[field.id];
      if (value && (!field.options || [...field.options].some((o) => o.value === value))) field.value = value;
    });
  }
  function guessed() {
    if (!DATA.cards.length) return [];
    const rows = others().map((n) => [n, ...kinds.map((kind) => by("g" + n + kind).value)]).filter((row) => row[1] || row[2]);
    return rows.map((row) => "G " + row[0] + " = " + (row[1] || "-") + " / " + (row[2] || "-"));
  }
  document.addEventListener("input", (event) => { if (event.target.id === "number") { kept.number = event.target.value; deal(); restore(); } explain(); keep(); });
  by("make").addEventListener("click", () => {
    const answers = DATA.questions.map((q, n) => clean(by("q" + n).value));
    const empty = answers.findIndex((a) => !a);
    const wrong = !hand() ? "Type your number, 1 to " + DATA.hands.length + "." : !clean(by("name").value) ? "Type your name." : empty >= 0 ? "Answer question " + (empty + 1) + "." : "";
    by("wrong").textContent = wrong;
    if (wrong) return;
    by("text").value = [DATA.first, "setting: " + DATA.setting, "table: " + hand()[0], "number: " + Number(by("number").value), "name: " + clean(by("name").value),
      ...kinds.map((kind) => kind + ": " + by(kind).value), ...DATA.questions.map((q, n) => "Q " + q + " = " + answers[n]), ...guessed(), "end"].join("\n");
    by("done").hidden = false;
    by("text").focus();
    by("text").select();
  });
  by("copy").addEventListener("click", () => { by("text").select(); if (navigator.clipboard) navigator.clipboard.writeText(by("text").value); else document.execCommand("copy"); });
  if (kept.number) by("number").value = kept.number;
  deal();
  restore();
  explain();
})();
