// Terminal output: colors become spans, other sequences are dropped, a carriage return overwrites.

/** @typedef {{ text: string, classes: string }} Run */

const SEQUENCE = /\u001b(?:\[([0-9;:]*)([A-Za-z])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[()][A-Z0-9]|[=>78A-Z])/g;
const KNOWN = new Set([1, 2, 3, 4, 30, 31, 32, 33, 34, 35, 36, 90, 91, 92, 93, 94, 95, 96]);

/** @param {string} text @returns {Run[]} */
export function ansiRuns(text) {
  /** @type {Run[]} */
  const runs = [];
  /** @type {Set<number>} */
  let style = new Set();
  let from = 0;
  const add = (/** @type {string} */ piece) => {
    if (piece) {
      runs.push({ text: piece, classes: [...style].map((it) => `ansi-${it}`).join(" ") });
    }
  };
  for (const found of text.matchAll(SEQUENCE)) {
    add(text.slice(from, found.index));
    from = (found.index ?? 0) + found[0].length;
    if (found[2] === "m") {
      style = next(style, found[1]);
    }
  }
  add(text.slice(from));
  return runs;
}

/** @param {Set<number>} style @param {string} codes @returns {Set<number>} */
function next(style, codes) {
  const changed = new Set(style);
  const given = codes.split(/[;:]/).map(Number);
  for (let i = 0; i < given.length; i++) {
    const code = given[i];
    if (code === 38 || code === 48) {
      i += given[i + 1] === 5 ? 2 : 4;
    } else if (code === 0) {
      changed.clear();
    } else if (code === 22) {
      changed.delete(1);
      changed.delete(2);
    } else if (code === 23 || code === 24) {
      changed.delete(code - 20);
    } else if (code === 39 || (code >= 30 && code <= 37) || (code >= 90 && code <= 97)) {
      [...changed].filter((it) => it >= 30).forEach((it) => changed.delete(it));
      if (KNOWN.has(code)) {
        changed.add(code);
      }
    } else if (KNOWN.has(code)) {
      changed.add(code);
    }
  }
  return changed;
}

/** What a terminal would still show of lines that were written over, such as progress bars. @param {string} text @returns {string} */
export function overwritten(text) {
  if (!text.includes("\r")) {
    return text;
  }
  return text
    .split("\n")
    .map((line) => {
      let end = line.length;
      while (end > 0 && line[end - 1] === "\r") {
        end--;
      }
      return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
    })
    .join("\n");
}

/** Without any sequence. @param {string} text */
export function withoutAnsi(text) {
  return text.replace(SEQUENCE, "");
}
