// Comfort only: everything on the page works without it.
"use strict";

const forms = document.querySelectorAll("form[data-once]");

function ready() {
  for (const form of forms) {
    delete form.dataset.sent;
    const status = form.querySelector("[data-status]");
    if (status) status.textContent = "";
  }
}

for (const form of forms) {
  form.addEventListener("submit", (event) => {
    // Not by disabling the button: its value would be left out of the form.
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    const status = form.querySelector("[data-status]");
    if (status) status.textContent = "Looking in the documents…";
  });
}

// A page that comes back from the browser's history can be used again.
window.addEventListener("pageshow", ready);

const question = document.getElementById("question");
const hint = document.getElementById("hint");
if (question && hint) {
  const plain = hint.textContent;
  const most = Number(question.dataset.max);
  hint.textContent = `${plain} Enter asks, Shift and Enter begin a line.`;
  question.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    question.form.requestSubmit();
  });
  question.addEventListener("input", () => {
    const length = [...question.value].length;
    const over = length - most;
    if (over > 0) hint.textContent = `${over.toLocaleString("en")} characters too many.`;
    else if (over > -500) hint.textContent = `${(-over).toLocaleString("en")} characters left.`;
    else hint.textContent = plain;
  });
}
