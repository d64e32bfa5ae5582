// What every page has: the theme switch, copy buttons, the table of contents of articles.
import { startContents } from "./contents.js";
import { startCopyButtons } from "./copy-button.js";
import { startThemeSwitch } from "./theme-switch.js";

startThemeSwitch();
startCopyButtons();
startContents();
