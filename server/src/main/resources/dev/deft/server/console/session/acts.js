// What can be done with a session as a whole.

import { html, nothing } from "lit";
import { app } from "../app/app.js";
import { address } from "../app/api.js";
import { go } from "../app/router.js";
import { remember } from "../app/storage.js";
import { askText, confirmed, openDialog } from "../ui/dialog.js";
import "../ui/diff.js";
import { clock, plural } from "../ui/format.js";
import { skeleton } from "../ui/states.js";
import { plain, spelled } from "../ui/text.js";
import { draftOf } from "./composer.js";
import { sessionHref } from "./list.js";

export class SessionActs {
  /** @param {import("./live-session.js").LiveSession} live */
  constructor(live) {
    this.live = live;
  }

  /** @returns {import("../ui/menu.js").MenuItem[]} */
  menu() {
    return [
      { label: "Rename…", icon: "edit", run: () => this.rename() },
      { label: "Rewind…", icon: "rewind", key: "w", run: () => this.rewind() },
      { label: "Fork", icon: "fork", run: () => this.fork() },
      { label: "Sum up earlier messages", icon: "compact", run: () => this.compact() },
      "line",
      ...this.exports(),
      "line",
      { label: "Delete…", icon: "trash", danger: true, run: () => this.remove() },
    ];
  }

  /** @returns {import("../ui/menu.js").MenuItem[]} */
  exports() {
    return [
      ["HTML", "html"],
      ["Markdown", "markdown"],
      ["JSON lines", "jsonl"],
    ].map(([name, format]) => ({ label: `Export as ${name}`, icon: "download", run: () => download(address(`${this.live.base}/export`, { format })) }));
  }

  async interrupt() {
    const state = this.live.session?.state;
    if (state === "running" || state === "waiting") {
      await app.attempt(() => this.live.act("interrupt"), "The agent was not interrupted");
    }
  }

  async undo() {
    await this.#changeFiles("undo", "Take back the last changes?", "Undo", "Nothing was undone");
  }

  async redo() {
    const done = await app.attempt(() => this.live.act("redo"), "Nothing was redone");
    if (done) {
      app.toast("ok", "Changes made again", (done.files ?? []).map(spelled).join(", "));
    }
  }

