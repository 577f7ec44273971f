import { html, nothing } from "lit";
import { ApiProblem } from "../app/api.js";
import { app } from "../app/app.js";
import { DeftElement, Loading } from "../ui/element.js";
import { loaded } from "../ui/states.js";

/**
 * A page of the console that shows what `load` brings, and brings it again when its subject changes.
 * @template T
 */
export class View extends DeftElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { params: { attribute: false }, query: { attribute: false } };

  constructor() {
    super();
    /** @type {Record<string, string>} */
    this.params = {};
    /** @type {Record<string, string>} */
    this.query = {};
    /** @type {Loading<T>} */
    this.data = new Loading(this);
    /** @type {string | undefined} */
    this.subjectShown = undefined;
  }

  get workspace() {
    return this.params.workspace ?? "";
  }

  /** The content is loaded again when this changes. */
  subject() {
    return this.workspace;
  }

  /** The content. @returns {Promise<T>} */
  load() {
    throw new Error("A view loads something.");
  }

  /** The heading, shown at once. @returns {unknown} */
  head() {
    return nothing;
  }

  /** @param {T} _value @returns {unknown} */
  content(_value) {
    return nothing;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const subject = this.subject();
    if ((changed.has("params") || changed.has("query")) && subject !== this.subjectShown) {
      this.subjectShown = subject;
      this.data.value = undefined;
      this.reload();
    }
  }

  /** Loads again; what is shown stays until then. */
  reload() {
    return this.data.run(() => this.load());
  }

  /**
   * Does something and says how it went.
   * @param {() => Promise<unknown>} work @param {string} [done] said when it worked
   * @returns {Promise<boolean>} whether it worked
   */
  async act(work, done = "") {
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) {
        throw problem;
      }
      app.toast("bad", "That did not work", problem.message);
      return false;
    }
    if (done) {
      app.toast("ok", done);
    }
    return true;
  }

  render() {
    return html`<div class="page">${this.head()}${loaded(this.data, (it) => this.content(it), () => this.reload())}</div>`;
  }
}

/** The heading of a page. @param {string} title @param {unknown} text @param {unknown} [actions] */
export function pageHead(title, text, actions = nothing) {
  return html`<header class="page-head"><div class="titles"><h1>${title}</h1><p>${text}</p></div>${actions}</header>`;
}
