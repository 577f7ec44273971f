import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, seeded } from './load.mjs';

const { Timeline, position } = await load('session/reducer.js');

const AT = '2026-01-02T03:04:05Z';

/** A log of random runs, as the engine would write it, with what was live before each entry. */
function conversation(random, runs) {
  const entries = [];
  const events = [];
  const store = (role, fields) => {
    const entry = { role, ts: AT, id: entries.length + 1, parent: entries.length, ...fields };
    entries.push(entry);
    events.push({ type: 'entry', id: String(entry.id), data: entry });
    moment = 0;
  };
  let moment = 0;
  const live = (data) => events.push({ type: 'live', id: `${entries.length}.${++moment}`, data });
  let calls = 0;
  for (let run = 0; run < runs; run++) {
    store('user', { content: [{ type: 'text', text: `message ${run}` }], source: 'user' });
    store('event', { event: { type: 'session', model: 'm', agent: 'a' } });
    for (let step = 0; step <= random(4); step++) {
      const content = [];
      if (random(2)) {
        const text = `thought ${run}.${step}`;
        [...text].forEach((it) => live({ type: 'reasoning', delta: it }));
        content.push({ type: 'reasoning', text });
      }
      const text = `answer ${run}.${step}`;
      [...text].forEach((it) => live({ type: 'text', delta: it }));
      content.push({ type: 'text', text });
      if (random(6) === 0) {
        live({ type: 'retry', attempt: 2, reason: 'busy' });
        live({ type: 'text', delta: text });
        store('event', { event: { type: 'retry', attempt: 2, reason: 'busy' } });
        live({ type: 'text', delta: text });
      }
      // The ids of calls come again in one log.
      const ids = Array.from({ length: random(3) }, () => `c${calls++ % 5}`).filter((it, i, all) => all.indexOf(it) === i);
      ids.forEach((id) => content.push({ type: 'call', call_id: id, tool: 'bash', args: `{"command":"${id}"}` }));
      store('assistant', { content, stop: ids.length ? 'calls' : 'done', model: 'm' });
      ids.forEach((id) => live({ type: 'tool_call', id, tool: 'bash', args: { command: id } }));
      for (const id of ids) {
        store('decision', { call_id: id, gates: [], allowed: true });
        store('call', { call_id: id, tool: 'bash', args: { command: id } });
        live({ type: 'tool_progress', id, text: 'half ' });
        live({ type: 'tool_progress', id, text: 'done' });
      }
      for (const id of ids) {
        store('result', { call_id: id, tool: 'bash', failed: random(4) === 0, duration_ms: 5, result: { type: 'output', data: {}, metadata: {} }, text: `result of ${id} in ${run}.${step}` });
      }
    }
    if (random(5) === 0) {
      store('rewind', { to: Math.max(1, entries.length - random(6)) });
    }
    store('event', { event: { type: 'result', status: 'done', steps: 1, usage: {} } });
  }
  return { entries, events };
}

/** What a reader sees, without what is only for drawing. */
function seen(timeline) {
  return timeline.all().map(({ key, kind, text, inactive, live, call }) => ({
    key, kind, text, inactive, live,
    call: call && { id: call.id, tool: call.tool, state: call.state, result: call.result?.text, progress: call.progress },
  }));
}

function folded(entries) {
  const timeline = new Timeline();
  entries.forEach((it) => timeline.append(it));
  return timeline;
}

function take(timeline, event) {
  if (event.type === 'entry') {
    timeline.append(event.data);
  } else {
    timeline.live(event.id, event.data);
  }
}

test('what was followed live is what a reload shows', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { entries, events } = conversation(seeded(seed), 6);
    const timeline = new Timeline();
    events.forEach((it) => take(timeline, it));
    assert.deepEqual(seen(timeline), seen(folded(entries)), `seed ${seed}`);
  }
});

test('events that come again after a reconnect change nothing', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seeded(seed);
    const { entries, events } = conversation(random, 5);
    const timeline = new Timeline();
    for (let at = 0; at < events.length; at++) {
      take(timeline, events[at]);
      if (random(7) === 0) {
        const back = Math.max(0, at - random(9));
        events.slice(back, at + 1).forEach((it) => take(timeline, it));
      }
    }
    assert.deepEqual(seen(timeline), seen(folded(entries)), `seed ${seed}`);
  }
});

