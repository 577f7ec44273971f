// Requests to the server. Every refusal is an ApiProblem with the server's own words.

/** A refusal of the server, as RFC 9457 describes it. */
export class ApiProblem extends Error {
  /**
   * @param {number} status 0 if the server was not reached
   * @param {string} code
   * @param {string} detail
   * @param {Record<string, unknown>} [fields]
   */
  constructor(status, code, detail, fields = {}) {
    super(detail);
    this.name = "ApiProblem";
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Random and unique, also where the page is not in a secure context. @returns {string} */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (it) => it.toString(16).padStart(2, "0")).join("");
}

/** A path with its pieces escaped: path`/v1/workspaces/${name}`. @param {TemplateStringsArray} texts @param {...(string | number)} values */
export function path(texts, ...values) {
  return texts.reduce((all, text, i) => all + encodeURIComponent(String(values[i - 1])) + text);
}

/** @param {string} base @param {Record<string, string | number | boolean | undefined>} [query] empty values are left out */
export function address(base, query = {}) {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") {
      given.set(name, String(value));
    }
  }
  const text = given.toString();
  return text ? `${base}?${text}` : base;
}

/**
 * @typedef {object} RequestOptions
 * @property {Record<string, string | number | boolean | undefined>} [query]
 * @property {unknown} [body] sent as JSON
 * @property {AbortSignal} [signal]
 * @property {string} [key] the idempotency key; a new one if absent
 * @property {string} [ifMatch] the ETag that must still hold
 */

const MOST_CACHED = 200;
const MOST_RETRIES = 3;

export class Api {
  /**
   * @param {() => void} signedOut called when the server does not know us (any more)
   * @param {typeof fetch} [send]
   */
  constructor(signedOut, send = (input, init) => fetch(input, init)) {
    this.signedOut = signedOut;
    this.send = send;
    /** @type {Map<string, { etag: string, data: any }>} */
    this.cache = new Map();
  }

  /** @param {string} base @param {RequestOptions} [options] @returns {Promise<any>} the JSON of the answer */
  async get(base, options = {}) {
    const url = address(base, options.query);
    const cached = this.cache.get(url);
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json" };
    if (cached) {
      headers["If-None-Match"] = cached.etag;
    }
    const response = await this.#fetch(url, { headers, signal: options.signal, cache: "no-store" });
    if (response.status === 304 && cached) {
      return cached.data;
    }
    const data = await this.#read(response);
    const etag = response.headers.get("ETag");
    if (etag) {
      this.cache.delete(url);
      this.cache.set(url, { etag, data });
      if (this.cache.size > MOST_CACHED) {
        this.cache.delete(this.cache.keys().next().value ?? "");
      }
    }
    return data;
  }

  /** All items of a list in pages, at most `most`. @param {string} base @param {RequestOptions & { most?: number }} [options] @returns {Promise<any[]>} */
  async all(base, options = {}) {
    const most = options.most ?? 1000;
    const items = [];
    let cursor;
    do {
      const page = await this.get(base, { ...options, query: { ...options.query, cursor } });
      items.push(...page.items);
      cursor = page.next;
    } while (cursor && items.length < most);
    return items;
  }

  /** The ETag of the last answer to a GET, for `ifMatch`. @param {string} base @param {RequestOptions["query"]} [query] */
  etag(base, query) {
    return this.cache.get(address(base, query))?.etag;
  }

  /** @param {string} base @param {unknown} [body] @param {RequestOptions} [options] @returns {Promise<any>} */
  post(base, body = {}, options = {}) {
    return this.act("POST", base, { ...options, body });
  }

  /** @param {string} base @param {unknown} body @param {RequestOptions} [options] @returns {Promise<any>} */
  put(base, body, options = {}) {
    return this.act("PUT", base, { ...options, body });
  }

  /** @param {string} base @param {unknown} body @param {RequestOptions} [options] @returns {Promise<any>} */
  patch(base, body, options = {}) {
    return this.act("PATCH", base, { ...options, body });
  }

  /** @param {string} base @param {RequestOptions} [options] @returns {Promise<any>} */
  delete(base, options = {}) {
    return this.act("DELETE", base, options);
  }

  /**
   * An act. It carries an idempotency key, so it is sent again when the connection breaks and still
   * happens once.
   * @param {string} method @param {string} base @param {RequestOptions} options @returns {Promise<any>}
   */
  async act(method, base, options) {
    /** @type {Record<string, string>} */
    const headers = {
      Accept: "application/json",
      "X-Deft-Request": "1",
      "Idempotency-Key": options.key ?? newKey(),
    };
    if (options.ifMatch) {
      headers["If-Match"] = options.ifMatch;
    }
    /** @type {RequestInit} */
    const init = { method, headers, signal: options.signal, cache: "no-store" };
    if (options.body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(options.body);
    }
    const url = address(base, options.query);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#read(await this.#fetch(url, init));
      } catch (problem) {
        if (!(problem instanceof ApiProblem) || problem.status !== 0 || attempt === MOST_RETRIES) {
          throw problem;
        }
        await new Promise((done) => setTimeout(done, 300 * attempt));
      }
    }
  }

  /** @param {string} url @param {RequestInit} init */
  async #fetch(url, init) {
    try {
      return await this.send(url, { ...init, credentials: "same-origin" });
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === "AbortError") {
        throw problem;
      }
      throw new ApiProblem(0, "unreachable", "The server cannot be reached. Check that it is running.");
    }
  }

  /** @param {Response} response */
  async #read(response) {
    const type = response.headers.get("Content-Type") ?? "";
    if (response.ok) {
      return response.status === 204 ? undefined : type.includes("json") ? response.json() : response.text();
    }
    if (response.status === 401) {
      this.signedOut();
    }
    const fields = type.includes("json") ? await response.json().catch(() => ({})) : {};
    throw new ApiProblem(
      response.status,
      String(fields.code ?? "unknown"),
      String(fields.detail ?? fields.title ?? `The server answered with status ${response.status}.`),
      fields,
    );
  }
}
