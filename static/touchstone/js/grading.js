// @ts-check
// Keys for grading: everything with `data-key` is clicked, or given the focus, by that key; phrases
// are added to the comment. The article starts at its first mark.
import { find, findAll } from "./dom.js";
import { onKey } from "./keys.js";

const FOCUSED = "textarea, input:not([type=radio], [type=checkbox])";

for (const element of findAll(document, "[data-key]")) {
  onKey(element.dataset.key ?? "", () => {
    if (element.matches(FOCUSED)) element.focus();
    else element.click();
    return true;
  });
}

const comment = find(document, "#grade-comment", HTMLTextAreaElement);
for (const button of findAll(document, "[data-phrase]")) {
  button.addEventListener("click", () => {
    if (!comment) return;
    const before = comment.value.trim();
    comment.value = before ? `${before} ${button.dataset.phrase}` : button.dataset.phrase ?? "";
  });
}

const article = find(document, "[data-to-mark]");
const mark = article && find(article, "[data-marked]");
if (article && mark) {
  const above = mark.getBoundingClientRect().top - article.getBoundingClientRect().top;
  article.scrollTop = Math.max(above - 60, 0);
}
