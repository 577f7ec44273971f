// Unified diffs as data: files, hunks, lines, and the words that changed in a line.

/**
 * @typedef {{ kind: "add" | "del" | "same", text: string, before?: number, after?: number, words?: Word[] }} DiffLine
 * @typedef {{ text: string, changed: boolean }} Word
 * @typedef {{ header: string, lines: DiffLine[] }} Hunk
 * @typedef {{ path: string, from: string, to: string, hunks: Hunk[], added: number, removed: number, note: string }} FileDiff
 * @typedef {{ left?: DiffLine, right?: DiffLine }} Pair
 */

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const LONGEST_WORDS = 500;

/** @param {string} text @returns {FileDiff[]} */
export function parseDiff(text) {
  /** @type {FileDiff[]} */
  const files = [];
  /** @type {FileDiff | undefined} */
  let file;
  /** @type {Hunk | undefined} */
  let hunk;
  let left = 0;
  let right = 0;
  let before = 0;
  let after = 0;
  const lines = text.split("\n");
  if (lines.at(-1) === "") {
    lines.pop();
  }
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (hunk && (left > 0 || right > 0)) {
      const kind = line[0] === "+" ? "add" : line[0] === "-" ? "del" : "same";
      if (line[0] === "\\") {
        continue;
      }
      hunk.lines.push({
        kind,
        text: line.slice(1),
        ...(kind === "add" ? {} : { before: before++ }),
        ...(kind === "del" ? {} : { after: after++ }),
      });
      left -= kind === "add" ? 0 : 1;
      right -= kind === "del" ? 0 : 1;
      continue;
    }
    const start = HUNK.exec(line);
    if (start) {
      file ??= begin(files, "", "");
      [before, after] = [Number(start[1]), Number(start[3])];
      [left, right] = [Number(start[2] ?? 1), Number(start[4] ?? 1)];
      hunk = { header: line, lines: [] };
      file.hunks.push(hunk);
    } else if (line.startsWith("--- ") && lines[i + 1]?.startsWith("+++ ")) {
      file = begin(files, nameIn(line), nameIn(lines[++i]));
      hunk = undefined;
    } else if (line.startsWith("diff --git ")) {
      file = undefined;
      hunk = undefined;
    } else if (/^(Binary files|rename |new file|deleted file)/.test(line)) {
      file ??= begin(files, "", line);
      file.note = line;
    }
  }
  files.forEach(finish);
  return files;
}

/** @param {string} line */
function nameIn(line) {
  return line.slice(4).split("\t")[0].replace(/^"(.*)"$/, "$1");
}

/** @param {FileDiff[]} files @param {string} from @param {string} to @returns {FileDiff} */
function begin(files, from, to) {
  const path = (to === "/dev/null" ? from : to).replace(/^[ab]\//, "");
  /** @type {FileDiff} */
  const file = { path, from, to, hunks: [], added: 0, removed: 0, note: "" };
  files.push(file);
  return file;
}

/** Counts, and marks the words of lines that replace each other. @param {FileDiff} file */
function finish(file) {
  for (const hunk of file.hunks) {
    for (const line of hunk.lines) {
      file.added += line.kind === "add" ? 1 : 0;
      file.removed += line.kind === "del" ? 1 : 0;
    }
    for (const { left, right } of pairs(hunk.lines)) {
      if (left?.kind === "del" && right?.kind === "add") {
        [left.words, right.words] = changedWords(left.text, right.text);
      }
    }
  }
}

/** The lines side by side: removed lines stand beside those that replace them. @param {DiffLine[]} lines @returns {Pair[]} */
export function pairs(lines) {
  /** @type {Pair[]} */
  const all = [];
  for (let i = 0; i < lines.length; ) {
    if (lines[i].kind === "same") {
      all.push({ left: lines[i], right: lines[i] });
      i++;
      continue;
    }
    let middle = i;
    while (lines[middle]?.kind === "del") {
      middle++;
    }
    let end = middle;
    while (lines[end]?.kind === "add") {
      end++;
    }
    for (let at = 0; at < Math.max(middle - i, end - middle); at++) {
      all.push({
        ...(i + at < middle ? { left: lines[i + at] } : {}),
        ...(middle + at < end ? { right: lines[middle + at] } : {}),
      });
    }
    i = end;
  }
  return all;
}

/** @param {string} text */
function wordsOf(text) {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** The words of two lines, marked where they differ; undefined if the lines have little in common. @param {string} before @param {string} after @returns {[Word[] | undefined, Word[] | undefined]} */
export function changedWords(before, after) {
  const left = wordsOf(before);
  const right = wordsOf(after);
  if (left.length > LONGEST_WORDS || right.length > LONGEST_WORDS) {
    return [undefined, undefined];
  }
  const width = right.length + 1;
  const table = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      table[i * width + j] = left[i] === right[j]
        ? table[(i + 1) * width + j + 1] + 1
        : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
    }
  }
  const sameLeft = new Set();
  const sameRight = new Set();
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      sameLeft.add(i++);
      sameRight.add(j++);
    } else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) {
      i++;
    } else {
      j++;
    }
  }
  const solid = left.filter((it, i) => sameLeft.has(i) && it.trim()).length;
  if (solid * 4 < Math.min(left.filter((it) => it.trim()).length, right.filter((it) => it.trim()).length)) {
    return [undefined, undefined];
  }
  return [joined(left, sameLeft), joined(right, sameRight)];
}

/** @param {string[]} words @param {Set<number>} same @returns {Word[]} */
function joined(words, same) {
  /** @type {Word[]} */
  const all = [];
  words.forEach((text, i) => {
    const changed = !same.has(i);
    const last = all.at(-1);
    if (last && last.changed === changed) {
      last.text += text;
    } else {
      all.push({ text, changed });
    }
  });
  return all;
}
