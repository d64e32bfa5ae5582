// `<button data-copy="#id">` copies the text or value of that element and says so.

async function copy(button) {
  const source = document.querySelector(button.dataset.copy);
  const text = "value" in source ? source.value : source.textContent.trim();
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = button.dataset.copied || "Copied";
  } catch {
    // No right to the clipboard (plain HTTP, or refused): select it, so that Ctrl+C does it.
    if ("select" in source) source.select();
    else getSelection().selectAllChildren(source);
    button.textContent = button.dataset.copyFailed || "Press Ctrl+C";
  }
  setTimeout(() => { button.textContent = before; }, 2000);
}

export function startCopyButtons() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });
}
