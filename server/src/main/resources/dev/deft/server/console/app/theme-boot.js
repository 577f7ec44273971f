// Runs before the first paint, so that the page never flashes in the wrong theme.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem("deft.theme");
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  var dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme =
    stored === "dark" || stored === "light" ? stored : dark ? "dark" : "light";
})();
