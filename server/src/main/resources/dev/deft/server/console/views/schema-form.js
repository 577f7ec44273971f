import { LitElement, html, nothing } from "lit";
import { beginning, changed, kindOf, mistakes, resolved, types, variants } from "./schema.js";

/** @typedef {import("./schema.js").Schema} Schema */
/** @typedef {(string|number)[]} Path */

/**
 * A form made from a JSON Schema, with a switch to the JSON behind it. Tells each change with the event `change`; read `value`.
 */
export class SchemaForm extends LitElement {
  static properties = { schema: { attribute: false }, value: { attribute: false }, raw: { type: Boolean }, checked: { state: true }, text: { state: true } };

  constructor() {
    super();
    /** @type {Schema} */
    this.schema = {};
    /** @type {any} */
    this.value = {};
    this.raw = false;
    /** Whether mistakes are shown: not before the first try. */
    this.checked = false;
    this.text = "{}";
    this.unparsed = "";
  }

  createRenderRoot() { return this; }

  /** @param {Map<string, unknown>} before */
  willUpdate(before) {
    if (before.has("schema")) {
      this.checked = false;
      this.value = beginning(this.schema, this.schema) ?? {};
      this.text = JSON.stringify(this.value, null, 2);
      this.unparsed = "";
    }
  }

  /** Whether the value fits the schema; from now on mistakes are shown. */
  check() {
    this.checked = true;
    return this.unparsed === "" && mistakes(this.schema, this.value, this.schema).length === 0;
  }

  /** Moves the focus to the first field with a mistake. */
  async focusMistake() {
    await this.updateComplete;
    /** @type {HTMLElement|null} */ (this.querySelector('[aria-invalid="true"]'))?.focus();
  }

  /** @param {any} value */
  fill(value) {
    this.value = value;
    this.text = JSON.stringify(value, null, 2);
    this.unparsed = "";
    this.dispatchEvent(new Event("change"));
  }

  render() {
    return html`
      <div class="form-switch row">
        <span class="title grow">Arguments</span>
        <div class="segmented" role="group" aria-label="How to write the arguments">
          <button type="button" aria-pressed=${!this.raw} @click=${() => { if (this.unparsed === "") this.raw = false; }}>Form</button>
          <button type="button" aria-pressed=${this.raw} @click=${() => { this.text = JSON.stringify(this.value, null, 2); this.raw = true; }}>JSON</button>
        </div>
      </div>
      ${this.raw ? this.#json() : this.#fields(resolved(this.schema, this.schema), this.value, [], 0)}`;
  }

