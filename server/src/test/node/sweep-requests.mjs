// Makes requests from the description of an operation: good ones and damaged ones, the same for
// the same seed.

/** Numbers from 0 to 1, the same for the same seed. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let it = Math.imul(state ^ (state >>> 15), 1 | state);
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it;
    return ((it ^ (it >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = ["a", "src", "README.md", "ä€𝄞", "two words", "'; --", "<b>", "x".repeat(300), "\u202e", "..", "/", "null"];
const HOSTILE = ["%00", "..%2f..%2fetc", "%2e%2e", "%c0%ae", "x%0d%0aA:b", "%F0%9F%98%80", "a".repeat(600), "%27%22%3C", "-1", "%20", ";"];

/** A value that fits a schema. */
export function sample(schema, deref, next, depth = 0) {
  const it = deref(schema) ?? {};
  if (it.enum) {
    return it.enum[Math.floor(next() * it.enum.length)];
  }
  switch (it.type) {
    case "string": {
      const word = WORDS[Math.floor(next() * WORDS.length)];
      const short = word.slice(0, it.maxLength ?? word.length);
      return short.length < (it.minLength ?? 0) ? short + "x".repeat(it.minLength) : short;
    }
    case "integer":
      return Math.floor((it.minimum ?? 0) + next() * Math.min(5, (it.maximum ?? 100) - (it.minimum ?? 0)));
    case "number":
      return (it.minimum ?? 0) + next();
    case "boolean":
      return next() < 0.5;
    case "array":
      return Array.from({ length: Math.max(it.minItems ?? 0, Math.floor(next() * 3)) }, () =>
        sample(it.items, deref, next, depth + 1),
      );
    case "object":
      return object(it, deref, next, depth);
    default:
      return { any: next() < 0.5 };
  }
}

function object(schema, deref, next, depth) {
  const value = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if ((schema.required ?? []).includes(name) || (depth < 3 && next() < 0.4)) {
      value[name] = sample(field, deref, next, depth + 1);
    }
  }
  return value;
}

/** The requests of one operation. */
export class Requests {
  constructor(operation, config, next, deref) {
    Object.assign(this, { operation, config, next, deref });
  }

  /** A body that should do something. */
  body() {
    const { body } = this.operation;
    if (!body) {
      return undefined;
    }
    const known = this.config.bodies?.[this.operation.id] ?? body.example;
    return known ?? sample(body.schema, this.deref, this.next);
  }

  value(parameter) {
    const own = this.config.operations?.[this.operation.id]?.[parameter.name];
    return own ?? this.config.values[parameter.name] ?? (parameter.in === "query" ? sample(parameter.schema, this.deref, this.next) : "none");
  }

  target(changes = {}, further = []) {
    const at = { ...changes };
    const path = this.operation.path.replace(/\{(\w+)\}/g, (_, name) => {
      const schema = this.operation.parameters.find((it) => it.name === name && it.in === "path");
      return at[name] ?? encodeURIComponent(this.value(schema ?? { name, schema: { type: "string" } }));
    });
    const query = this.operation.parameters
      .filter((it) => it.in === "query" && (it.required || further.includes(it.name) || it.name in at))
      .map((it) => it.name + "=" + (at[it.name] ?? encodeURIComponent(this.value(it))));
    return path + (query.length ? "?" + query.join("&") : "");
  }

  valid() {
    const body = this.body();
    return {
      method: this.operation.method,
      target: this.target(),
      token: this.config.tokens.all,
      body: body === undefined ? undefined : JSON.stringify(body),
      why: "as described",
    };
  }

  /** Further requests that fit the schemas; whether they can be done is another question. */
  *variants() {
    const names = this.operation.parameters.filter((it) => it.in === "query" && !it.required).map((it) => it.name);
    for (const name of names) {
      yield { ...this.valid(), target: this.target({}, [name]), why: "with " + name };
    }
    if (this.operation.body) {
      for (let i = 0; i < 3; i++) {
        const body = sample(this.operation.body.schema, this.deref, this.next);
        yield { ...this.valid(), body: JSON.stringify(body), why: "made from the schema" };
      }
    }
  }
}

/** Bodies that a schema does not allow, each with what is wrong. */
export function* damagedBodies(schema, deref, good) {
  yield ["no JSON", "{"];
  yield ["not UTF-8 JSON", "\u0000"];
  yield ["a list", "[]"];
  yield ["null", "null"];
  yield ["deep", "[".repeat(5000)];
  yield ["an unknown field", JSON.stringify({ ...good, unknown_field: 1 })];
  for (const name of schema.required ?? []) {
    const { [name]: _, ...rest } = good ?? {};
    yield ["without " + name, JSON.stringify(rest)];
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const type = deref(field).type;
    const wrong = type === "array" ? 7 : type === "object" ? "x" : type ? [] : undefined;
    if (wrong !== undefined) {
      yield ["a wrong type of " + name, JSON.stringify({ ...good, [name]: wrong })];
    }
  }
}

/** Requests with holes and parameters that no client of good will sends. */
export function* damagedParameters(operation, requests) {
  for (const it of operation.parameters.filter((p) => p.in === "path" || p.in === "query")) {
    for (const value of it.in === "path" ? HOSTILE : HOSTILE.slice(0, 6)) {
      yield { ...requests.valid(), target: requests.target({ [it.name]: value }), why: "hostile " + it.name };
    }
    if (it.schema.type === "integer") {
      for (const value of ["0x10", "-1", "99999999999999999999", "1.5", "NaN"]) {
        yield { ...requests.valid(), target: requests.target({ [it.name]: value }), why: "no number " + it.name };
      }
    }
  }
}
