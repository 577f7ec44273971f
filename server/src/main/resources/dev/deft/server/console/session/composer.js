import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { newKey } from "../app/api.js";
import { remember, remembered } from "../app/storage.js";
import { DeftElement, Listening } from "../ui/element.js";
import { bytes } from "../ui/format.js";
import { icon } from "../ui/icons.js";
import { plain, spelled } from "../ui/text.js";

/** @typedef {{ name: string, mime_type: string, data: string, size: number, preview: string }} Attachment */

/** Base64 makes four bytes of three; the server takes 24 MB. */
const MOST_BYTES = 16_000_000;
const IMAGE = /^image\/(png|jpeg|gif|webp)$/;

/** Where the draft of a session is remembered. @param {string} workspace @param {string} session */
export function draftOf(workspace, session) {
  return `draft.${workspace}/${session}`;
}

/** Where messages are written: several lines, attachments, drafts, history. */
export class DeftComposer extends DeftElement {
  static properties = { live: { attribute: false }, text: { state: true }, attachments: { state: true }, sending: { state: true }, over: { state: true } };

  constructor() {
    super();
    /** @type {import("./live-session.js").LiveSession | undefined} */
    this.live = undefined;
    this.text = "";
    /** @type {Attachment[]} */
    this.attachments = [];
    this.sending = false;
    this.over = false;
    this.past = -1;
    this.key = "";
    new Listening(this, app.data, ["info"]);
    this.changed = () => this.requestUpdate();
    this.offered = (/** @type {Event} */ event) => this.#offered(/** @type {CustomEvent} */ (event).detail);
  }

