import { LitElement } from "lit";

/** The base of all elements: renders into itself, so that the styles of the page apply and ids work across elements. */
export class DeftElement extends LitElement {
  createRenderRoot() {
    return this;
  }
}

/** Updates an element when something it shows says that it changed. */
export class Listening {
  /** @param {import("lit").ReactiveControllerHost} host @param {EventTarget} target @param {string[]} types */
  constructor(host, target, types) {
    this.host = host;
    this.target = target;
    this.types = types;
    this.changed = () => host.requestUpdate();
    host.addController(this);
  }

  hostConnected() {
    this.types.forEach((it) => this.target.addEventListener(it, this.changed));
  }

  hostDisconnected() {
    this.types.forEach((it) => this.target.removeEventListener(it, this.changed));
  }
}

/**
 * Something that is being loaded: `loading`, then `value` or `problem`. A later load wins over an
 * earlier one that is still under way.
 * @template T
 */
export class Loading {
  /** @param {import("lit").ReactiveControllerHost} host */
  constructor(host) {
    this.host = host;
    /** @type {T | undefined} */
    this.value = undefined;
    /** @type {Error | undefined} */
    this.problem = undefined;
    this.loading = false;
    this.round = 0;
    host.addController(this);
  }

  hostDisconnected() {
    this.round++;
  }

  /** Keeps the old value on display until the new one is there. @param {() => Promise<T>} load */
  async run(load) {
    const round = ++this.round;
    this.loading = true;
    this.host.requestUpdate();
    try {
      const value = await load();
      if (round === this.round) {
        this.value = value;
        this.problem = undefined;
      }
    } catch (problem) {
      if (round === this.round) {
        this.problem = problem instanceof Error ? problem : new Error(String(problem));
      }
    }
    if (round === this.round) {
      this.loading = false;
      this.host.requestUpdate();
    }
  }
}

/** At most once per frame. @param {() => void} run @returns {() => void} */
export function perFrame(run) {
  let asked = false;
  return () => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        run();
      });
    }
  };
}

/** After a pause in the calls. @template {unknown[]} A @param {(...args: A) => void} run @param {number} ms @returns {(...args: A) => void} */
export function settled(run, ms) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => run(...args), ms);
  };
}
