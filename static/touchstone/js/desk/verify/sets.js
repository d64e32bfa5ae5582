// @ts-check
// The decision of a person so far, as one immutable value: evidence sets that may share elements,
// verdict, answer to the guideline question, tags and note. Pure: nothing here knows the page.
// Every function gives a new state, or the very same one when nothing changes.
//
// An element is named by its key: the page's title and the element's address.

/**
 * @typedef {object} State
 * @property {string[][]} sets the keys in each set
 * @property {number} current the number of the set that is worked on, from 1
 * @property {string} verdict
 * @property {string} answer
 * @property {Record<string, string>} tags
 * @property {string} note
 */
/** @typedef {"verdict" | "answer" | "note"} Field */

// No title holds a line break.
const BETWEEN = "\n";
/** @type {Field[]} */
export const FIELDS = ["verdict", "answer", "note"];

/**
 * @param {string} page
 * @param {string} address
 */
export const keyOf = (page, address) => `${page}${BETWEEN}${address}`;

/** @param {string} key */
export function partsOf(key) {
  const at = key.lastIndexOf(BETWEEN);
  return { page: key.slice(0, at), address: key.slice(at + 1) };
}

/**
 * @param {number} limit
 * @returns {State}
 */
export function emptyState(limit) {
  /** @type {string[][]} */
  const sets = Array.from({ length: limit }, () => []);
  return { sets, current: 1, verdict: "", answer: "", tags: {}, note: "" };
}

// --- reading ----------------------------------------------------------------------------------
/**
 * @param {State} state
 * @param {number} number
 */
export const elementsOf = (state, number) => state.sets[checked(state, number) - 1];

/**
 * @param {State} state
 * @param {number} number
 * @param {string} key
 */
export const holds = (state, number, key) => elementsOf(state, number).includes(key);

/**
 * Returns the numbers of the sets that hold an element: [1, 3].
 * @param {State} state
 * @param {string} key
 */
export function setsWith(state, key) {
  return state.sets.flatMap((set, place) => (set.includes(key) ? [place + 1] : []));
}

/**
 * Returns which elements of a page are in which sets: address to numbers.
 * @param {State} state
 * @param {string} page
 */
export function marksOf(state, page) {
  /** @type {Map<string, number[]>} */
  const marks = new Map();
  const start = `${page}${BETWEEN}`;
  state.sets.forEach((set, place) => {
    for (const key of set) {
      if (!key.startsWith(start)) continue;
      const { address } = partsOf(key);
      marks.set(address, [...marks.get(address) ?? [], place + 1]);
    }
  });
  return marks;
}

/** @param {State} state */
export const filledSets = (state) => state.sets.filter((set) => set.length);

// --- evidence ---------------------------------------------------------------------------------
/**
 * @param {State} state
 * @param {string} key
 */
export function toggle(state, key) {
  return toggleMany(state, [key]);
}

/**
 * Selects a row or a column: what is missing comes in; only when all of it is in does all of it go.
 * @param {State} state
 * @param {string[]} keys
 */
export function toggleMany(state, keys) {
  const set = elementsOf(state, state.current);
  const missing = [...new Set(keys)].filter((key) => !set.includes(key));
  if (missing.length) return withSet(state, state.current, [...set, ...missing]);
  return withSet(state, state.current, set.filter((key) => !keys.includes(key)));
}

/**
 * Selects a range beside what was there before it began: a range that shrinks gives back what it had.
 * @param {State} state
 * @param {string[]} before
 * @param {string[]} keys
 */
export function selectRange(state, before, keys) {
  const set = [...new Set([...before, ...keys])];
  if (set.join() === elementsOf(state, state.current).join()) return state;
  return { ...state, sets: state.sets.with(state.current - 1, set) };
}

/**
 * @param {State} state
 * @param {number} number
 */
export function switchTo(state, number) {
  checked(state, number);
  return number === state.current ? state : { ...state, current: number };
}

/**
 * @param {State} state
 * @param {number} number
 * @param {string} key
 */
export function remove(state, number, key) {
  return withSet(state, number, elementsOf(state, number).filter((one) => one !== key));
}

/**
 * @param {State} state
 * @param {string} key
 * @param {number} to
 */
export function copy(state, key, to) {
  return holds(state, to, key) ? state : withSet(state, to, [...elementsOf(state, to), key]);
}

/**
 * @param {State} state
 * @param {string} key
 * @param {number} from
 * @param {number} to
 */
export function move(state, key, from, to) {
  checked(state, to);
  if (from === to || !holds(state, from, key)) return state;
  return copy(remove(state, from, key), key, to);
}

/**
 * Adds elements to a set, those that it lacks.
 * @param {State} state
 * @param {number} number
 * @param {string[]} keys
 */
export function fill(state, number, keys) {
  const set = [...new Set([...elementsOf(state, number), ...keys])];
  return set.length === elementsOf(state, number).length ? state : withSet(state, number, set);
}

/**
 * @param {State} state
 * @param {number} number
 */
export function clear(state, number) {
  return withSet(state, number, []);
}

// --- the decision -----------------------------------------------------------------------------
/**
 * @param {State} state
 * @param {Field} field
 * @param {string} value
 */
export function choose(state, field, value) {
  if (!FIELDS.includes(field)) throw new RangeError(`There is no ${field}.`);
  return state[field] === value ? state : { ...state, [field]: value };
}

/**
 * @param {State} state
 * @param {string} name
 * @param {string} value
 */
export function tag(state, name, value) {
  if ((state.tags[name] ?? "") === value) return state;
  const tags = { ...state.tags, [name]: value };
  if (!value) delete tags[name];
  return { ...state, tags };
}

// --- in and out of a draft --------------------------------------------------------------------
/** @param {State} state */
export function toJson(state) {
  return { ...state, sets: state.sets.map((set) => set.map(partsOf)) };
}

/**
 * Reads whatever a draft holds: what cannot be understood is left out, never thrown.
 * @param {any} json
 * @param {number} limit
 * @returns {State}
 */
export function fromJson(json, limit) {
  const empty = emptyState(limit);
  if (typeof json !== "object" || json === null) return empty;
  const sets = empty.sets.map((_, place) => keysIn(json.sets?.[place]));
  const isNumber = Number.isInteger(json.current) && json.current >= 1 && json.current <= limit;
  const texts = FIELDS.map((field) => [field, isText(json[field]) ? json[field] : ""]);
  const tags = Object.entries(json.tags ?? {}).filter(([, value]) => isText(value) && value);
  return {
    ...empty,
    ...Object.fromEntries(texts),
    sets,
    current: isNumber ? json.current : 1,
    tags: Object.fromEntries(tags),
  };
}

/** @param {unknown} value */
const isText = (value) => typeof value === "string";

/**
 * @param {any} elements
 * @returns {string[]}
 */
function keysIn(elements) {
  if (!Array.isArray(elements)) return [];
  const known = elements.filter((one) => isText(one?.page) && isText(one?.address));
  return [...new Set(known.map((one) => keyOf(one.page, one.address)))];
}

/**
 * @param {State} state
 * @param {number} number
 */
function checked(state, number) {
  if (!Number.isInteger(number) || number < 1 || number > state.sets.length) {
    throw new RangeError(`There is no set ${number}.`);
  }
  return number;
}

/**
 * @param {State} state
 * @param {number} number
 * @param {string[]} set
 */
function withSet(state, number, set) {
  const before = elementsOf(state, number);
  // Elements only ever come or go, so that equal numbers mean equal sets.
  if (set.length === before.length) return state;
  return { ...state, sets: state.sets.with(number - 1, set) };
}
