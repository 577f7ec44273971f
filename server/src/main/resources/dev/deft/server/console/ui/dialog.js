// Modal dialogs on the platform's own <dialog>, which keeps the focus inside and gives it back.

import { html, nothing, render } from "lit";
import { icon } from "./icons.js";

/**
 * Opens a dialog. `content` is rendered again whenever `update` is called.
 * @template T
 * @param {{ title: string, wide?: boolean,
 *   content: (close: (result?: T) => void, update: () => void) => unknown,
 *   actions?: (close: (result?: T) => void, update: () => void) => unknown }} what
 * @returns {Promise<T | undefined>} undefined if it was closed without a choice
 */
export function openDialog(what) {
  return new Promise((done) => {
    const dialog = document.createElement("dialog");
    dialog.className = `dialog${what.wide ? " wide" : ""}`;
    const label = `dialog-${Math.random().toString(36).slice(2)}`;
    dialog.setAttribute("aria-labelledby", label);
    /** @type {T | undefined} */
    let result;
    /** @param {T} [value] */
    const close = (value) => {
      result = value;
      dialog.close();
    };
    const update = () =>
      render(
        html`<header><h2 id=${label}>${what.title}</h2>
            <button class="btn quiet icon-only" aria-label="Close" @click=${() => close()}>${icon("close")}</button></header>
          <div class="body">${what.content(close, update)}</div>
          ${what.actions ? html`<footer>${what.actions(close, update)}</footer>` : nothing}`,
        dialog,
      );
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(result);
    });
    dialog.addEventListener("mousedown", (event) => {
      if (event.target === dialog) {
        dialog.close();
      }
    });
    document.body.append(dialog);
    update();
    dialog.showModal();
    const first = dialog.querySelector("[autofocus]") ?? dialog.querySelector(".body input, .body textarea, .body select, footer .primary, footer button");
    if (first instanceof HTMLElement) {
      first.focus();
    }
  });
}

/** @param {{ title: string, text: unknown, confirm: string, danger?: boolean }} what @returns {Promise<boolean>} */
export async function confirmed(what) {
  const answer = await openDialog({
    title: what.title,
    content: () => html`<p>${what.text}</p>`,
    actions: (/** @type {(result?: boolean) => void} */ close) => html`
      <button class="btn" @click=${() => close(false)}>Cancel</button>
      <button class="btn ${what.danger ? "danger" : "primary"}" @click=${() => close(true)}>${what.confirm}</button>`,
  });
  return answer === true;
}

/** Asks for one line. @param {{ title: string, label: string, value?: string, confirm: string, hint?: string }} what @returns {Promise<string | undefined>} */
export function askText(what) {
  let value = what.value ?? "";
  return openDialog({
    title: what.title,
    content: (/** @type {(result?: string) => void} */ close) => html`<form class="field" @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        close(value);
      }}>
        <label for="dialog-text">${what.label}</label>
        <input id="dialog-text" class="input" autofocus .value=${value} @input=${(/** @type {any} */ event) => (value = event.target.value)}>
        ${what.hint ? html`<span class="hint">${what.hint}</span>` : nothing}
      </form>`,
    actions: (/** @type {(result?: string) => void} */ close) => html`
      <button class="btn" @click=${() => close()}>Cancel</button>
      <button class="btn primary" @click=${() => close(value)}>${what.confirm}</button>`,
  });
}
