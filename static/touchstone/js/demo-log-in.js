// @ts-check
// `<button data-demo-user data-demo-password>` fills the log-in form; Enter then logs in.
import { findAll, need } from "./dom.js";

for (const button of findAll(document, "[data-demo-user]")) {
  button.addEventListener("click", () => {
    const form = need(document, "#log-in");
    need(form, "[name=username]", HTMLInputElement).value = button.dataset.demoUser ?? "";
    need(form, "[name=password]", HTMLInputElement).value = button.dataset.demoPassword ?? "";
    need(form, "button[type=submit]").focus();
  });
}
