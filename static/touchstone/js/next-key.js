// @ts-check
// The key "n" on a list: it presses the button that opens the next item.
import { find } from "./dom.js";
import { onKey } from "./keys.js";

onKey("n", () => {
  const button = find(document, "[data-next-key]");
  button?.click();
  return Boolean(button);
});
