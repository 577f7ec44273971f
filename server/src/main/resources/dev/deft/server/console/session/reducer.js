// Entries of the log and live events make the rows of a timeline. Nothing is lost or doubled: an
// entry counts once by its number, and what an entry says replaces what was live before it.

/**
 * @typedef {{ id: number, parent?: number, role: string, ts: string, [field: string]: any }} Entry
 * @typedef {{ id: string, tool: string, args: unknown, argsText: string, state: "pending" | "waiting" | "running" | "done" | "failed" | "denied",
 *   progress: string, title: string, metadata: Record<string, any>, startedAt?: string, decision?: Entry, result?: Entry,
 *   durationMs?: number }} Call
 * @typedef {"user" | "text" | "reasoning" | "call" | "media" | "compaction" | "notice" | "verdict" | "reflection" | "undo" | "rewind" | "fork"
 *   | "todo" | "retry" | "warning" | "end" | "attachment" | "message" | "sub"} RowKind
 * @typedef {{ key: string, kind: RowKind, entry: number, at: string, rev: number, live?: boolean, inactive?: boolean,
 *   text: string, call?: Call, data?: any }} Row
 */

/** How much of the live output of a call is kept; its result has the rest. */
const MOST_PROGRESS = 60_000;

/** @param {string} id as `E` or `E.n` @returns {[number, number]} */
export function position(id) {
  const [entry, moment = "0"] = id.split(".");
  return [Number(entry) || 0, Number(moment) || 0];
}

