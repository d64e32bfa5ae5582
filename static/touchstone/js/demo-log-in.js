// `<button data-demo-user data-demo-password>` fills the log-in form; Enter then logs in.

for (const button of document.querySelectorAll("[data-demo-user]")) {
  button.addEventListener("click", () => {
    const form = document.querySelector("#log-in");
    form.elements.username.value = button.dataset.demoUser;
    form.elements.password.value = button.dataset.demoPassword;
    form.querySelector("button[type=submit]").focus();
  });
}