  /** Shows what would change in the files first. @param {string} act @param {string} title @param {string} confirm @param {string} failure */
  async #changeFiles(act, title, confirm, failure) {
    if (document.querySelector("dialog[open]")) {
      return;
    }
    const turns = await app.attempt(() => app.api.all(`${this.live.base}/turns`), failure);
    const last = turns?.filter((it) => !it.undone && (it.files ?? []).length > 0).at(-1);
    if (!turns || !last) {
      if (turns) {
        app.toast("info", "There is nothing to undo", "No turn changed files.");
      }
      return;
    }
    const diff = await app.attempt(() => app.api.get(`${this.live.base}/diff`, { query: { turn: last.turn } }), failure);
    if (!diff) {
      return;
    }
    const sure = await openDialog({
      title,
      wide: true,
      content: () => html`<p>These changes of turn ${last.turn}${last.message ? html`, “${plain(last.message.slice(0, 120))}”,` : nothing} will be taken back in ${plural((diff.files ?? last.files).length, "file")}:</p><deft-diff .text=${diff.diff ?? ""}></deft-diff>`,
      actions: (/** @type {(result?: boolean) => void} */ close) => html`<button class="btn" @click=${() => close(false)}>Cancel</button><button class="btn primary" autofocus @click=${() => close(true)}>${confirm}</button>`,
    });
    if (sure) {
      const done = await app.attempt(() => this.live.act(act), failure);
      if (done) {
        app.toast("ok", "Changes taken back", (done.files ?? []).map(spelled).join(", "));
      }
    }
  }

  /** Picks a message to go back to, and shows what that means for the files. @param {number} [entry] */
  async rewind(entry) {
    if (document.querySelector("dialog[open]")) {
      return;
    }
    const failure = "The session was not rewound";
    const turns = entry === undefined ? await app.attempt(async () => (await app.api.all(`${this.live.base}/turns`)).filter((it) => it.entry > 0), failure) : [];
    if (!turns) {
      return;
    }
    let chosen = entry ?? turns.at(-1)?.entry;
    let files = true;
    /** @type {any} */
    let preview;
    /** @param {() => void} update */
    const look = async (update) => {
      const asked = chosen;
      preview = undefined;
      update();
      const found = await app.attempt(() => app.api.get(`${this.live.base}/rewind`, { query: { entry: asked } }), "The changes could not be shown");
      if (asked === chosen) {
        preview = found ?? {};
        update();
      }
    };
    let started = false;
    const sure = await openDialog({
      title: "Rewind to an earlier message",
      wide: true,
      content: (/** @type {(result?: boolean) => void} */ _close, update) => {
        if (!started && chosen !== undefined) {
          started = true;
          queueMicrotask(() => look(update));
        }
        return html`
          ${turns.length > 0 ? html`<div class="turns" role="radiogroup" aria-label="Messages">${turns.map((it) => html`<label class="option">
              <input type="radio" name="turn" ?autofocus=${it.entry === chosen} .checked=${it.entry === chosen} @change=${() => {
                chosen = it.entry;
                look(update);
              }}><span class="grow"><strong>${plain(it.message || `Turn ${it.turn}`)}</strong><small>${clock(it.at)}${(it.files ?? []).length ? ` · ${plural(it.files.length, "file")} changed` : ""}</small></span></label>`)}</div>`
            : entry === undefined ? html`<p class="muted">There is no message to go back to.</p>` : nothing}
          ${chosen === undefined ? nothing : html`
            <p>The conversation goes on from before ${preview?.message ? html`“${plain(preview.message.slice(0, 160))}”` : "this message"}. What came after it stays in the log.</p>
            <label class="check"><input type="checkbox" .checked=${files} @change=${(/** @type {any} */ event) => {
              files = event.target.checked;
              update();
            }}><span>Take back the changes of files as well</span></label>
            ${files ? (preview ? html`<deft-diff .text=${preview.diff ?? ""}></deft-diff>` : skeleton(4)) : nothing}`}`;
      },
      actions: (close) => html`<button class="btn" @click=${() => close(false)}>Cancel</button><button class="btn primary" ?disabled=${chosen === undefined} @click=${() => close(true)}>Rewind</button>`,
    });
    if (sure && chosen !== undefined) {
      const said = this.live.timeline.rows.find((it) => it.kind === "user" && it.entry === chosen)?.text ?? preview?.message ?? "";
      const done = await app.attempt(() => this.live.act("rewind", { entry: chosen, files }), failure);
      if (done) {
        app.toast("ok", "Rewound", "The conversation goes on from there.");
        this.live.offer(said);
      }
    }
  }

  /** A copy of all, or of what came before a message, which is then ready to be written anew. @param {import("./reducer.js").Row} [message] */
  async fork(message) {
    const before = this.live.timeline.entries.find((it) => it.id === message?.entry)?.parent;
    const made = await app.attempt(() => this.live.act("fork", message && before !== undefined ? { entry: before } : {}), "The session was not forked");
    if (made) {
      if (message) {
        remember(draftOf(made.workspace ?? this.live.ref.workspace, made.id), message.text);
      }
      app.toast("ok", "Forked", "This is the copy; the original is as it was.");
      go(sessionHref({ workspace: made.workspace ?? this.live.ref.workspace, id: made.id }));
    }
  }

  async compact() {
    app.toast("info", "Summing up…", "The model writes a summary of the earlier messages.");
    const done = await app.attempt(() => this.live.act("compact"), "Nothing was summed up");
    if (done) {
      app.toast("ok", done.summary ? "Summed up" : "There was nothing to sum up");
    }
  }

  async rename() {
    const title = await askText({ title: "Rename the session", label: "Title", value: this.live.session?.title ?? "", confirm: "Rename" });
    if (title?.trim()) {
      const changed = await app.attempt(() => app.api.patch(this.live.base, { title: title.trim() }), "The session was not renamed");
      if (changed) {
        this.live.session = changed;
        this.live.changed();
      }
    }
  }

  async remove() {
    const sure = await confirmed({
      title: "Delete this session?",
      text: html`“${plain(this.live.session?.title || this.live.ref.id)}” and its log are removed for good. Files that the agent changed stay as they are.`,
      confirm: "Delete the session",
      danger: true,
    });
    if (sure && (await app.attempt(async () => {
      await app.api.delete(this.live.base);
      return true;
    }, "The session was not deleted"))) {
      app.toast("ok", "The session was deleted");
      go("#/sessions");
    }
  }
}

/** @param {string} url */
function download(url) {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
