// @ts-check
// Runs before the page is painted, so that a chosen theme does not flash. The rest of the
// theme switch is in theme-switch.js; this file is a plain script because modules are deferred.
(() => {
  const chosen = localStorage.getItem("touchstone:theme");
  if (chosen === "light" || chosen === "dark") {
    document.documentElement.dataset.theme = chosen;
  }
})();
