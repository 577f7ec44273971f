// The views of the console: one line each. `path` may have holes (`:workspace`), which arrive as
// `params` of the element; what is behind `?` arrives as `query`.

/**
 * @typedef {object} View
 * @property {string} id
 * @property {string} path
 * @property {string} title
 * @property {string} [icon] in the side bar
 * @property {string} [group] of the side bar; absent: not listed there
 * @property {string} [key] a key sequence that goes there, such as `g s`
 * @property {"look" | "speak" | "approve" | "administer"} [scope] needed to see it
 * @property {string} tag the element
 * @property {() => Promise<unknown>} load imports the module that defines the element
 */

/** @type {View[]} */
export const views = [
  { id: "sessions", path: "/sessions", title: "Sessions", icon: "sessions", group: "Work", key: "g s", tag: "deft-sessions", load: () => import("../session/list.js") },
  { id: "session", path: "/w/:workspace/s/:session", title: "Session", tag: "deft-session", load: () => import("../session/page.js") },
];