test('in the middle of an answer, repeated deltas are not doubled', () => {
  const timeline = folded([{ role: 'user', ts: AT, id: 1, content: 'hi' }]);
  timeline.live('1.1', { type: 'text', delta: 'Hel' });
  timeline.live('1.2', { type: 'text', delta: 'lo' });
  timeline.live('1.1', { type: 'text', delta: 'Hel' });
  timeline.live('1.2', { type: 'text', delta: 'lo' });
  assert.equal(timeline.liveText, 'Hello');
});

test('a snapshot replaces what is known of the unfinished answer', () => {
  const timeline = folded([{ role: 'user', ts: AT, id: 1, content: 'hi' }]);
  timeline.live('1.1', { type: 'text', delta: 'Hel' });
  timeline.snapshot('1.9', { text: 'Hello wor', reasoning: 'Hm', calls: [{ id: 'c1', tool: 'bash', text: 'out' }] });
  timeline.live('1.9', { type: 'text', delta: 'old' });
  timeline.live('1.10', { type: 'text', delta: 'ld' });
  timeline.live('1.11', { type: 'tool_progress', id: 'c1', text: 'put' });
  assert.deepEqual(seen(timeline).map((it) => [it.kind, it.text || it.call?.progress]), [['user', 'hi'], ['reasoning', 'Hm'], ['text', 'Hello world'], ['call', 'output']]);
});

test('pages that are loaded backwards make the same as the whole log', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seeded(seed);
    const { entries } = conversation(random, 8);
    const timeline = new Timeline();
    let first = entries.length - random(entries.length);
    entries.slice(first).forEach((it) => timeline.append(it));
    while (first > 0) {
      const from = Math.max(0, first - 1 - random(20));
      timeline.prepend(entries.slice(from, first));
      first = from;
    }
    assert.deepEqual(seen(timeline), seen(folded(entries)), `seed ${seed}`);
    assert.equal(timeline.prepend(entries.slice(0, 3)), 0);
  }
});

test('pages that are loaded in the middle of an answer leave it alone', () => {
  const { entries } = conversation(seeded(3), 4);
  const timeline = folded(entries.slice(10));
  timeline.live(`${entries.length}.1`, { type: 'text', delta: 'still here' });
  timeline.prepend(entries.slice(0, 10));
  assert.equal(timeline.all().at(-1).text, 'still here');
  assert.equal(timeline.live(`${entries.length}.1`, { type: 'text', delta: 'twice' }), false);
});

test('the same id of a call in two answers is two calls', () => {
  const call = { type: 'call', call_id: 'c', tool: 'read', args: '{}' };
  const timeline = folded([
    { role: 'assistant', ts: AT, id: 1, content: [call] },
    { role: 'result', ts: AT, id: 2, call_id: 'c', tool: 'read', text: 'first', result: {} },
    { role: 'assistant', ts: AT, id: 3, content: [call] },
    { role: 'result', ts: AT, id: 4, call_id: 'c', tool: 'read', text: 'second', failed: true, result: {} },
  ]);
  assert.deepEqual(timeline.rows.map((it) => [it.call.result.text, it.call.state]), [['first', 'done'], ['second', 'failed']]);
});

test('a rewind takes what lies between off the branch, and only that', () => {
  const user = (id) => ({ role: 'user', ts: AT, id, content: `m${id}` });
  const timeline = folded([user(1), user(2), user(3), { role: 'rewind', ts: AT, id: 4, to: 1 }, user(5), { role: 'rewind', ts: AT, id: 6, to: 5 }, user(7)]);
  assert.deepEqual(timeline.rows.filter((it) => !it.inactive).map((it) => it.key), ['1', '4', '5', '6', '7']);
});

test('entries of unknown roles and parts without a type are skipped', () => {
  const timeline = folded([{ role: 'hologram', ts: AT, id: 1 }, { role: 'assistant', ts: AT, id: 2, content: [{}, { type: 'song' }] }, { role: 'event', ts: AT, id: 3 }, { role: 'user', ts: AT, id: 4 }]);
  assert.deepEqual(timeline.rows.map((it) => it.kind), ['user']);
  assert.equal(timeline.last, 4);
});

test('positions are read in both forms', () => {
  assert.deepEqual([position('7'), position('7.12'), position('')], [[7, 0], [7, 12], [0, 0]]);
});

test('ten thousand entries are folded in a moment', () => {
  const { entries } = conversation(seeded(9), 700);
  assert.ok(entries.length > 5_000);
  const from = process.cpuUsage();
  folded(entries);
  const { user } = process.cpuUsage(from);
  assert.ok(user < 2_000_000, `${user} µs`);
});
