/**
 * Forms and JSON Schema without a page: what a field is, what it begins with, what is wrong with a value.
 *
 * @typedef {{[name: string]: any}} Schema
 * @typedef {"text"|"long"|"number"|"integer"|"boolean"|"choice"|"constant"|"list"|"object"|"map"|"variant"|"json"} FieldKind
 */

const LONG_NAMES = /^(content|text|body|prompt|patch|command|script|code|old_text|new_text|old_string|new_string|message|json|data|query|diff)$/;
const DEEPEST = 8;

/**
 * Follows `$ref` within the document and merges `allOf`.
 * @param {Schema|boolean|undefined} schema @param {Schema} root @returns {Schema}
 */
export function resolved(schema, root) {
  let it = typeof schema === "object" && schema !== null ? schema : {};
  for (let hops = 0; typeof it.$ref === "string" && hops < DEEPEST; hops++) {
    const { $ref, ...beside } = it;
    it = { ...pointed(root, $ref), ...beside };
  }
  if (Array.isArray(it.allOf)) {
    const { allOf, ...beside } = it;
    const parts = allOf.map((part) => resolved(part, root));
    it = parts.reduce((all, part) => ({
      ...all, ...part,
      properties: { ...all.properties, ...part.properties },
      required: [...(all.required ?? []), ...(part.required ?? [])],
    }), beside);
  }
  return it;
}

/** @param {Schema} root @param {string} ref @returns {Schema} */
function pointed(root, ref) {
  if (!ref.startsWith("#")) return {};
  /** @type {any} */
  let at = root;
  for (const step of ref.slice(1).split("/").filter((it) => it !== "")) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    at = at !== null && typeof at === "object" && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return typeof at === "object" && at !== null ? at : {};
}

/** The types a schema allows, without `null`. @param {Schema} schema @returns {string[]} */
export function types(schema) {
  const all = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  return all.filter((it) => it !== "null");
}

/** The alternatives of a schema, without `null`. @param {Schema} schema @param {Schema} root @returns {Schema[]} */
export function variants(schema, root) {
  const all = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(all)) return all.map((it) => resolved(it, root)).filter((it) => it.type !== "null");
  const several = types(schema);
  return several.length > 1 ? several.map((type) => ({ ...schema, type })) : [];
}

/** What shows a value of a schema. @param {Schema} schema @param {Schema} root @param {string} name @param {number} depth @returns {FieldKind} */
export function kindOf(schema, root, name = "", depth = 0) {
  if (depth > DEEPEST) return "json";
  if (schema.const !== undefined) return "constant";
  if (Array.isArray(schema.enum)) return "choice";
  if (variants(schema, root).length > 1) return "variant";
  switch (types(schema)[0] ?? (schema.properties ? "object" : undefined)) {
    case "string": return LONG_NAMES.test(name) || schema.maxLength > 500 ? "long" : "text";
    case "integer": return "integer";
    case "number": return "number";
    case "boolean": return "boolean";
    case "array": return schema.items === undefined ? "json" : "list";
    case "object": return Object.keys(schema.properties ?? {}).length > 0 ? "object" : "map";
    default: return variants(schema, root).length === 1 ? kindOf(variants(schema, root)[0], root, name, depth + 1) : "json";
  }
}

/** The value with which a required field begins. @param {Schema} given @param {Schema} root @param {number} depth @returns {any} */
export function beginning(given, root, depth = 0) {
  const schema = resolved(given, root);
  if (schema.default !== undefined) return structuredClone(schema.default);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (kindOf(schema, root, "", depth)) {
    case "text": case "long": return "";
    case "boolean": return false;
    case "list": return [];
    case "map": return {};
    case "object": return beginningObject(schema, root, depth);
    case "variant": return beginning(variants(schema, root)[0], root, depth + 1);
    default: return undefined;
  }
}

/** Texts are left out, so that one which nobody wrote is missed. @param {Schema} schema @param {Schema} root @param {number} depth */
function beginningObject(schema, root, depth) {
  /** @type {{[name: string]: any}} */
  const value = {};
  for (const name of schema.required ?? []) {
    const it = depth < DEEPEST ? beginning(schema.properties?.[name] ?? {}, root, depth + 1) : undefined;
    if (it !== undefined && it !== "") value[name] = it;
  }
  return value;
}

