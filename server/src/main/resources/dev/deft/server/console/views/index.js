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
  { id: "home", path: "/", title: "Home", icon: "home", group: "Work", key: "g h", tag: "deft-home", load: () => import("./home.js") },
  { id: "sessions", path: "/sessions", title: "Sessions", icon: "sessions", group: "Work", key: "g s", tag: "deft-sessions", load: () => import("../session/list.js") },
  { id: "session", path: "/w/:workspace/s/:session", title: "Session", tag: "deft-session", load: () => import("../session/page.js") },
  { id: "files", path: "/w/:workspace/files", title: "Files", icon: "files", group: "Workspace", key: "g f", tag: "deft-files", load: () => import("./files.js") },
  { id: "tools", path: "/w/:workspace/tools", title: "Tools", icon: "tools", group: "Workspace", key: "g t", tag: "deft-tools", load: () => import("./tools.js") },
  { id: "memory", path: "/w/:workspace/memory", title: "Memory", icon: "memory", group: "Workspace", key: "g m", tag: "deft-memory", load: () => import("./memory.js") },
  { id: "schedules", path: "/w/:workspace/schedules", title: "Schedules", icon: "clock", group: "Workspace", key: "g c", tag: "deft-schedules", load: () => import("./schedules.js") },
  { id: "policies", path: "/w/:workspace/policies", title: "Policies", icon: "shield", group: "Workspace", key: "g p", tag: "deft-policies", load: () => import("./policies.js") },
  { id: "usage", path: "/usage", title: "Usage", icon: "chart", group: "Server", key: "g u", tag: "deft-usage", load: () => import("./usage.js") },
  { id: "engine", path: "/engine", title: "Engine", icon: "server", group: "Server", key: "g e", tag: "deft-engine", load: () => import("./engine.js") },
  { id: "tokens", path: "/tokens", title: "Tokens", icon: "key", group: "Server", key: "g k", scope: "administer", tag: "deft-tokens", load: () => import("./tokens.js") },
  { id: "audit", path: "/audit", title: "Audit log", icon: "list", group: "Server", key: "g a", scope: "administer", tag: "deft-audit", load: () => import("./audit.js") },
];
