// What every view works with.

import { Api } from "./api.js";
import { Keys } from "./keys.js";
import { LiveData } from "./live-data.js";
import { remember, remembered } from "./storage.js";

/** To the sign-in page, and back to the same place afterwards. */
function signIn() {
  try {
    sessionStorage.setItem("deft.place", location.hash);
  } catch {
    // Then it is the first page afterwards.
  }
  location.assign("/login");
}

const api = new Api(signIn);

export const app = {
  api,
  keys: new Keys(),
  data: new LiveData(api),

  /** The workspace that views without one in their address show. */
  get workspace() {
    const known = this.data.workspaces.map((it) => it.id);
    const last = remembered("workspace");
    return known.includes(last) ? last : (known[0] ?? "");
  },

  set workspace(id) {
    remember("workspace", id);
  },

  /** @param {"ok" | "bad" | "info"} kind @param {string} title @param {string} [text] */
  toast(kind, title, text) {
    const shown = document.querySelector("deft-toasts");
    /** @type {any} */ (shown)?.show(kind, title, text);
  },

  /** Runs something that may fail, and says so if it does. @template T @param {() => Promise<T>} run @param {string} what such as `The session was not renamed` @returns {Promise<T | undefined>} */
  async attempt(run, what) {
    try {
      return await run();
    } catch (problem) {
      this.toast("bad", what, problem instanceof Error ? problem.message : String(problem));
      return undefined;
    }
  },

  /** Says something to screen readers. @param {string} text */
  announce(text) {
    const region = document.getElementById("announcements");
    if (region) {
      region.textContent = text;
    }
  },

  async signOut() {
    await this.attempt(() => api.act("POST", "/logout", {}), "Signing out failed");
    location.assign("/login");
  },
};
