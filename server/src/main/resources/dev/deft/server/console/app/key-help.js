import { html } from "lit";
import { openDialog } from "../ui/dialog.js";

/** Shows which keys do what now. @param {import("./keys.js").Keys} keys */
export function showKeys(keys) {
  if (document.querySelector("dialog[open]")) {
    return;
  }
  const groups = new Map();
  for (const binding of keys.bindings) {
    const known = groups.get(binding.group) ?? new Map();
    if (!known.has(binding.keys)) {
      known.set(binding.keys, binding.does);
    }
    groups.set(binding.group, known);
  }
  openDialog({
    title: "Keyboard",
    wide: true,
    content: () => html`<div class="keys">${[...groups].map(([group, bindings]) => html`<section>
      <h3>${group}</h3>
      <ul>${[...bindings].map(([name, does]) => html`<li><span>${does}</span><span>${name.split(" ").map((/** @type {string} */ it) => html`<kbd class="kbd">${it}</kbd> `)}</span></li>`)}</ul>
    </section>`)}</div>`,
  });
}
