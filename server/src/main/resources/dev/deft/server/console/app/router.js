// Pages by the part of the address behind `#`: `#/w/demo/s/abc?tab=files`.

/** @typedef {{ path: string, params: Record<string, string>, query: Record<string, string> }} Place */

/** @param {string} pattern such as `/w/:workspace/files` @param {string} path @returns {Record<string, string> | undefined} */
export function match(pattern, path) {
  const holes = pattern.split("/");
  const parts = path.split("/");
  if (holes.length !== parts.length) {
    return undefined;
  }
  /** @type {Record<string, string>} */
  const params = {};
  for (let i = 0; i < holes.length; i++) {
    if (holes[i].startsWith(":")) {
      try {
        params[holes[i].slice(1)] = decodeURIComponent(parts[i]);
      } catch {
        return undefined;
      }
    } else if (holes[i] !== parts[i]) {
      return undefined;
    }
  }
  return params;
}

/** @param {string} hash @returns {{ path: string, query: Record<string, string> }} */
export function parse(hash) {
  const text = hash.replace(/^#/, "") || "/";
  const mark = text.indexOf("?");
  const path = mark < 0 ? text : text.slice(0, mark);
  const query = Object.fromEntries(new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1)));
  return { path: path.startsWith("/") ? path : "/", query };
}

/** The address of a place, for `href`. @param {string} pattern @param {Record<string, string>} [params] @param {Record<string, string | undefined>} [query] */
export function href(pattern, params = {}, query = {}) {
  const path = pattern.replace(/:([a-z]+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value) {
      given.set(name, value);
    }
  }
  const text = given.toString();
  return `#${path}${text ? `?${text}` : ""}`;
}

/** @param {string} target as `href` makes it @param {{ replace?: boolean }} [options] */
export function go(target, options = {}) {
  if (options.replace) {
    history.replaceState(null, "", target);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    location.hash = target;
  }
}