  /** @param {string} text */
  #offered(text) {
    if (!this.text.trim()) {
      this.#write(text);
      this.field?.focus();
    }
  }

  get draft() {
    return draftOf(this.live?.ref.workspace ?? "", this.live?.ref.id ?? "");
  }

  firstUpdated() {
    this.text = remembered(this.draft);
    this.live?.addEventListener("change", this.changed);
    this.live?.addEventListener("draft", this.offered);
    this.updateComplete.then(() => this.#grow());
  }

  disconnectedCallback() {
    this.live?.removeEventListener("change", this.changed);
    this.live?.removeEventListener("draft", this.offered);
    super.disconnectedCallback();
  }

  get field() {
    return /** @type {HTMLTextAreaElement | null} */ (this.querySelector("textarea"));
  }

  #grow() {
    const field = this.field;
    if (field) {
      field.style.height = "auto";
      field.style.height = `${Math.min(field.scrollHeight + 2, Math.round(window.innerHeight * 0.4))}px`;
    }
  }

  /** @param {string} text */
  #write(text) {
    this.text = text;
    remember(this.draft, text);
    this.updateComplete.then(() => this.#grow());
  }

  async #send() {
    const live = this.live;
    const text = this.text.trim();
    if (!live || this.sending || (!text && this.attachments.length === 0)) {
      return;
    }
    this.sending = true;
    this.key ||= newKey();
    const attachments = this.attachments.map(({ name, mime_type, data }) => ({ name, mime_type, data }));
    const sent = await app.attempt(
      () => app.api.post(`${live.base}/messages`, attachments.length > 0 ? { text, attachments } : { text }, { key: this.key }),
      "The message was not sent",
    );
    this.sending = false;
    if (sent) {
      this.key = "";
      this.past = -1;
      this.attachments.forEach((it) => URL.revokeObjectURL(it.preview));
      this.attachments = [];
      this.#write("");
      app.announce(sent.state === "queued" ? "The message is queued." : "The message was sent.");
      this.dispatchEvent(new CustomEvent("sent"));
    } else {
      this.key = "";
    }
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && (event.ctrlKey || event.metaKey || !matchMedia("(pointer: coarse)").matches)) {
      event.preventDefault();
      this.#send();
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && (this.past >= 0 || this.text === "")) {
      this.#recall(event);
    }
  }

  /** Earlier messages, as shells do it. @param {KeyboardEvent} event */
  #recall(event) {
    const said = (this.live?.timeline.rows ?? []).filter((it) => it.kind === "user" && it.data.source === "user").map((it) => it.text).reverse();
    const next = this.past + (event.key === "ArrowUp" ? 1 : -1);
    if (next < -1 || next >= said.length) {
      return;
    }
    event.preventDefault();
    this.past = next;
    this.#write(next < 0 ? "" : said[next]);
  }

  /** @param {FileList | File[] | null | undefined} files */
  async #attach(files) {
    for (const file of Array.from(files ?? [])) {
      const total = this.attachments.reduce((sum, it) => sum + it.size, file.size);
      if (total > MOST_BYTES) {
        app.toast("bad", "Too large", `${spelled(file.name)} was not attached: together attachments may have ${bytes(MOST_BYTES)}.`);
        continue;
      }
      const data = await base64(file);
      const mime = file.type || "application/octet-stream";
      const preview = IMAGE.test(mime) ? URL.createObjectURL(file) : "";
      this.attachments = [...this.attachments, { name: file.name || "pasted", mime_type: mime, data, size: file.size, preview }];
    }
  }

  /** @param {number} index */
  #detach(index) {
    URL.revokeObjectURL(this.attachments[index].preview);
    this.attachments = this.attachments.toSpliced(index, 1);
  }

  /** @param {DragEvent} event */
  #dropped(event) {
    event.preventDefault();
    this.over = false;
    this.#attach(event.dataTransfer?.files);
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const files = Array.from(event.clipboardData?.files ?? []);
    if (files.length > 0) {
      event.preventDefault();
      this.#attach(files);
    }
  }

  async #interrupt() {
    await app.attempt(() => this.live?.act("interrupt") ?? Promise.resolve(), "The agent was not interrupted");
  }

  render() {
    const state = this.live?.session?.state ?? "idle";
    const busy = state === "running" || state === "waiting";
    const nothingToSend = !this.text.trim() && this.attachments.length === 0;
    return html`<form class="composer ${this.over ? "over" : ""}" aria-label="Write to the agent"
        @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          this.#send();
        }}
        @dragover=${(/** @type {DragEvent} */ event) => {
          event.preventDefault();
          this.over = true;
        }}
        @dragleave=${() => (this.over = false)} @drop=${(/** @type {DragEvent} */ event) => this.#dropped(event)}>
      ${this.attachments.length > 0 ? html`<ul class="attachments" aria-label="Attachments">${this.attachments.map((it, i) => html`<li>
        ${it.preview ? html`<img src=${it.preview} alt="">` : icon("file")}<span class="clip">${plain(it.name)}</span><span class="muted">${bytes(it.size)}</span>
        <button class="btn quiet small icon-only" type="button" aria-label=${`Remove ${spelled(it.name)}`} @click=${() => this.#detach(i)}>${icon("close")}</button></li>`)}</ul>` : nothing}
      <textarea rows="1" aria-label="Message" placeholder=${busy ? "Write the next message; it is queued" : "Write to the agent"} .value=${this.text}
        @input=${(/** @type {any} */ event) => {
          this.past = -1;
          this.#write(event.target.value);
        }}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.#typed(event)} @paste=${(/** @type {ClipboardEvent} */ event) => this.#pasted(event)}></textarea>
      <div class="composer-acts">
        <input type="file" multiple hidden @change=${(/** @type {any} */ event) => {
          this.#attach(event.target.files);
          event.target.value = "";
        }}>
        <button class="btn quiet icon-only" type="button" aria-label="Attach files" title="Attach files, or drop or paste them" @click=${() => /** @type {HTMLElement} */ (this.querySelector("input[type=file]")).click()}>${icon("attach")}</button>
        <span class="small muted grow hints">${busy ? "Enter queues" : "Enter sends"}, Shift+Enter begins a line</span>
        ${busy ? html`<button class="btn" type="button" title="Interrupt (Ctrl+.)" @click=${() => this.#interrupt()}>${icon("stop")}Interrupt</button>` : nothing}
        <button class="btn primary" type="submit" ?disabled=${nothingToSend || this.sending}>${this.sending ? html`<span class="spinner"></span>` : icon(busy ? "queue" : "send")}${busy ? "Queue" : "Send"}</button>
      </div>
    </form>`;
  }
}

/** @param {Blob} file @returns {Promise<string>} */
function base64(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",", 2)[1] ?? "");
    reader.onerror = () => failed(reader.error ?? new Error("The file could not be read."));
    reader.readAsDataURL(file);
  });
}

customElements.define("deft-composer", DeftComposer);
