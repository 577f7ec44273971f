// How calls are told: an icon, one line, and what they gave.

/** @typedef {import("./reducer.js").Call} Call */

/** @type {[RegExp, string, string][]} icon and kind by the tool's name, also in other dialects */
const KINDS = [
  [/^(bash|shell|process|exec|run_command|terminal)/i, "terminal", "execute"],
  [/^(apply_patch|edit|write|multi_?edit|move_file|delete_file|create|str_replace)/i, "edit", "edit"],
  [/^(grep|glob|search|tool_search|memory_search|web_search)/i, "search", "search"],
  [/^(read|ls|list|get_file|repo_|lsp)/i, "file", "read"],
  [/^(web|http|fetch)/i, "globe", "fetch"],
  [/^(task$|agent|spawn|sessions_spawn|subagent)/i, "agent", "agent"],
  [/^(todo|plan)/i, "todo", "think"],
  [/^memory/i, "memory", "memory"],
  [/^(question|ask)/i, "question", "ask"],
  [/^batch/i, "list", "batch"],
];

/** @param {string} tool @returns {{ icon: string, kind: string }} */
export function kindOf(tool) {
  const found = KINDS.find(([pattern]) => pattern.test(tool));
  return found ? { icon: found[1], kind: found[2] } : { icon: "tools", kind: "other" };
}

const TELLING = ["command", "pattern", "query", "path", "file_path", "url", "prompt", "description", "name", "from", "session_id", "subagent_type", "code"];

/** The argument that says most. @param {unknown} args @returns {string} */
export function summaryOf(args) {
  if (typeof args !== "object" || args === null) {
    return typeof args === "string" ? firstLine(args) : "";
  }
  const given = /** @type {Record<string, unknown>} */ (args);
  for (const name of TELLING) {
    const value = given[name];
    if (typeof value === "string" && value) {
      return firstLine(value);
    }
  }
  const first = Object.values(given).find((it) => typeof it === "string" && it);
  return typeof first === "string" ? firstLine(first) : "";
}

/** @param {string} text */
function firstLine(text) {
  const line = text.trimStart().split("\n", 1)[0];
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/**
 * What a call gave, for display.
 * @param {Call} call
 * @returns {{ diff: string, text: string, error: string, code: string, media: { mime_type: string, data: string }[], sidecar: string, notes: string[], ansi: boolean }}
 */
export function outputOf(call) {
  const entry = call.result;
  const envelope = entry?.result ?? {};
  const data = envelope.data ?? {};
  const metadata = envelope.metadata ?? {};
  const diff = typeof data.diff === "string" ? data.diff : typeof metadata.diff === "string" ? metadata.diff : "";
  return {
    diff,
    text: diff ? "" : textOf(entry, data),
    error: envelope.type === "error" ? String(envelope.error_text ?? "") : "",
    code: String(metadata.code ?? ""),
    media: Array.isArray(entry?.media) ? entry.media.filter((/** @type {any} */ it) => it.type === "media") : [],
    sidecar: typeof metadata.output_path === "string" ? metadata.output_path : "",
    notes: Array.isArray(metadata.notes) ? metadata.notes.map(String) : [],
    ansi: kindOf(call.tool).kind === "execute",
  };
}

/** @param {any} entry @param {any} data @returns {string} */
function textOf(entry, data) {
  for (const value of [data.output, data.content, data.text, entry?.text, data.head]) {
    if (typeof value === "string" && value) {
      return value;
    }
  }
  return Object.keys(data).length > 0 ? JSON.stringify(data, null, 2) : "";
}

/** The session of a sub-agent that a call started. @param {Call} call @returns {string} */
export function subSessionOf(call) {
  const data = call.result?.result?.data ?? {};
  const metadata = call.result?.result?.metadata ?? {};
  for (const value of [data.session_id, metadata.session_id, metadata.progress?.session_id, call.metadata.session_id, call.metadata.session]) {
    if (typeof value === "string" && value) {
      return value;
    }
  }
  return "";
}
