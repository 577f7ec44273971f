// The rows of a timeline.

import { html, nothing } from "lit";
import "../ui/markdown.js";
import "./call-card.js";
import "./request-card.js";
import { href } from "../app/router.js";
import { clock, compact, cost, fullTime, plural } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { plain, shown } from "../ui/text.js";
import { images } from "./images.js";

/** @typedef {import("./reducer.js").Row} Row */

/**
 * @typedef {object} RowContext
 * @property {string} workspace
 * @property {Map<string, boolean>} folds what the reader opened or closed, by row
 * @property {(key: string, open: boolean) => void} fold
 * @property {Set<string>} [waiting] the calls that wait for an answer
 * @property {((row: Row) => unknown) | undefined} [actions] buttons of a user message
 */

const LONG_MESSAGE = 6000;

/** @param {Row & { request?: any }} row @param {RowContext} context */
export function renderRow(row, context) {
  const shownAs = RENDERERS[row.kind];
  return html`<article class="entry is-${row.kind} ${row.inactive ? "inactive" : ""}" tabindex="-1" aria-label=${LABELS[row.kind] ?? row.kind}>
    ${shownAs ? shownAs(row, context) : nothing}
  </article>`;
}

/** @type {Record<string, string>} */
const LABELS = {
  user: "Message", text: "Answer", reasoning: "Reasoning", call: "Call", request: "Request", end: "End of the run",
  compaction: "Summary", undo: "Files taken back", rewind: "Rewound", retry: "Retry", warning: "Warning",
};

/** @type {Record<string, (row: any, context: RowContext) => unknown>} */
const RENDERERS = {
  user: (row, context) => html`<div class="bubble">
      <header><span class="from">${row.data.source === "user" ? "You" : plain(row.data.source)}</span><time title=${fullTime(row.at)}>${clock(row.at)}</time>${context.actions?.(row) ?? nothing}</header>
      ${foldable(row, context, (text) => html`<div class="said">${shown(text)}</div>`)}
      ${images(row.data.media)}
    </div>`,
  text: (row) => html`<deft-markdown .text=${row.text}></deft-markdown>${row.live ? html`<span class="caret" aria-hidden="true"></span>` : nothing}
    ${row.data?.stop === "length" ? line("warning", "The answer was cut off: it reached the limit of tokens.") : nothing}
    ${row.data?.stop === "refused" ? line("warning", "The model refused to answer.") : nothing}`,
  reasoning: (row, context) => {
    const open = context.folds.get(row.key) ?? false;
    return html`<div class="thought ${open ? "open" : ""}">
      <button class="linkish" aria-expanded=${open} @click=${() => context.fold(row.key, !open)}>${row.live ? html`<span class="spinner"></span>` : icon("thought")}${row.live ? "Thinking" : "Reasoning"}<span class="clip">${open ? nothing : plain(lastLine(row.text))}</span></button>
      ${open ? html`<deft-markdown .text=${row.text}></deft-markdown>` : nothing}
    </div>`;
  },
  call: (row, context) => html`<deft-call .row=${row} .rev=${row.rev} .workspace=${context.workspace} .open=${context.folds.get(row.key)} .waiting=${context.waiting?.has(row.call.id) ?? false}
      @fold=${(/** @type {CustomEvent} */ event) => {
        event.stopPropagation();
        context.fold(row.key, event.detail.open);
      }}></deft-call>`,
  media: (row) => images(row.data.media),
  request: (row) => html`<deft-request .request=${row.request}></deft-request>`,
  compaction: (row, context) => {
    const open = context.folds.get(row.key) ?? false;
    return html`<div class="rule"><button class="linkish" aria-expanded=${open} @click=${() => context.fold(row.key, !open)}>${icon("compact")}Earlier messages were summed up</button></div>
      ${open ? html`<div class="card"><div class="body"><deft-markdown .text=${row.text}></deft-markdown></div></div>` : nothing}`;
  },
  undo: (row) => line(row.data.redone ? "redo" : "undo", html`${row.data.redone ? "Changes made again in" : "Changes taken back in"} ${files(row.data.files)}`),
  rewind: (row) => html`<div class="rule"><span>${icon("rewind")}The conversation went on from an earlier message${row.data.hidden ? html`; ${plural(row.data.hidden, "step")} above no longer count` : nothing}</span></div>`,
  fork: (row, context) => html`<div class="rule"><span>${icon("fork")}Forked from <a href=${href("/w/:workspace/s/:session", { workspace: context.workspace, session: row.text })}>${plain(row.text)}</a></span></div>`,
  retry: (row) => line("refresh", html`Asked again${row.data?.attempt ? html` (attempt ${row.data.attempt})` : nothing}: ${plain(row.text)}`),
  warning: (row) => line("warning", plain(row.text), "warn"),
  message: (row) => line("info", plain(row.text)),
  notice: (row) => line("info", plain(row.text)),
  attachment: (row) => line("attach", html`Made <code>${plain(row.text)}</code>`),
  verdict: (row) => line("todo", html`<strong>${plain(row.data.verdict)}</strong>: ${plain(row.text)}`),
  reflection: (row) => line("memory", row.text ? plain(row.text) : "Looked back at the run"),
  end: (row) => end(row),
};

/** @param {any} row */
function end(row) {
  const { status = "", usage = {}, steps = 0, files_changed: changed = [] } = row.data;
  const tokens = (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0);
  const figures = [
    steps ? plural(steps, "step") : "",
    tokens ? `${compact(tokens)} tokens` : "",
    usage.cost_usd ? cost(usage.cost_usd) : "",
    changed.length ? plural(changed.length, "file") + " changed" : "",
  ].filter((it) => it);
  const bad = status !== "done" && status !== "";
  return html`<div class="run-end ${bad ? "bad" : ""}">
    ${bad ? html`<span class="tag ${status === "interrupted" || status === "cancelled" ? "warn" : "bad"}">${plain(status)}</span>` : icon("check")}
    <span class="num">${figures.join(" · ")}</span><time title=${fullTime(row.at)}>${clock(row.at)}</time>
    ${row.text ? html`<p class="why">${plain(row.text)}</p>` : nothing}
  </div>`;
}

/** @param {string} symbol @param {unknown} text @param {string} [kind] */
function line(symbol, text, kind = "") {
  return html`<div class="line ${kind}">${icon(symbol)}<span>${text}</span></div>`;
}

/** @param {string[]} names */
function files(names) {
  return names.length > 4
    ? html`${names.slice(0, 3).map((it) => html`<code>${plain(it)}</code> `)} and ${names.length - 3} more`
    : names.map((it) => html`<code>${plain(it)}</code> `);
}

/** @param {string} text */
function lastLine(text) {
  return text.trimEnd().split("\n").pop()?.slice(-160) ?? "";
}

/** @param {Row} row @param {RowContext} context @param {(text: string) => unknown} render */
function foldable(row, context, render) {
  if (row.text.length <= LONG_MESSAGE) {
    return render(row.text);
  }
  const open = context.folds.get(row.key) ?? false;
  return html`${render(open ? row.text.slice(0, 400_000) : row.text.slice(0, LONG_MESSAGE) + "…")}
    <button class="linkish small" aria-expanded=${open} @click=${() => context.fold(row.key, !open)}>${open ? "Show less" : "Show all"}</button>`;
}

