// @ts-check
// Keys of buttons: `<button data-number-key="1">` is pressed by "1".
import { findAll } from "./dom.js";
import { onKey } from "./keys.js";

for (const button of findAll(document, "[data-number-key]")) {
  onKey(button.dataset.numberKey ?? "", () => {
    button.click();
    return true;
  });
}
