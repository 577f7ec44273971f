// The keyboard map: single keys and sequences such as `g s`. Keys typed into fields are left alone.

/** @typedef {{ keys: string, does: string, group: string, run: (event: KeyboardEvent) => void, inFields?: boolean }} Binding */

const SEQUENCE = 900;

/** @param {EventTarget | null | undefined} target */
export function isField(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** @param {KeyboardEvent} event @returns {string} such as `Ctrl+k`, `?`, `Enter` */
export function nameOf(event) {
  const held = (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (event.altKey ? "Alt+" : "");
  return held + (event.shiftKey && event.key.length > 1 ? "Shift+" : "") + event.key;
}

export class Keys {
  constructor() {
    /** @type {Binding[]} */
    this.bindings = [];
    this.first = "";
    this.at = 0;
    window.addEventListener("keydown", (event) => this.#typed(event));
  }

  /** Adds bindings; later ones win. @param {Binding[]} bindings @returns {() => void} takes them away again */
  add(bindings) {
    this.bindings = [...bindings, ...this.bindings];
    return () => {
      this.bindings = this.bindings.filter((it) => !bindings.includes(it));
    };
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    if (event.defaultPrevented || event.isComposing) {
      return;
    }
    const field = isField(event.composedPath()[0]);
    const modal = document.querySelector("dialog[open]") !== null;
    const key = nameOf(event);
    const now = performance.now();
    const sequence = this.first && now - this.at < SEQUENCE ? `${this.first} ${key}` : "";
    const usable = this.bindings.filter((it) => it.inFields || (!field && !modal));
    const found =
      usable.find((it) => sequence && it.keys === sequence) ?? usable.find((it) => it.keys === key);
    this.first = !found && !field && usable.some((it) => it.keys.startsWith(`${key} `)) ? key : "";
    this.at = now;
    if (found) {
      event.preventDefault();
      found.run(event);
    }
  }
}