  #json() {
    const wrong = this.checked ? mistakes(this.schema, this.value, this.schema) : [];
    const text = this.unparsed !== "" ? this.unparsed : wrong.map((it) => `${it.path}: ${it.text}`).join(" ");
    return html`<div class="field">
      <label for="form-json">Arguments as JSON</label>
      <textarea id="form-json" class="textarea mono" rows="10" spellcheck="false" .value=${this.text}
        aria-invalid=${text === "" ? "false" : "true"} aria-describedby="form-json-hint"
        @input=${(/** @type {any} */ it) => this.#typed(it.target.value)}></textarea>
      <span id="form-json-hint" class="hint ${text === "" ? "" : "wrong"}">${text === "" ? "One JSON object." : text}</span>
    </div>`;
  }

  /** @param {string} text */
  #typed(text) {
    this.text = text;
    try {
      const value = JSON.parse(text);
      this.unparsed = typeof value === "object" && value !== null && !Array.isArray(value) ? "" : "This must be one JSON object, in braces.";
      if (this.unparsed === "") this.value = value;
    } catch (e) {
      this.unparsed = `This is no JSON yet: ${e instanceof Error ? e.message : e}`;
    }
    this.requestUpdate();
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Path} path @param {any} next */
  #set(path, next) {
    this.value = changed(this.value, path, next);
    this.dispatchEvent(new Event("change"));
  }

  /** The fields of an object. @param {Schema} schema @param {any} value @param {Path} path @param {number} depth @returns {unknown} */
  #fields(schema, value, path, depth) {
    const entries = Object.entries(schema.properties ?? {});
    if (entries.length === 0 && path.length === 0) return html`<p class="muted">It takes no arguments.</p>`;
    const required = new Set(schema.required ?? []);
    const ordered = [...entries.filter(([name]) => required.has(name)), ...entries.filter(([name]) => !required.has(name))];
    return html`<div class="form-fields">
      ${ordered.map(([name, it]) => this.#field(name, resolved(it, this.schema), value?.[name], [...path, name], required.has(name), depth))}
    </div>`;
  }

  /**
   * @param {string} name @param {Schema} schema @param {any} value @param {Path} path @param {boolean} required @param {number} depth
   * @returns {unknown}
   */
  #field(name, schema, value, path, required, depth) {
    const kind = kindOf(schema, this.schema, name, depth);
    const id = `form-${path.join("-")}`;
    const wrong = this.checked ? this.#wrong(path) : "";
    if (kind === "object" || kind === "list" || kind === "map" || kind === "variant") {
      return html`<fieldset class="form-group" aria-describedby="${id}-hint">
        <legend>${this.#name(name, schema, required)}</legend>
        ${this.#hint(id, schema, wrong)}
        ${!required && value === undefined
          ? html`<button type="button" class="btn small" id=${id} aria-label="Add ${name}" @click=${() => this.#set(path, this.#first(schema, kind))}>Add</button>`
          : html`${this.#group(kind, schema, value, path, depth)}
            ${required ? nothing : html`<button type="button" class="btn small quiet" aria-label="Leave out ${name}" @click=${() => this.#set(path, undefined)}>Leave out</button>`}`}
      </fieldset>`;
    }
    return html`<div class="field">
      <label for=${id}>${this.#name(name, schema, required)}</label>
      ${this.#input(kind, id, schema, value, path, required, wrong !== "")}
      ${this.#hint(id, schema, wrong)}
    </div>`;
  }

  /** @param {Schema} schema @param {string} kind */
  #first(schema, kind) {
    return beginning(schema, this.schema) ?? (kind === "list" ? [] : {});
  }

  /** @param {Path} path */
  #wrong(path) {
    const at = `/${path.join("/")}`;
    return mistakes(this.schema, this.value, this.schema).find((it) => it.path === at)?.text ?? "";
  }

  /** @param {string} name @param {Schema} schema @param {boolean} required */
  #name(name, schema, required) {
    const type = Array.isArray(schema.enum) ? "choice" : types(schema).join(" or ");
    return html`<code class="form-name">${name}</code><span class="form-type">${type}${required ? "" : ", optional"}</span>`;
  }

  /** @param {string} id @param {Schema} schema @param {string} wrong */
  #hint(id, schema, wrong) {
    return html`<span class="hint" id="${id}-hint">${wrong === "" ? nothing : html`<strong class="wrong">${wrong}</strong> `}${schema.description ?? ""}${limits(schema)}</span>`;
  }

  /** @param {string} kind @param {Schema} schema @param {any} value @param {Path} path @param {number} depth @returns {unknown} */
  #group(kind, schema, value, path, depth) {
    switch (kind) {
      case "object": return this.#fields(schema, value, path, depth + 1);
      case "list": return this.#list(schema, Array.isArray(value) ? value : [], path, depth);
      case "map": return this.#map(value ?? {}, path);
      default: return this.#variant(schema, value, path, depth);
    }
  }

  /** @param {Schema} schema @param {any[]} value @param {Path} path @param {number} depth */
  #list(schema, value, path, depth) {
    const item = resolved(schema.items, this.schema);
    const name = String(path.at(-1));
    return html`<ol class="form-list">
      ${value.map((it, at) => html`<li>
        <div class="grow">${this.#field(String(at + 1), item, it, [...path, at], true, depth + 1)}</div>
        <button type="button" class="btn small quiet" aria-label="Remove ${name} ${at + 1}" @click=${() => this.#set([...path, at], undefined)}>Remove</button>
      </li>`)}
    </ol>
    <button type="button" class="btn small" aria-label="Add to ${name}" @click=${() => this.#set([...path, value.length], beginning(item, this.schema, depth + 1) ?? null)}>Add</button>`;
  }

  /** @param {{[name: string]: any}} value @param {Path} path */
  #map(value, path) {
    const name = String(path.at(-1));
    const rows = Object.entries(value);
    const rename = (/** @type {number} */ at, /** @type {string} */ key) =>
      this.#set(path, Object.fromEntries(rows.map(([k, v], i) => [i === at ? key : k, v])));
    return html`<ol class="form-list">
      ${rows.map(([key, it], at) => html`<li class="form-pair">
        <input class="input mono" aria-label="Name ${at + 1} in ${name}" .value=${key} @change=${(/** @type {any} */ e) => rename(at, e.target.value)}>
        <input class="input mono" aria-label="Value of ${key} in ${name}" .value=${typeof it === "string" ? it : JSON.stringify(it)}
          @change=${(/** @type {any} */ e) => this.#set([...path, key], loose(e.target.value))}>
        <button type="button" class="btn small quiet" aria-label="Remove ${key} from ${name}" @click=${() => this.#set([...path, key], undefined)}>Remove</button>
      </li>`)}
    </ol>
    <button type="button" class="btn small" aria-label="Add to ${name}" @click=${() => this.#set([...path, unused(value)], "")}>Add</button>`;
  }

  /** @param {Schema} schema @param {any} value @param {Path} path @param {number} depth */
  #variant(schema, value, path, depth) {
    const all = variants(schema, this.schema);
    const at = Math.max(0, all.findIndex((it) => mistakes(it, value, this.schema).length === 0 && fits(it, value)));
    return html`<select class="select" aria-label="Kind of ${String(path.at(-1))}"
        @change=${(/** @type {any} */ e) => this.#set(path, beginning(all[e.target.selectedIndex], this.schema) ?? null)}>
        ${all.map((it, i) => html`<option ?selected=${i === at}>${it.title ?? it.description ?? types(it).join(" or ")}</option>`)}
      </select>
      ${this.#field("value", all[at], value, path, true, depth + 1)}`;
  }

  /**
   * @param {string} kind @param {string} id @param {Schema} schema @param {any} value @param {Path} path @param {boolean} required @param {boolean} wrong
   * @returns {unknown}
   */
  #input(kind, id, schema, value, path, required, wrong) {
    const hint = `${id}-hint`;
    const invalid = wrong ? "true" : "false";
    const text = (/** @type {any} */ e) => this.#set(path, e.target.value === "" && !required ? undefined : e.target.value);
    switch (kind) {
      case "constant": return html`<input class="input mono" id=${id} readonly .value=${String(schema.const)}>`;
      case "choice": return html`<select class="select" id=${id} aria-describedby=${hint} aria-invalid=${invalid}
          @change=${(/** @type {any} */ e) => this.#set(path, e.target.value === "" ? undefined : schema.enum[Number(e.target.value)])}>
          ${required && value !== undefined ? nothing : html`<option value="" ?selected=${value === undefined}>(not given)</option>`}
          ${schema.enum.map((/** @type {any} */ it, /** @type {number} */ at) => html`<option value=${at} ?selected=${it === value}>${String(it)}</option>`)}
        </select>`;
      case "boolean": return html`<div class="segmented" role="radiogroup" aria-label=${String(path.at(-1))} id=${id}>
          ${[...(required ? [] : [undefined]), true, false].map((it) => html`<button type="button" role="radio" aria-checked=${value === it}
            @click=${() => this.#set(path, it)}>${it === undefined ? "not given" : it ? "yes" : "no"}</button>`)}
        </div>`;
      case "integer": case "number": return html`<input class="input" type="number" id=${id} aria-describedby=${hint} aria-invalid=${invalid}
          min=${schema.minimum ?? nothing} max=${schema.maximum ?? nothing} step=${kind === "integer" ? 1 : "any"} .value=${value ?? ""}
          @input=${(/** @type {any} */ e) => this.#set(path, e.target.value === "" ? undefined : Number(e.target.value))}>`;
      case "long": return html`<textarea class="textarea mono" rows="3" id=${id} aria-describedby=${hint} aria-invalid=${invalid} spellcheck="false"
          .value=${value ?? ""} @input=${text}></textarea>`;
      case "json": return html`<textarea class="textarea mono" rows="3" id=${id} aria-describedby=${hint} aria-invalid=${invalid} spellcheck="false"
          placeholder="JSON" .value=${value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2)}
          @change=${(/** @type {any} */ e) => this.#set(path, e.target.value === "" ? undefined : loose(e.target.value))}></textarea>`;
      default: return html`<input class="input" type="text" id=${id} aria-describedby=${hint} aria-invalid=${invalid} spellcheck="false" autocomplete="off"
          .value=${value ?? ""} @input=${text}>`;
    }
  }
}

/** JSON where it is JSON, text where not. @param {string} text */
function loose(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {{[name: string]: any}} value */
function unused(value) {
  let name = "name";
  for (let at = 2; Object.hasOwn(value, name); at++) name = `name${at}`;
  return name;
}

/** @param {Schema} schema @param {any} value */
function fits(schema, value) {
  const is = Array.isArray(value) ? "array" : value === null ? "null" : Number.isInteger(value) ? "integer" : typeof value;
  const all = types(schema);
  return all.length === 0 || all.includes(is) || (is === "integer" && all.includes("number"));
}

/** @param {Schema} schema */
function limits(schema) {
  const low = schema.minimum ?? schema.minLength ?? schema.minItems;
  const high = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  const unit = schema.maxLength !== undefined || schema.minLength !== undefined ? " characters" : schema.maxItems !== undefined || schema.minItems !== undefined ? " items" : "";
  if (low !== undefined && high !== undefined) return ` (${low} to ${high.toLocaleString("en")}${unit})`;
  if (high !== undefined) return ` (at most ${high.toLocaleString("en")}${unit})`;
  return low !== undefined && low > 0 ? ` (at least ${low}${unit})` : "";
}

customElements.define("deft-schema-form", SchemaForm);