export class Timeline {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Row[]} */
    this.rows = [];
    /** The last row of each call id. @type {Map<string, Row>} */
    this.calls = new Map();
    this.agent = "";
    this.model = "";
    /** @type {{ content?: string, status?: string }[]} */
    this.todos = [];
    this.last = 0;
    this.moment = 0;
    this.liveText = "";
    this.liveReasoning = "";
    /** What happened since the last entry and is in no entry (yet). @type {Row[]} */
    this.liveRows = [];
  }

  #clear() {
    this.rows = [];
    this.calls = new Map();
    this.agent = "";
    this.model = "";
    this.todos = [];
    this.#dropLive();
    this.last = 0;
    this.moment = 0;
  }

  #dropLive() {
    this.liveText = "";
    this.liveReasoning = "";
    this.liveRows = [];
  }

  /** The number of the first entry that is known. */
  get first() {
    return this.entries[0]?.id ?? 0;
  }

  /** Adds an entry behind those that are known. @param {Entry} entry @returns {boolean} whether it was new */
  append(entry) {
    if (entry.id <= this.last) {
      return false;
    }
    this.entries.push(entry);
    this.#fold(entry);
    return true;
  }

  /** Adds older entries. Live parts stay as they are. @param {Entry[]} older in order */
  prepend(older) {
    const first = this.first || Number.MAX_SAFE_INTEGER;
    const added = older.filter((it) => it.id < first);
    if (added.length === 0) {
      return 0;
    }
    const { liveText, liveReasoning, liveRows, moment, calls } = this;
    this.entries = [...added, ...this.entries];
    this.#clear();
    this.entries.forEach((it) => this.#fold(it));
    Object.assign(this, { liveText, liveReasoning, liveRows, moment });
    for (const [id, row] of this.calls) {
      const before = calls.get(id)?.call;
      if (row.call && before && !row.call.result) {
        Object.assign(row.call, { progress: before.progress, title: before.title, metadata: before.metadata, state: before.state });
      }
    }
    return added.length;
  }

  /** All rows, the live ones last. @returns {Row[]} */
  all() {
    const at = new Date().toISOString();
    /** @type {Row[]} */
    const live = [];
    if (this.liveReasoning) {
      live.push({ key: "live:reasoning", kind: "reasoning", entry: this.last, at, rev: this.liveReasoning.length, live: true, text: this.liveReasoning });
    }
    if (this.liveText) {
      live.push({ key: "live:text", kind: "text", entry: this.last, at, rev: this.liveText.length, live: true, text: this.liveText });
    }
    return live.length + this.liveRows.length > 0 ? [...this.rows, ...live, ...this.liveRows] : this.rows;
  }

  /** A live event. @param {string} id @param {any} event @returns {boolean} whether it changed something */
  live(id, event) {
    const [entry, moment] = position(id);
    if (id && (entry < this.last || (entry === this.last && moment <= this.moment))) {
      return false;
    }
    this.moment = moment;
    switch (event.type) {
      case "text":
        this.liveText += event.delta ?? "";
        return true;
      case "reasoning":
        this.liveReasoning += event.delta ?? "";
        return true;
      case "tool_call":
        this.#called(event);
        return true;
      case "tool_progress":
        return this.#progressed(event);
      case "ask":
        return this.#asked(event);
      case "retry":
        this.liveText = "";
        this.liveReasoning = "";
        this.#liveRow("retry", event.reason ?? "", event);
        return true;
      case "warning":
      case "message":
        this.#liveRow(event.type, event.text ?? "", event);
        return true;
      case "attachment":
        this.#liveRow("attachment", event.path ?? "", event);
        return true;
      default:
        return false;
    }
  }

  /** Replaces what is known of the unfinished answer. @param {string} id @param {{ text?: string, reasoning?: string, calls?: { id: string, tool: string, title?: string, text?: string }[] }} data */
  snapshot(id, data) {
    const [entry, moment] = position(id);
    if (id && entry < this.last) {
      return;
    }
    this.#dropLive();
    this.moment = moment;
    this.liveText = data.text ?? "";
    this.liveReasoning = data.reasoning ?? "";
    for (const given of data.calls ?? []) {
      const call = this.#open(given.id) ?? this.#called({ id: given.id, tool: given.tool, args: {} });
      call.progress = (given.text ?? "").slice(-MOST_PROGRESS);
      call.title = given.title ?? call.title;
      call.state = call.state === "waiting" ? "waiting" : "running";
      this.#touch(given.id);
    }
  }

  /** @param {RowKind} kind @param {string} text @param {any} data */
  #liveRow(kind, text, data) {
    this.liveRows.push({ key: `live:${this.last}.${this.moment}:${kind}`, kind, entry: this.last, at: new Date().toISOString(), rev: 0, live: true, text, data });
  }

  /** @param {any} event @returns {Call} */
  #called(event) {
    const known = this.#open(event.id);
    if (known) {
      known.state = known.state === "pending" ? "running" : known.state;
      this.#touch(event.id);
      return known;
    }
    const call = newCall(event.id, event.tool, event.args);
    call.state = "running";
    const row = { key: `live:call:${this.last}:${event.id}`, kind: /** @type {RowKind} */ ("call"), entry: this.last, at: new Date().toISOString(), rev: 0, live: true, text: "", call };
    this.liveRows.push(row);
    this.calls.set(event.id, row);
    return call;
  }

  /** @param {any} event */
  #progressed(event) {
    const call = this.#open(event.id);
    if (!call) {
      return false;
    }
    call.progress = (call.progress + (event.text ?? "")).slice(-MOST_PROGRESS);
    call.title = event.title ?? call.title;
    call.metadata = { ...call.metadata, ...event.metadata };
    call.state = call.state === "pending" ? "running" : call.state;
    this.#touch(event.id);
    return true;
  }

  /** @param {any} event */
  #asked(event) {
    const call = this.#open(event.id);
    if (!call) {
      return false;
    }
    call.state = "waiting";
    this.#touch(event.id);
    return true;
  }

  /** The call with this id that has no result yet. @param {string} id @returns {Call | undefined} */
  #open(id) {
    const call = this.calls.get(id)?.call;
    return call && !call.result ? call : undefined;
  }

  /** @param {string} id */
  #touch(id) {
    const row = this.calls.get(id);
    if (row) {
      row.rev++;
    }
  }

  /** @param {Entry} entry */
  #fold(entry) {
    this.last = entry.id;
    this.moment = 0;
    switch (entry.role) {
      case "user":
        this.#dropLive();
        this.#row(entry, "user", textOf(entry.content), { source: entry.source ?? "user", media: mediaOf(entry.content) });
        break;
      case "assistant":
        this.#answered(entry);
        break;
      case "decision":
        this.#decided(entry);
        break;
      case "call":
        this.#started(entry);
        break;
      case "result":
        this.#ended(entry);
        break;
      case "compaction":
        this.#row(entry, "compaction", String(entry.content ?? ""));
        break;
      case "notice":
        this.#row(entry, "notice", String(entry.text ?? ""));
        break;
      case "verdict":
        this.#row(entry, "verdict", String(entry.assessment ?? ""), entry);
        break;
      case "reflection":
        this.#row(entry, "reflection", String(entry.assessment ?? ""), entry);
        break;
      case "todo":
        this.todos = Array.isArray(entry.value?.todos) ? entry.value.todos : [];
        break;
      case "undo":
        this.#row(entry, "undo", "", { redone: entry.redone === true, files: entry.files ?? [] });
        break;
      case "fork":
        this.#row(entry, "fork", String(entry.from ?? ""), entry);
        break;
      case "rewind":
        this.#rewound(entry);
        break;
      case "event":
        this.#happened(entry, entry.event ?? {});
        break;
    }
  }

  /** @param {Entry} entry @param {RowKind} kind @param {string} text @param {any} [data] @param {string} [suffix] @returns {Row} */
  #row(entry, kind, text, data, suffix = "") {
    const row = { key: `${entry.id}${suffix}`, kind, entry: entry.id, at: entry.ts, rev: 0, text, data };
    this.rows.push(row);
    return row;
  }

  /** @param {Entry} entry */
  #answered(entry) {
    const live = this.liveRows.filter((it) => it.kind === "call" && it.call && !it.call.result);
    this.#dropLive();
    const parts = Array.isArray(entry.content) ? entry.content : [{ type: "text", text: String(entry.content ?? "") }];
    parts.forEach((/** @type {any} */ part, /** @type {number} */ i) => {
      const suffix = `:${i}`;
      if (part.type === "text" && part.text) {
        this.#row(entry, "text", part.text, { stop: entry.stop, model: entry.model }, suffix);
      } else if (part.type === "reasoning" && part.text) {
        this.#row(entry, "reasoning", part.text, undefined, suffix);
      } else if (part.type === "media") {
        this.#row(entry, "media", "", { media: [part] }, suffix);
      } else if (part.type === "call") {
        const row = this.#row(entry, "call", "", undefined, suffix);
        row.call = newCall(part.call_id, part.tool, part.args);
        const before = live.find((it) => it.call?.id === part.call_id)?.call;
        if (before) {
          Object.assign(row.call, { state: before.state, progress: before.progress, title: before.title, metadata: before.metadata });
        }
        this.calls.set(part.call_id, row);
      }
    });
    this.model = entry.model || this.model;
  }

  /** The row of a call; calls without a model have no answer that names them. @param {Entry} entry @returns {Row} */
  #callRow(entry) {
    const known = this.calls.get(entry.call_id);
    if (known?.call && !known.call.result && !known.live) {
      return known;
    }
    const row = this.#row(entry, "call", "");
    row.call = newCall(entry.call_id, entry.tool ?? "", entry.args ?? {});
    if (known?.live && known.call) {
      Object.assign(row.call, { args: known.call.args, tool: known.call.tool, progress: known.call.progress });
      this.liveRows = this.liveRows.filter((it) => it !== known);
    }
    this.calls.set(entry.call_id, row);
    return row;
  }

  /** @param {Entry} entry */
  #decided(entry) {
    const row = this.#callRow(entry);
    const call = /** @type {Call} */ (row.call);
    call.decision = entry;
    call.state = entry.allowed ? "running" : "denied";
    row.rev++;
  }

  /** @param {Entry} entry */
  #started(entry) {
    const row = this.#callRow(entry);
    const call = /** @type {Call} */ (row.call);
    call.tool = entry.tool || call.tool;
    call.args = entry.args ?? call.args;
    call.startedAt = entry.ts;
    call.state = "running";
    row.rev++;
  }

  /** @param {Entry} entry */
  #ended(entry) {
    const row = this.#callRow(entry);
    const call = /** @type {Call} */ (row.call);
    call.tool = call.tool || entry.tool;
    call.result = entry;
    call.durationMs = entry.duration_ms;
    call.title = entry.result?.metadata?.title ?? "";
    call.progress = "";
    const failed = entry.failed ?? entry.result?.type === "error";
    call.state = call.decision && call.decision.allowed === false ? "denied" : failed ? "failed" : "done";
    row.rev++;
  }

  /** Everything between the entry it goes on from and itself is off the branch. @param {Entry} entry */
  #rewound(entry) {
    this.#dropLive();
    let hidden = 0;
    for (let i = this.rows.length - 1; i >= 0 && this.rows[i].entry > entry.to; i--) {
      hidden += this.rows[i].inactive ? 0 : 1;
      this.rows[i].inactive = true;
      this.rows[i].rev++;
    }
    this.#row(entry, "rewind", "", { to: entry.to, hidden });
  }

  /** @param {Entry} entry @param {any} event */
  #happened(entry, event) {
    if (event.type === "session") {
      this.agent = event.agent ?? this.agent;
      this.model = event.model ?? this.model;
    } else if (event.type === "retry") {
      this.liveRows = this.liveRows.filter((it) => it.kind !== "retry");
      this.#row(entry, "retry", event.reason ?? "", event);
    } else if (event.type === "warning" || event.type === "message") {
      this.liveRows = this.liveRows.filter((it) => it.kind !== event.type || it.text !== event.text);
      this.#row(entry, event.type, event.text ?? "", event);
    } else if (event.type === "attachment") {
      this.#row(entry, "attachment", event.path ?? "", event);
    } else if (event.type === "result") {
      this.#dropLive();
      this.#row(entry, "end", event.error ?? "", event);
    }
  }
}

/** @param {string} id @param {string} tool @param {unknown} args as the model sent them @returns {Call} */
function newCall(id, tool, args) {
  const argsText = typeof args === "string" ? args : "";
  let parsed = args;
  if (typeof args === "string") {
    try {
      parsed = JSON.parse(args);
    } catch {
      parsed = args;
    }
  }
  return { id, tool, args: parsed, argsText, state: "pending", progress: "", title: "", metadata: {} };
}

/** @param {any} content @returns {string} */
function textOf(content) {
  if (typeof content === "string") {
    return content;
  }
  return Array.isArray(content) ? content.filter((it) => it.type === "text").map((it) => it.text).join("\n\n") : "";
}

/** @param {any} content @returns {{ mime_type: string, data: string }[]} */
export function mediaOf(content) {
  return Array.isArray(content) ? content.filter((it) => it.type === "media") : [];
}
