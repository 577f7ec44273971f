// Text of others, with the characters that deceive the eye made visible.

import { html } from "lit";

/** @type {Record<number, string>} */
const NAMES = {
  0x00ad: "SHY", 0x034f: "CGJ", 0x061c: "ALM", 0x115f: "HCF", 0x1160: "HJF", 0x17b4: "KIV", 0x17b5: "KIV",
  0x180e: "MVS", 0x200b: "ZWSP", 0x200c: "ZWNJ", 0x200d: "ZWJ", 0x200e: "LRM", 0x200f: "RLM",
  0x2028: "LSEP", 0x2029: "PSEP", 0x202a: "LRE", 0x202b: "RLE", 0x202c: "PDF", 0x202d: "LRO", 0x202e: "RLO",
  0x2060: "WJ", 0x2061: "FA", 0x2062: "IT", 0x2063: "IS", 0x2064: "IP", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
  0x206a: "ISS", 0x206b: "ASS", 0x206c: "IAFS", 0x206d: "AAFS", 0x206e: "NADS", 0x206f: "NODS",
  0x3164: "HF", 0xfeff: "BOM", 0xffa0: "HHF", 0xfff9: "IAA", 0xfffa: "IAS", 0xfffb: "IAT", 0x1b: "ESC", 0x00: "NUL", 0x08: "BS", 0x0d: "CR", 0x7f: "DEL",
};

const DECEPTIVE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\uDB40[\uDC00-\uDDEF]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** @param {string} character @returns {string} such as `RLO` or `U+E0041` */
export function nameOfControl(character) {
  const code = character.codePointAt(0) ?? 0;
  return NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

const JOINED = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[0-9#*])\ufe0f?$/u;

/** Joiners and variation selectors inside an emoji deceive nobody. @param {string} text @param {number} at @param {string} control */
function isOfEmoji(text, at, control) {
  if (control !== "\ufe0f" && control !== "\ufe0e" && control !== "\u200d") {
    return false;
  }
  const before = JOINED.test(text.slice(Math.max(0, at - 3), at));
  return before && (control !== "\u200d" || /^\p{Extended_Pictographic}/u.test(text.slice(at + 1, at + 3)));
}

/** @typedef {{ text: string } | { control: string }} Piece */

/** Takes text apart into what is harmless and what is shown by its name. A CR before LF is harmless. @param {string} text @returns {Piece[]} */
export function pieces(text) {
  /** @type {Piece[]} */
  const all = [];
  let from = 0;
  for (const found of text.matchAll(DECEPTIVE)) {
    const at = found.index ?? 0;
    if ((found[0] === "\r" && text[at + 1] === "\n") || isOfEmoji(text, at, found[0])) {
      continue;
    }
    if (at > from) {
      all.push({ text: text.slice(from, at) });
    }
    all.push({ control: found[0] });
    from = at + found[0].length;
  }
  if (from < text.length) {
    all.push({ text: text.slice(from) });
  }
  return all;
}

/** Text of others inside a line: isolated, so that its direction does not spread, and without hidden characters. @param {unknown} given */
export function plain(given) {
  const text = typeof given === "string" ? given : given === undefined || given === null ? "" : String(given);
  return html`<bdi>${shown(text)}</bdi>`;
}

/** The same without isolation, for blocks of text. @param {string} text */
export function shown(text) {
  const found = pieces(text);
  return found.length === 1 && "text" in found[0]
    ? found[0].text
    : found.map((it) => "text" in it ? it.text : html`<span class="ctl" title="A character that is not visible: ${nameOfControl(it.control)}">${nameOfControl(it.control)}</span>`);
}

/** As plain text, for titles and attributes. @param {string} text */
export function spelled(text) {
  return pieces(text).map((it) => ("text" in it ? it.text : `⟨${nameOfControl(it.control)}⟩`)).join("");
}

/** @param {unknown} value @returns {string} JSON on several lines; text as it is */
export function pretty(value) {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}
