// @ts-check
// The texts that scripts show. There is one way for them to get here: the page holds them,
// translated, in a template with a name:
//
//   <template data-texts="find">
//     <data value="none">Not on this page</data>
//     <data value="place">{place} of {total}</data>
//     <data value="left.one">One character left</data> <data value="left.other">{count} …</data>
//   </template>
//
//   const text = textsOf("find");
//   text("none"); text("place", { place: 1, total: 7 }); text("left", { count: 12 });
//
// A text that depends on a number has an entry for each plural form, chosen by `count`.
import { findAll } from "./dom.js";

/** @typedef {(name: string, values?: Record<string, string | number>) => string} Text */

/**
 * Returns the texts of the named templates, as one function.
 * @param {...string} groups
 * @returns {Text}
 */
export function textsOf(...groups) {
  const texts = new Map(groups.flatMap(entriesOf));
  const plurals = new Intl.PluralRules(document.documentElement.lang);
  return (name, values = {}) => {
    const form = "count" in values ? plurals.select(Number(values.count)) : "other";
    const text = texts.get(name) ?? texts.get(`${name}.${form}`) ?? texts.get(`${name}.other`);
    if (text === undefined) {
      console.error(`No text “${name}” in ${groups.join(", ")}`);
      return name;
    }
    return text.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
  };
}

/**
 * @param {string} group
 * @returns {[string, string][]}
 */
function entriesOf(group) {
  const places = findAll(document, `template[data-texts="${group}"]`, HTMLTemplateElement);
  return places.slice(0, 1).flatMap((place) => findAll(place.content, "data", HTMLDataElement)
    .map((entry) => /** @type {[string, string]} */ ([entry.value, entry.textContent.trim()])));
}
