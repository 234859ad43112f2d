"use strict";
// Fills the lists by the pupil's number and makes the text to paste. Only textContent and value are written.
(function () {
  const by = (id) => document.getElementById(id);
  const clean = (text) => text.replace(/\s+/g, " ").trim();
  const kinds = ["occupation", "secret"];
  function deal() {
    const hand = DATA.hands[Number(by("number").value) - 1];
    kinds.forEach((kind, n) => {
      by(kind).replaceChildren(...(hand ? hand[n + 1] : []).map((name) => { const o = document.createElement("option"); o.textContent = name; return o; }));
    });
  }
  by("number").addEventListener("input", deal);
  by("make").addEventListener("click", () => {
    const hand = DATA.hands[Number(by("number").value) - 1];
    const answers = DATA.questions.map((q, n) => clean(by("q" + n).value));
    const empty = answers.findIndex((a) => !a);
    const wrong = !hand ? "Type your number, 1 to " + DATA.hands.length + "." : !clean(by("name").value) ? "Type your name." : empty >= 0 ? "Answer question " + (empty + 1) + "." : "";
    by("wrong").textContent = wrong;
    if (wrong) return;
    by("text").value = [DATA.first, "setting: " + DATA.setting, "table: " + hand[0], "name: " + clean(by("name").value),
      ...kinds.map((kind) => kind + ": " + by(kind).value), ...DATA.questions.map((q, n) => "Q " + q + " = " + answers[n]), "end"].join("\n");
    by("done").hidden = false;
    by("text").focus();
    by("text").select();
  });
  by("copy").addEventListener("click", () => { by("text").select(); if (navigator.clipboard) navigator.clipboard.writeText(by("text").value); else document.execCommand("copy"); });
  deal();
})();
