// What every page has: the theme switch and copy buttons.
import { startThemeSwitch } from "./theme-switch.js";
import { startCopyButtons } from "./copy-button.js";

startThemeSwitch();
startCopyButtons();
