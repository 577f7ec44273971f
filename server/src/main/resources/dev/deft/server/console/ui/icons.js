import { svg } from "lit";

// Drawn on a grid of 16 with lines of 1.5.
/** @type {Record<string, string[]>} */
const PATHS = {
  home: ["M2.5 7 8 2.5 13.5 7", "M4 6v7h8V6"],
  sessions: ["M2.5 3.5h11v7.5h-5L5.5 13.5V11h-3z"],
  files: ["M2 4.2h4l1.4 1.6H14v7H2z"],
  file: ["M4 2h5l3.2 3.2V14H4z", "M9 2v3.4h3.2"],
  clock: ["M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z", "M8 4.8V8l2.2 1.6"],
  memory: ["M8 3.2C6.6 2.2 3.6 2.6 3.2 5 1.8 6 1.8 8.6 3.2 9.6c0 2.6 3.2 3.8 4.8 2.2 1.6 1.6 4.8.4 4.8-2.2 1.4-1 1.4-3.6 0-4.6-.4-2.4-3.4-2.8-4.8-1.8z", "M8 3.2v8.6"],
  tools: ["M9.8 2.6a3.6 3.6 0 0 0-3.4 4.8l-4 4 2.2 2.2 4-4a3.6 3.6 0 0 0 4.6-4.6L11 7.2 8.8 5l2.2-2.2a3.6 3.6 0 0 0-1.2-.2z"],
  shield: ["M8 2 13 3.8v4c0 3.2-2.2 5.2-5 6.2-2.8-1-5-3-5-6.2v-4z"],
  chart: ["M2.5 13.5h11", "M4.5 11V7.5", "M8 11V3.5", "M11.5 11V6"],
  server: ["M2.5 3h11v4h-11z", "M2.5 9h11v4h-11z", "M5 5h.01", "M5 11h.01"],
  key: ["M10.5 2.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z", "M8.3 7.7 2.5 13.5", "M4.5 11.5 6 13"],
  list: ["M5.5 4h8", "M5.5 8h8", "M5.5 12h8", "M2.5 4h.01", "M2.5 8h.01", "M2.5 12h.01"],
  bell: ["M3.5 11.5h9L11.5 10V7a3.5 3.5 0 0 0-7 0v3z", "M6.5 13.5h3"],
  search: ["M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z", "M10.4 10.4 13.5 13.5"],
  plus: ["M8 3v10", "M3 8h10"],
  close: ["m4 4 8 8", "m12 4-8 8"],
  check: ["m3 8.5 3.2 3.2L13 5"],
  chevron: ["m6 3.5 4.5 4.5L6 12.5"],
  down: ["M3.5 6 8 10.5 12.5 6"],
  arrowDown: ["M8 3v10", "m4 9 4 4 4-4"],
  arrowUp: ["M8 13V3", "m4 7 4-4 4 4"],
  send: ["M2.5 8 13.5 3 10 13.5 7.5 9z"],
  stop: ["M4.5 4.5h7v7h-7z"],
  attach: ["m12.5 7.5-5 5a3 3 0 0 1-4.2-4.2l5.5-5.5a2 2 0 0 1 2.8 2.8l-5.3 5.3a1 1 0 0 1-1.4-1.4l4.7-4.7"],
  undo: ["M5.5 3.5 2.5 6.5l3 3", "M2.5 6.5h7a3.5 3.5 0 0 1 0 7H6"],
  redo: ["m10.5 3.5 3 3-3 3", "M13.5 6.5h-7a3.5 3.5 0 0 0 0 7H10"],
  rewind: ["M8 4 3 8l5 4z", "m13 4-5 4 5 4z"],
  fork: ["M4.5 2.5v5a3 3 0 0 0 3 3h1", "M11.5 2.5v11", "m6.5 8.5 2 2-2 2", "M11.5 2.5v0"],
  branch: ["M4.5 3v10", "M4.5 10.5c0-4 7-2 7-6.5", "M11.5 3v1"],
  edit: ["M10.5 3 13 5.5 6 12.5l-3 .5.5-3z"],
  download: ["M8 2.5v8", "m4.5 7.5 3.5 3.5 3.5-3.5", "M3 13.5h10"],
  trash: ["M3 4.5h10", "M6.5 4.5v-2h3v2", "M4.5 4.5l.5 9h6l.5-9"],
  more: ["M3.1 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0", "M7.6 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0", "M12.1 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0"],
  warning: ["M8 2.5 14 13H2z", "M8 6.5v3", "M8 11.3h.01"],
  info: ["M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z", "M8 7.5v3.5", "M8 5.2h.01"],
  bad: ["M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z", "m6 6 4 4", "m10 6-4 4"],
  question: ["M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z", "M6.4 6.5c0-2.2 3.4-2 3.2.1C9.5 8 8 7.9 8 9.3", "M8 11.3h.01"],
  terminal: ["M2.5 3h11v10h-11z", "m5 6.5 2 1.7-2 1.7", "M8.5 10h2.5"],
  globe: ["M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z", "M2 8h12", "M8 2c-4 4-4 8 0 12 4-4 4-8 0-12z"],
  agent: ["M3 6h10v7H3z", "M8 3.2V6", "M6 9h.01", "M10 9h.01", "M8 2.5h.01"],
  spark: ["M8 2.5 9.5 6.5 13.5 8 9.5 9.5 8 13.5 6.5 9.5 2.5 8l4-1.5z"],
  thought: ["M8 3a4.5 3.8 0 0 1 0 7.6 4.5 3.8 0 0 1 0-7.6z", "M5 12h.01", "M3.5 13.5h.01"],
  image: ["M2.5 3h11v10h-11z", "m2.5 11 3.5-3.5 3 3 1.5-1.5 3 3", "M10.5 6h.01"],
  copy: ["M5.5 5.5h8v8h-8z", "M3.5 10.5h-1v-8h8v1"],
  menu: ["M2.5 4.5h11", "M2.5 8h11", "M2.5 11.5h11"],
  sun: ["M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z", "M8 1.8v1", "M8 13.2v1", "M1.8 8h1", "M13.2 8h1", "m3.6 3.6.7.7", "m11.7 11.7.7.7", "m3.6 12.4.7-.7", "m11.7 4.3.7-.7"],
  moon: ["M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z"],
  screen: ["M2.5 3h11v7.5h-11z", "M6 13.5h4"],
  out: ["M6.5 3h-4v10h4", "M6.5 8h7", "m10.5 5 3 3-3 3"],
  open: ["M9 2.5h4.5V7", "M13.5 2.5 7.5 8.5", "M11.5 9.5v4h-9v-9h4"],
  flame: ["M2.5 3.5h11", "M2.5 7h8", "M4 10.5h4.5", "M4 13.5h2"],
  compact: ["M3 3h10", "M3 13h10", "M8 4.5v2.5", "m6 5.5 2 2 2-2", "M8 11.5V9", "m6 10.5 2-2 2 2"],
  keyboard: ["M2 4.5h12v7.5H2z", "M4.5 7h.01", "M7 7h.01", "M9.5 7h.01", "M11.5 7h.01", "M5 9.7h6"],
  play: ["M5 3.5 12.5 8 5 12.5z"],
  todo: ["m2.5 4.5 1.2 1.2L6 3.4", "M8 4.5h5.5", "m2.5 11 1.2 1.2L6 9.9", "M8 11h5.5"],
  queue: ["M2.5 4h11", "M2.5 8h7", "M2.5 12h4", "m11 9.5 2.5 2.5L11 14.5"],
  tree: ["M3 3h4v3H3z", "M9 7.5h4v3H9z", "M5 6v6.5h4", "M5 9h4"],
  refresh: ["M13 8a5 5 0 1 1-1.5-3.5", "M13 2.5v3h-3"],
};

/** @typedef {keyof typeof PATHS} IconName */

/** An icon; the text beside it names it for screen readers. @param {string} name */
export function icon(name) {
  const paths = PATHS[name] ?? PATHS.info;
  return svg`<svg class="icon" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths.map((d) => svg`<path d=${d}></path>`)}</svg>`;
}

/** The mark of Deft. */
export function logo() {
  return svg`<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 3.5h3.6a4.5 4.5 0 0 1 0 9H4z"></path><path d="m6 6.3 2 1.7-2 1.7"></path></svg>`;
}
