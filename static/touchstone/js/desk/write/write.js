// @ts-check
// The writing desk: cards for the claims, one open at a time, beside the page with its highlight.
import { need } from "../../dom.js";
import { textsOf } from "../../texts.js";
import { startDesk } from "../desk.js";
import { Cards } from "./cards.js";
import { Feedback } from "./feedback.js";
import { showHighlight } from "./highlight.js";
import { addKeys } from "./keys.js";
import { startLeaving } from "./leaving.js";
import { Submission } from "./submission.js";

const form = need(document, "[data-claims]", HTMLFormElement);
const cards = new Cards(form, textsOf("write"));
const desk = startDesk({
  name: "write", read: () => cards.toDraft(), apply: (body) => cards.restore(body),
  chapter: () => [`${cards.open?.label}:`, "Writ"],
});
const submission = new Submission(form, { cards, desk });
startLeaving(desk);
addKeys(desk, { cards, submission });
const { feedbackAddress } = form.dataset;
// Only where the writers of this highlight may ask.
if (feedbackAddress) new Feedback(feedbackAddress, { cards, desk }).start();

cards.log = desk.log;
cards.onChange(() => desk.saving.changed());
cards.start();
desk.restore();
if (!desk.draft.body.room) showHighlight();