/**
 * What is wrong with a value, by path, a sentence each. The server checks again; this only saves a round trip.
 * @param {Schema} given @param {any} value @param {Schema} root @param {string} path @param {number} depth
 * @returns {{path: string, text: string}[]}
 */
export function mistakes(given, value, root, path = "", depth = 0) {
  const schema = resolved(given, root);
  if (depth > DEEPEST || value === undefined) return [];
  const wrong = (/** @type {string} */ text) => [{ path, text }];
  if (Array.isArray(schema.enum) && !schema.enum.some((it) => it === value)) return wrong(`Must be one of ${schema.enum.join(", ")}.`);
  switch (kindOf(schema, root, "", depth)) {
    case "integer": case "number": return numberMistakes(schema, value).flatMap(wrong);
    case "text": case "long": return textMistakes(schema, value).flatMap(wrong);
    case "boolean": return typeof value === "boolean" ? [] : wrong("Must be true or false.");
    case "list": return listMistakes(schema, value, root, path, depth);
    case "object": return objectMistakes(schema, value, root, path, depth);
    default: return [];
  }
}

/** @param {Schema} schema @param {any} value @returns {string[]} */
function numberMistakes(schema, value) {
  if (typeof value !== "number" || Number.isNaN(value)) return ["Must be a number."];
  if (types(schema)[0] === "integer" && !Number.isInteger(value)) return ["Must be a whole number."];
  if (value < schema.minimum) return [`Must be at least ${schema.minimum}.`];
  if (value > schema.maximum) return [`Must be at most ${schema.maximum}.`];
  return [];
}

/** @param {Schema} schema @param {any} value @returns {string[]} */
function textMistakes(schema, value) {
  if (typeof value !== "string") return ["Must be text."];
  if (value.length < schema.minLength) return [value === "" ? "Must not be empty." : `Must have at least ${schema.minLength} characters.`];
  if (value.length > schema.maxLength) return [`Must have at most ${schema.maxLength} characters.`];
  return [];
}

/** @param {Schema} schema @param {any} value @param {Schema} root @param {string} path @param {number} depth */
function listMistakes(schema, value, root, path, depth) {
  if (!Array.isArray(value)) return [{ path, text: "Must be a list." }];
  const own = value.length < schema.minItems ? [{ path, text: `Needs at least ${schema.minItems}.` }]
    : value.length > schema.maxItems ? [{ path, text: `Has room for ${schema.maxItems}.` }] : [];
  return [...own, ...value.flatMap((it, at) => mistakes(schema.items, it, root, `${path}/${at}`, depth + 1))];
}

/** @param {Schema} schema @param {any} value @param {Schema} root @param {string} path @param {number} depth */
function objectMistakes(schema, value, root, path, depth) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [{ path, text: "Must be an object." }];
  const missing = (schema.required ?? [])
    .filter((/** @type {string} */ it) => value[it] === undefined)
    .map((/** @type {string} */ it) => ({ path: `${path}/${it}`, text: "Is needed." }));
  const properties = Object.entries(schema.properties ?? {});
  return [...missing, ...properties.flatMap(([name, it]) => mistakes(it, value[name], root, `${path}/${name}`, depth + 1))];
}

/**
 * A copy of a value with one place changed; `undefined` takes the place away.
 * @param {any} value @param {(string|number)[]} path @param {any} next @returns {any}
 */
export function changed(value, path, next) {
  if (path.length === 0) return next;
  const [step, ...rest] = path;
  if (typeof step === "number") {
    const list = Array.isArray(value) ? [...value] : [];
    const it = changed(list[step], rest, next);
    if (it === undefined && rest.length === 0) list.splice(step, 1);
    else list[step] = it;
    return list;
  }
  const { [step]: before, ...others } = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const it = changed(before, rest, next);
  if (it === undefined) return others;
  return Object.hasOwn(value ?? {}, step) ? { ...value, [step]: it } : { ...others, [step]: it };
}
