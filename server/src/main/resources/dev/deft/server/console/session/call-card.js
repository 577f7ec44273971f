import { html, nothing } from "lit";
import "../ui/code.js";
import "../ui/diff.js";
import { DeftElement } from "../ui/element.js";
import { href } from "../app/router.js";
import { duration, plural } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { plain, pretty, shown } from "../ui/text.js";
import { kindOf, outputOf, subSessionOf, summaryOf } from "./call-view.js";
import { images } from "./images.js";

/** @typedef {import("./reducer.js").Row} Row */
/** @typedef {import("./reducer.js").Call} Call */

const STATES = { pending: "Not started", waiting: "Waits for an answer", running: "Running", done: "Done", failed: "Failed", denied: "Refused" };
const PROGRESS_LINES = 14;

/** One call: a line, and on request everything about it. */
export class DeftCall extends DeftElement {
  static properties = {
    row: { attribute: false },
    rev: { attribute: false },
    workspace: { attribute: false },
    open: { attribute: false },
    waiting: { attribute: false },
    subOpen: { state: true },
  };

  constructor() {
    super();
    /** @type {Row | undefined} */
    this.row = undefined;
    this.rev = 0;
    this.workspace = "";
    /** What the reader chose; undefined: nothing yet. @type {boolean | undefined} */
    this.open = undefined;
    /** Whether somebody has to answer before it can run. */
    this.waiting = false;
    this.subOpen = false;
    this.timer = 0;
  }

  updated() {
    clearTimeout(this.timer);
    if (this.row?.call?.state === "running" && this.row.call.startedAt) {
      this.timer = window.setTimeout(() => this.requestUpdate(), 1000);
    }
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    super.disconnectedCallback();
  }

