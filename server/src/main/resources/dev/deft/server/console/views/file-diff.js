/** The part of a diff of several files that is about one of them; all of it if none is. @param {string} diff @param {string} file @returns {string} */
export function diffOfFile(diff, file) {
  const lines = diff.split("\n");
  /** Where the part of each file begins, and the names in its head. @type {{ at: number, names: string[] }[]} */
  const parts = [];
  let inHunk = 0;
  for (let at = 0; at < lines.length; at++) {
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[at]);
    if (hunk) {
      inHunk = Number(hunk[1] ?? 1) + Number(hunk[2] ?? 1);
    } else if (inHunk > 0) {
      inHunk -= lines[at].startsWith(" ") || lines[at] === "" ? 2 : lines[at].startsWith("\\") ? 0 : 1;
    } else if (lines[at].startsWith("diff --git ")) {
      parts.push({ at, names: [] });
    } else if (lines[at].startsWith("--- ") && lines[at + 1]?.startsWith("+++ ")) {
      if (parts.length === 0 || parts[parts.length - 1].names.length > 0) {
        parts.push({ at, names: [] });
      }
      parts[parts.length - 1].names.push(nameOf(lines[at]), nameOf(lines[at + 1]));
      at++;
    }
  }
  const found = parts.findIndex((it) => it.names.includes(file));
  return found < 0 ? diff : lines.slice(parts[found].at, parts[found + 1]?.at).join("\n");
}

/** @param {string} line such as `+++ b/src/main.js` */
function nameOf(line) {
  return line.slice(4).replace(/\t.*$/, "").replace(/^[ab]\//, "");
}
