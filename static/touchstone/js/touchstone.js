// @ts-check
// The parts of every page: the search box, keys, the theme switch, copy buttons, an article's contents,
// tabs, options that apply at once.
import { startBarHeight } from "./bar-height.js";
import { startContents } from "./contents.js";
import { startCopyButtons } from "./copy-button.js";
import { startCurrentInView } from "./current-in-view.js";
import { startEnterKey } from "./enter-key.js";
import { startKeysSwitch, startLeavingFields } from "./keys.js";
import { startSearchBoxes } from "./search-box.js";
import { startSubmitOnChange } from "./submit-on-change.js";
import { startThemeSwitch } from "./theme-switch.js";

startThemeSwitch();
startCopyButtons();
startContents();
startSearchBoxes();
startKeysSwitch();
startLeavingFields();
startBarHeight();
startCurrentInView();
startSubmitOnChange();
startEnterKey();
