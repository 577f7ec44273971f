import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { ApiProblem, path } from "../app/api.js";
import { href } from "../app/router.js";
import "../ui/diff.js";
import { DeftElement, Listening } from "../ui/element.js";
import { ago, fullTime } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { plain, shown } from "../ui/text.js";
import { argumentList } from "./call-card.js";
import { kindOf } from "./call-view.js";

/** @typedef {import("../app/live-data.js").Request} Request */

/** A key or click that was meant for something else must not answer what has just appeared. */
const GUARD = 600;

/** An approval or a question, to be answered here. */
export class DeftRequest extends DeftElement {
  static properties = { request: { attribute: false }, place: { type: Boolean }, busy: { state: true }, rejecting: { state: true } };

  constructor() {
    super();
    /** @type {Request | undefined} */
    this.request = undefined;
    /** Whether to say which session it is of. */
    this.place = false;
    this.busy = "";
    this.rejecting = false;
    this.problem = "";
    this.message = "";
    /** @type {string[]} */
    this.rules = [];
    /** @type {Map<number, Set<string>>} */
    this.chosen = new Map();
    /** @type {Map<number, string>} */
    this.typed = new Map();
    this.shownAt = 0;
    this.ofRequest = "";
    new Listening(this, app.data, ["requests"]);
  }

  willUpdate() {
    if (this.request && this.request.id !== this.ofRequest) {
      this.ofRequest = this.request.id;
      this.rules = [...(this.request.rules ?? [])];
      this.shownAt = performance.now();
      this.rejecting = false;
      this.problem = "";
      this.message = "";
      this.chosen.clear();
      this.typed.clear();
      setTimeout(() => this.requestUpdate(), GUARD + 20);
    }
  }

  get guarded() {
    return performance.now() - this.shownAt < GUARD;
  }

  /** Answers by the keyboard. @param {string} answer @returns {boolean} whether this card took it */
  answerByKey(answer) {
    if (this.guarded || this.busy || !this.request || !app.data.may("approve") || this.request.kind !== "approval") {
      return false;
    }
    if (answer === "reject") {
      this.#reject();
    } else {
      this.#answer({ answer });
    }
    return true;
  }