  /** @param {Call} call */
  #isOpen(call) {
    return this.open ?? ((kindOf(call.tool).kind === "edit" && call.result !== undefined) || call.state === "failed" || (call.state === "running" && call.progress !== ""));
  }

  /** @param {boolean} open */
  #toggle(open) {
    this.dispatchEvent(new CustomEvent("fold", { detail: { key: this.row?.key, open }, bubbles: true }));
  }

  render() {
    const given = this.row?.call;
    if (!given) {
      return nothing;
    }
    const call = this.waiting && !given.result ? { ...given, state: /** @type {const} */ ("waiting") } : given;
    const { icon: symbol, kind } = kindOf(call.tool);
    const open = this.#isOpen(call);
    const summary = call.state === "done" && call.title && kind === "edit" ? call.title : summaryOf(call.args);
    return html`<div class="call ${call.state} ${kind} ${open ? "open" : ""}">
      <button class="call-head" aria-expanded=${open} @click=${() => this.#toggle(!open)}>
        <span class="call-icon">${icon(symbol)}</span>
        <span class="call-tool">${plain(call.tool)}</span>
        <span class="call-summary clip ${kind === "edit" && call.state === "done" ? "" : "mono"}">${plain(summary)}</span>
        ${this.#figures(call)}
        <span class="chevron">${icon("chevron")}</span>
      </button>
      ${open ? html`<div class="call-body">${this.#body(call, kind)}</div>` : nothing}
      ${kind === "agent" ? this.#sub(call) : nothing}
    </div>`;
  }

  /** @param {Call} call */
  #figures(call) {
    const out = call.result ? outputOf(call) : undefined;
    const running = call.state === "running" && call.startedAt ? Date.now() - Date.parse(call.startedAt) : 0;
    const took = call.durationMs ?? (running > 1000 ? running : undefined);
    return html`<span class="call-figures num">
      ${out?.diff ? counts(out.diff) : nothing}
      ${out?.code ? html`<span class="tag bad">${plain(out.code)}</span>` : nothing}
      ${call.state === "waiting" ? html`<span class="tag warn">waits for you</span>` : nothing}
      ${took === undefined || (took < 50 && call.result) ? nothing : html`<span>${duration(took)}</span>`}
      ${state(call.state)}
    </span>`;
  }

  /** @param {Call} call @param {string} kind */
  #body(call, kind) {
    const out = outputOf(call);
    return html`
      ${kind === "execute" ? this.#command(call) : kind === "edit" && out.diff ? nothing : argumentList(call)}
      ${call.progress && !call.result ? html`${call.title ? html`<p class="small muted">${plain(call.title)}</p>` : nothing}
        <div class="code progress"><pre aria-label="Output so far"><code>${shown(call.progress.split("\n").slice(-PROGRESS_LINES).join("\n").slice(-6000))}</code></pre></div>` : nothing}
      ${out.error ? html`<div class="note bad">${icon("bad")}<span class="pre">${shown(out.error.slice(0, 8000))}</span></div>` : nothing}
      ${out.diff ? html`<deft-diff .text=${out.diff}></deft-diff>` : nothing}
      ${out.text && !out.error ? html`<deft-code .text=${out.text} .ansi=${out.ansi} wrap name=${`${call.tool}-output.txt`}></deft-code>` : nothing}
      ${images(out.media)}
      ${out.sidecar ? html`<p class="small muted">The whole output is in <code>${plain(out.sidecar)}</code>.</p>` : nothing}
      ${out.notes.map((it) => html`<p class="small muted">${plain(it)}</p>`)}
      ${decision(call)}`;
  }

  /** @param {Call} call */
  #command(call) {
    const args = typeof call.args === "object" && call.args !== null ? /** @type {Record<string, unknown>} */ (call.args) : {};
    return typeof args.command === "string"
      ? html`<div class="command"><span aria-hidden="true">$</span><pre tabindex="0" aria-label="Command"><code>${shown(args.command)}</code></pre></div>
        ${args.workdir || args.background ? html`<p class="small muted">${args.workdir ? html`in <code>${plain(args.workdir)}</code> ` : nothing}${args.background ? "in the background" : nothing}</p>` : nothing}`
      : argumentList(call);
  }

  /** @param {Call} call */
  #sub(call) {
    const id = subSessionOf(call);
    if (!id) {
      return nothing;
    }
    return html`<div class="sub">
      <button class="linkish" aria-expanded=${this.subOpen} @click=${() => this.#openSub()}>${icon("tree")}${this.subOpen ? "Hide what the sub-agent did" : "Show what the sub-agent did"}</button>
      <a class="small" href=${href("/w/:workspace/s/:session", { workspace: this.workspace, session: id })}>Open its session</a>
      ${this.subOpen ? html`<deft-sub-timeline .workspace=${this.workspace} .session=${id}></deft-sub-timeline>` : nothing}
    </div>`;
  }

  async #openSub() {
    await import("./sub-timeline.js");
    this.subOpen = !this.subOpen;
  }
}

/** @param {Call["state"]} given */
function state(given) {
  const symbol = { pending: "clock", waiting: "bell", running: "", done: "check", failed: "bad", denied: "shield" }[given];
  return html`<span class="call-state ${given}" title=${STATES[given]}>${symbol ? icon(symbol) : html`<span class="spinner"></span>`}<span class="sr-only">${STATES[given]}</span></span>`;
}

/** @param {string} diff */
function counts(diff) {
  let [added, removed] = [0, 0];
  for (const line of diff.split("\n")) {
    added += line.startsWith("+") && !line.startsWith("+++ ") ? 1 : 0;
    removed += line.startsWith("-") && !line.startsWith("--- ") ? 1 : 0;
  }
  return html`<span class="diff-counts" aria-label=${`${plural(added, "line")} added, ${plural(removed, "line")} removed`}><span class="plus">+${added}</span> <span class="minus">−${removed}</span></span>`;
}

/** @param {{ args: unknown }} call */
export function argumentList(call) {
  const args = call.args;
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    return args === undefined || args === "" ? nothing : html`<div class="code wrap"><pre tabindex="0" aria-label="Arguments"><code>${shown(pretty(args).slice(0, 20_000))}</code></pre></div>`;
  }
  const fields = Object.entries(args);
  return fields.length === 0 ? nothing : html`<dl class="args">${fields.map(([name, value]) => html`<dt>${plain(name)}</dt><dd tabindex="0">${argument(value)}</dd>`)}</dl>`;
}

const LONGEST_ARGUMENT = 6000;

/** @param {unknown} value */
function argument(value) {
  const text = pretty(value);
  return text.length > LONGEST_ARGUMENT ? html`${shown(text.slice(0, LONGEST_ARGUMENT))}<span class="muted"> … ${text.length - LONGEST_ARGUMENT} more characters</span>` : shown(text);
}

/** Who let it run, or did not. @param {Call} call */
function decision(call) {
  const entry = call.decision;
  if (!entry) {
    return nothing;
  }
  const told = (entry.gates ?? []).filter((/** @type {any} */ it) => it.says !== "allow" && it.says !== "pass" && it.why);
  if (!entry.answer && told.length === 0) {
    return nothing;
  }
  return html`<div class="decision small">${icon("shield")}<div>
    ${entry.answer ? html`<div>Answered: <strong>${plain(entry.answer)}</strong>${entry.answered_by ? html` by ${plain(entry.answered_by)}` : nothing}</div>` : nothing}
    ${told.map((/** @type {any} */ it) => html`<div><span class="muted">${plain(it.gate)}:</span> ${plain(it.why)}</div>`)}
    ${(entry.rules ?? []).map((/** @type {string} */ it) => html`<div><code>${plain(it)}</code></div>`)}
  </div></div>`;
}

customElements.define("deft-call", DeftCall);
