import { html, nothing } from "lit";
import { duration } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { plain } from "../ui/text.js";
import "../ui/code.js";
import "../ui/diff.js";

/** @typedef {{ type: string, data?: any, error_text?: string, metadata?: any }} EnvelopeJson */

const LONGEST_TABLE = 200;

/** The decision of the gates as a word with a color. @param {string} decision */
export function decisionTag(decision) {
  const tone = decision === "allow" ? "ok" : decision === "deny" ? "bad" : "warn";
  return html`<span class="tag ${tone}">${decision}</span>`;
}

/** What each gate said, in order; the one that decided stands out. @param {{ decision: string, look?: boolean, stages?: any[], rules?: any[] }} explained */
export function stagesView(explained) {
  const stages = explained.stages ?? [];
  const decider = stages.findIndex((it) => it.decision === explained.decision && it.decision !== "allow");
  return html`<ol class="stages">
    ${stages.map((it, at) => html`<li class=${at === decider ? "decided" : ""}>
      <span class="row wrap"><strong>${it.stage}</strong>${decisionTag(it.decision)}${at === decider ? html`<span class="muted small">decided</span>` : nothing}</span>
      ${it.reason ? html`<p>${plain(it.reason)}</p>` : nothing}
      ${it.parts && it.parts.length > 0 ? html`<ul class="parts">${it.parts.map((/** @type {any} */ one) => html`<li><span class="row wrap"><code class="rule-chip">${plain(one.part)}</code>${decisionTag(one.decision)}</span>
        ${one.reason ? html`<p class="small">${plain(one.reason)}</p>` : nothing}</li>`)}</ul>` : nothing}
    </li>`)}
  </ol>
  ${explained.look ? html`<p class="note">${icon("info")}<span>Without an answer the command would run in look mode: what it changes is thrown away.</span></p>` : nothing}
  ${explained.decision === "ask" && (explained.rules ?? []).length > 0
    ? html`<p class="small muted">An answer “for the session” or “for the project” would add:</p>
      <ul class="stack-1 fit-rows">${(explained.rules ?? []).map((it) => html`<li class="mono small rule-chip">${plain(ruleText(it))}</li>`)}</ul>` : nothing}`;
}

/** @param {any} rule @returns {string} */
export function ruleText(rule) {
  if (typeof rule === "string") return rule;
  return rule.text ?? [rule.action, rule.permission, rule.pattern].filter(Boolean).join(" ");
}

/** The result of a call. @param {EnvelopeJson} envelope */
export function envelopeView(envelope) {
  const { duration_ms: took, title, code: failed, notes = [], ...metadata } = envelope.metadata ?? {};
  const ok = envelope.type !== "error";
  return html`<section class="result ${ok ? "" : "failed"}" data-result=${envelope.type} aria-label="Result">
    <header class="row wrap">
      ${icon(ok ? "check" : "bad")}
      <h3 class="grow">${plain(ok ? title || "Done" : "Failed")}</h3>
      ${failed ? html`<span class="tag bad mono">${failed}</span>` : nothing}
      ${took === undefined ? nothing : html`<span class="muted small num">${duration(took)}</span>`}
    </header>
    ${ok ? dataView(envelope.data ?? {}) : html`<p class="result-text">${plain(envelope.error_text ?? "")}</p>`}
    ${notes.map((/** @type {string} */ it) => html`<p class="note">${icon("info")}<span>${plain(it)}</span></p>`)}
    ${Object.keys(metadata).length > 0 ? html`<details><summary class="small muted">More about the call</summary>${json(metadata)}</details>` : nothing}
  </section>`;
}

/** @param {any} value */
function json(value) {
  return html`<deft-code .text=${JSON.stringify(value, null, 2)} language="json" name="result.json"></deft-code>`;
}

/** @param {any} data */
function dataView(data) {
  const fields = Object.entries(data);
  if (fields.length === 0) return nothing;
  return html`<div class="stack-2">${fields.map(([name, it]) => fieldView(name, it))}</div>
    <details><summary class="small muted">As JSON</summary>${json(data)}</details>`;
}

/** @param {string} name @param {any} value @returns {unknown} */
function fieldView(name, value) {
  if (value === null || typeof value !== "object") {
    const text = String(value);
    if (name === "diff" && text.includes("\n@@ ")) return html`<deft-diff .text=${text}></deft-diff>`;
    return text.includes("\n") || text.length > 120
      ? html`<div><p class="list-head">${name}</p><deft-code .text=${text} ansi></deft-code></div>`
      : html`<dl class="args"><dt>${name}</dt><dd>${plain(text)}</dd></dl>`;
  }
  if (Array.isArray(value) && value.length > 0 && value.every((it) => it !== null && typeof it === "object" && !Array.isArray(it))) {
    return tableView(name, value);
  }
  if (Array.isArray(value) && value.every((it) => it === null || typeof it !== "object")) {
    return html`<dl class="args"><dt>${name}</dt><dd>${value.length === 0 ? html`<span class="muted">none</span>` : plain(value.join("\n"))}</dd></dl>`;
  }
  return html`<div><p class="list-head">${name}</p>${json(value)}</div>`;
}

/** @param {string} name @param {any[]} rows */
function tableView(name, rows) {
  const columns = [...new Set(rows.slice(0, LONGEST_TABLE).flatMap((it) => Object.keys(it)))].slice(0, 8);
  return html`<div><p class="list-head">${name} (${rows.length})</p><div class="table-wrap" tabindex="0" role="region" aria-label=${name}><table class="table">
    <thead><tr>${columns.map((it) => html`<th scope="col">${it}</th>`)}</tr></thead>
    <tbody>${rows.slice(0, LONGEST_TABLE).map((row) => html`<tr>${columns.map((it) => html`<td class="mono">${cell(row[it])}</td>`)}</tr>`)}</tbody>
  </table></div>${rows.length > LONGEST_TABLE ? html`<p class="small muted">The first ${LONGEST_TABLE} of ${rows.length}.</p>` : nothing}</div>`;
}

/** @param {any} value */
function cell(value) {
  if (value === undefined || value === null) return nothing;
  return plain(typeof value === "object" ? JSON.stringify(value) : String(value));
}