  async #reject() {
    this.rejecting = true;
    await this.updateComplete;
    const field = this.querySelector(".reject textarea");
    if (field instanceof HTMLElement) {
      field.focus();
    }
  }

  /** @param {Record<string, unknown>} body */
  async #answer(body) {
    const request = this.request;
    if (!request || this.busy || this.guarded) {
      return;
    }
    this.busy = String(body.answer ?? "answer");
    this.problem = "";
    const rules = this.rules.map((it) => it.trim()).filter((it) => it);
    const withRules = body.answer === "session" || body.answer === "project" ? { ...body, rules } : body;
    try {
      const answered = await app.api.post(path`/v1/workspaces/${request.workspace}/sessions/${request.session}/requests/${request.id}/answer`, withRules);
      app.data.closed({ id: request.id, answered_by: answered?.answered_by });
      app.announce("Answered");
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.status === 409) {
        const by = String(problem.fields.answered_by ?? "");
        app.data.closed({ id: request.id, answered_by: by });
        app.toast("info", "Answered already", by ? `${by} was faster.` : problem.message);
      } else {
        this.problem = problem instanceof Error ? problem.message : String(problem);
      }
    }
    this.busy = "";
  }

  render() {
    const request = this.request;
    if (!request) {
      return nothing;
    }
    const by = app.data.answered.get(request.id);
    if (by !== undefined) {
      return html`<div class="line">${icon("check")}<span>Answered${by ? html` by ${plain(by)}` : nothing}</span></div>`;
    }
    return html`<section class="request ${request.kind}" aria-label=${request.kind === "approval" ? "Approval" : "Question"}>
      <header>
        <span class="request-icon">${icon(request.kind === "approval" ? kindOf(request.tool ?? "").icon : "question")}</span>
        <h2 class="grow">${request.kind === "approval" ? html`May <strong>${plain(request.tool)}</strong> run?` : "A question for you"}</h2>
        ${request.from ? html`<span class="tag">${icon("agent")}${plain(request.from)}</span>` : nothing}
        <time class="small muted" title=${fullTime(request.asked_at)}>${ago(request.asked_at)}</time>
      </header>
      ${this.place ? html`<a class="small" href=${href("/w/:workspace/s/:session", { workspace: request.workspace, session: request.session })}>${plain(request.workspace)} / ${plain(app.data.sessions.get(`${request.workspace}\u0000${request.session}`)?.title || request.session)}</a>` : nothing}
      ${request.kind === "approval" ? this.#approval(request) : this.#questions(request)}
      ${this.problem ? html`<div class="note bad" role="alert">${icon("bad")}<span>${plain(this.problem)}</span></div>` : nothing}
    </section>`;
  }

  /** @param {Request} request */
  #approval(request) {
    const args = request.args ?? {};
    const command = typeof args.command === "string" ? args.command : "";
    const diff = request.preview && /^@@ /m.test(request.preview) ? request.preview : "";
    return html`
      ${(request.reasons ?? []).length > 0 ? html`<ul class="reasons">${(request.reasons ?? []).map((it) => html`<li>${plain(it)}</li>`)}</ul>` : nothing}
      ${command ? html`<div class="command"><span aria-hidden="true">$</span><pre tabindex="0" aria-label="Command"><code>${shown(command)}</code></pre></div>${argumentList({ args: Object.fromEntries(Object.entries(args).filter(([name]) => name !== "command")) })}`
        : diff ? nothing : argumentList({ args })}
      ${diff ? html`<deft-diff .text=${diff}></deft-diff><details class="small"><summary>All arguments</summary>${argumentList({ args })}</details>` : request.preview ? html`<div class="code wrap"><pre tabindex="0" aria-label="Preview"><code>${shown(request.preview.slice(0, 20_000))}</code></pre></div>` : nothing}
      ${this.rules.length > 0 ? html`<div class="field rules"><span class="label">${this.rules.length === 1 ? "The rule that would be kept" : "The rules that would be kept"}</span>
        ${this.rules.map((it, i) => html`<input class="input mono" aria-label=${`Rule ${i + 1}`} spellcheck="false" .value=${it} @input=${(/** @type {any} */ event) => (this.rules[i] = event.target.value)}>`)}
        <span class="hint">Kept if you allow it for the session or the project. Narrow it if you like.</span></div>` : nothing}
      ${app.data.may("approve") ? (this.rejecting ? this.#rejection() : this.#buttons()) : html`<p class="small muted">You may look, but not answer.</p>`}`;
  }

  #buttons() {
    const off = this.guarded || this.busy !== "";
    return html`<div class="answers">
      ${this.#button("once", "Allow once", "primary", "y", off)}
      ${this.rules.length > 0 ? html`${this.#button("session", "For the session", "", "Y", off)}${this.#button("project", "For the project", "", "", off)}` : nothing}
      <span class="grow"></span>
      <button class="btn danger" ?disabled=${off} @click=${() => this.#reject()}>Reject…<kbd>x</kbd></button>
    </div>`;
  }

  /** @param {string} answer @param {string} label @param {string} kind @param {string} key @param {boolean} off */
  #button(answer, label, kind, key, off) {
    return html`<button class="btn ${kind}" ?disabled=${off} @click=${() => this.#answer({ answer })}>${this.busy === answer ? html`<span class="spinner"></span>` : nothing}${label}${key ? html`<kbd>${key}</kbd>` : nothing}</button>`;
  }

  #rejection() {
    return html`<form class="reject field" @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        this.#answer(this.message ? { answer: "reject", message: this.message } : { answer: "reject" });
      }}>
      <label for=${`why-${this.ofRequest}`}>What should be done instead? (optional)</label>
      <textarea id=${`why-${this.ofRequest}`} class="textarea" rows="2" .value=${this.message} @input=${(/** @type {any} */ event) => (this.message = event.target.value)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            this.querySelector("form")?.requestSubmit();
          }
        }}></textarea>
      <div class="answers"><button class="btn danger" type="submit" ?disabled=${this.busy !== ""}>Reject</button>
        <button class="btn quiet" type="button" @click=${() => (this.rejecting = false)}>Back</button></div>
    </form>`;
  }

  /** @param {Request} request */
  #questions(request) {
    const questions = request.questions ?? [];
    const off = this.guarded || this.busy !== "";
    return html`<form class="stack" @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        this.#answer({ answers: questions.map((_, i) => [...(this.chosen.get(i) ?? []), ...(this.typed.get(i) ? [this.typed.get(i)] : [])]) });
      }}>
      ${questions.map((it, i) => html`<fieldset class="ask">
        <legend>${it.header ? html`<span class="tag">${plain(it.header)}</span> ` : nothing}${plain(it.question)}</legend>
        ${(it.options ?? []).map((option) => html`<label class="option">
          <input type=${it.multi_select ? "checkbox" : "radio"} name=${`${request.id}-${i}`} .checked=${this.chosen.get(i)?.has(option.label) ?? false} @change=${() => this.#choose(i, option.label, it.multi_select === true)}>
          <span><strong>${plain(option.label)}</strong>${option.description ? html`<small>${plain(option.description)}</small>` : nothing}</span></label>`)}
        <input class="input" aria-label="Another answer" placeholder=${(it.options ?? []).length > 0 ? "Another answer" : "Your answer"} .value=${this.typed.get(i) ?? ""} @input=${(/** @type {any} */ event) => this.typed.set(i, event.target.value.trim())}>
      </fieldset>`)}
      ${app.data.may("approve") ? html`<div class="answers"><button class="btn primary" type="submit" ?disabled=${off}>Answer</button><span class="grow"></span>
        <button class="btn quiet" type="button" ?disabled=${off} @click=${() => this.#answer({ skip: true })}>Skip</button></div>` : html`<p class="small muted">You may look, but not answer.</p>`}
    </form>`;
  }

  /** @param {number} question @param {string} label @param {boolean} several */
  #choose(question, label, several) {
    const chosen = several ? new Set(this.chosen.get(question)) : new Set();
    if (several && chosen.has(label)) {
      chosen.delete(label);
    } else {
      chosen.add(label);
    }
    this.chosen.set(question, chosen);
    this.requestUpdate();
  }
}

customElements.define("deft-request", DeftRequest);
