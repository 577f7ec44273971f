import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, seeded } from './load.mjs';

const { Heights } = await load('session/heights.js');
const { parseDiff, pairs, changedWords } = await load('ui/diff-model.js');
const { EventParser } = await load('app/events.js');
const { match, parse, href } = await load('app/router.js');
const { ansiRuns, overwritten, withoutAnsi } = await load('ui/ansi.js');
const { layout, ticks } = await load('session/flame-layout.js');
const { ago, bytes, compact, cost, duration } = await load('ui/format.js');
const { kindOf, outputOf, summaryOf } = await load('session/call-view.js');
const { path, address } = await load('app/api.js');

test('heights give the row at every offset', () => {
  const random = seeded(1);
  for (let round = 0; round < 30; round++) {
    const sizes = Array.from({ length: random(200) + 1 }, () => random(90) + 1);
    const heights = new Heights(50);
    const keys = sizes.map((_, i) => `k${i}`);
    heights.reset(keys, new Map(keys.filter((_, i) => i % 3).map((it) => [it, sizes[Number(it.slice(1))]])));
    sizes.forEach((it, i) => heights.set(i, it));
    let top = 0;
    sizes.forEach((size, i) => {
      assert.equal(heights.top(i), top);
      assert.equal(heights.at(top), i);
      assert.equal(heights.at(top + size - 0.5), i);
      top += size;
    });
    assert.equal(heights.total, top);
    assert.equal(heights.at(top + 1000), sizes.length - 1);
    assert.equal(heights.at(-5), 0);
  }
});

test('the range to draw covers the view with its margin, and no more rows than needed', () => {
  const heights = new Heights(10);
  heights.reset(Array.from({ length: 10_000 }, (_, i) => String(i)), new Map());
  assert.deepEqual(heights.range(50_000, 50_100, 20), [4998, 5013]);
  assert.deepEqual(heights.range(0, 100, 20), [0, 13]);
  assert.deepEqual(heights.range(99_990, 100_090, 20)[1], 10_000);
  heights.reset([], new Map());
  assert.deepEqual([heights.range(0, 100, 20), heights.total], [[0, 0], 0]);
});

const DIFF = `diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1,4 +1,4 @@ top
 same
-the old line
-gone
+the new line
+--- looks like a header
 end
\\ No newline at end of file
--- /dev/null
+++ b/new file.txt
@@ -0,0 +1 @@
+one
`;

test('a diff is taken apart into files, hunks and lines with their numbers', () => {
  const [first, second] = parseDiff(DIFF);
  assert.deepEqual([first.path, first.added, first.removed, second.path, second.from], ['a.txt', 2, 2, 'new file.txt', '/dev/null']);
  assert.deepEqual(first.hunks[0].lines.map((it) => [it.kind, it.before, it.after, it.text]), [
    ['same', 1, 1, 'same'], ['del', 2, undefined, 'the old line'], ['del', 3, undefined, 'gone'],
    ['add', undefined, 2, 'the new line'], ['add', undefined, 3, '--- looks like a header'], ['same', 4, 4, 'end'],
  ]);
  assert.deepEqual(parseDiff('no diff at all'), []);
});

test('side by side, removed lines stand beside those that replace them', () => {
  const rows = pairs(parseDiff(DIFF)[0].hunks[0].lines).map((it) => [it.left?.text, it.right?.text]);
  assert.deepEqual(rows, [['same', 'same'], ['the old line', 'the new line'], ['gone', '--- looks like a header'], ['end', 'end']]);
});

test('the words that changed are marked, and nothing of the text is lost', () => {
  const [left, right] = changedWords('int a = first(b);', 'int a = second(b, c);');
  assert.deepEqual(left.filter((it) => it.changed).map((it) => it.text), ['first']);
  assert.deepEqual(right.filter((it) => it.changed).map((it) => it.text), ['second', ', c']);
  assert.equal(right.map((it) => it.text).join(''), 'int a = second(b, c);');
  assert.deepEqual(changedWords('completely different', 'nothing in common here'), [undefined, undefined]);
  assert.deepEqual(changedWords('x '.repeat(1000), 'y'), [undefined, undefined]);
});

const STREAM = ': hello\r\n\r\nid: 1\nevent: entry\ndata: {"a":"ü€𝄞"}\n\nevent: state\rdata: x\rdata:y\r\rid\ndata: last\n\ndata: unfinished';

test('events are the same however the bytes are cut', () => {
  const bytes = new TextEncoder().encode(STREAM);
  const whole = new EventParser().push(bytes);
  assert.deepEqual(whole, [
    { id: '1', type: 'entry', data: '{"a":"ü€𝄞"}' },
    { id: '', type: 'state', data: 'x\ny' },
    { id: '', type: 'message', data: 'last' },
  ]);
  const random = seeded(5);
  for (let round = 0; round < 200; round++) {
    const parser = new EventParser();
    const events = [];
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + random(round % 9 + 1);
      events.push(...parser.push(bytes.subarray(at, at + size)));
      at += size;
    }
    assert.deepEqual(events, whole);
  }
});

test('places are found by their patterns and written as addresses', () => {
  assert.deepEqual(match('/w/:workspace/s/:session', '/w/a%2Fb/s/c'), { workspace: 'a/b', session: 'c' });
  assert.equal(match('/w/:workspace', '/w/a/b'), undefined);
  assert.equal(match('/w/:workspace', '/w/%zz'), undefined);
  assert.equal(href('/w/:workspace/s/:session', { workspace: 'a/b', session: 'ü' }, { tab: 'x y', q: '' }), '#/w/a%2Fb/s/%C3%BC?tab=x+y');
  assert.deepEqual(parse('#/a?q=1%202'), { path: '/a', query: { q: '1 2' } });
  assert.deepEqual([parse('').path, parse('#evil').path], ['/', '/']);
});

test('pieces of paths are escaped', () => {
  assert.equal(path`/v1/workspaces/${'a/../b'}/sessions/${'x?y#z'}`, '/v1/workspaces/a%2F..%2Fb/sessions/x%3Fy%23z');
  assert.equal(address('/v1', { a: '1&2', b: undefined, c: '' }), '/v1?a=1%262');
});

test('colors of terminals become classes, other sequences vanish', () => {
  assert.deepEqual(ansiRuns('a\u001b[1;31mred\u001b[0m b\u001b[38;5;200mx\u001b[2K\u001b]0;title\u0007y'), [
    { text: 'a', classes: '' }, { text: 'red', classes: 'ansi-1 ansi-31' }, { text: ' b', classes: '' }, { text: 'x', classes: '' }, { text: 'y', classes: '' },
  ]);
  assert.equal(overwritten('10%\r20%\r100%\ndone\r\nend'), '100%\ndone\nend');
  assert.equal(withoutAnsi('\u001b[31mred\u001b[0m'), 'red');
});

test('long hostile sequences take no time', () => {
  const from = process.cpuUsage();
  ansiRuns('\u001b['.repeat(200_000));
  ansiRuns(`\u001b]${'x'.repeat(500_000)}`);
  overwritten('\r'.repeat(200_000));
  overwritten(`${'x'.repeat(500_000)}\r`);
  const { user } = process.cpuUsage(from);
  assert.ok(user < 3_000_000, `${user} µs`);
});

test('spans stand below their parents, and beside each other only when they do not overlap', () => {
  const span = (id, parent, start_ms, duration_ms, input_tokens = 0) => ({ id, parent, kind: 'call', name: id, start_ms, duration_ms, input_tokens });
  const spans = [span('t', undefined, 0, 100), span('a', 't', 0, 40, 30), span('b', 't', 20, 60, 70), span('c', 't', 80, 10), span('orphan', 'nowhere', 200, 10)];
  const time = layout(spans, 'time');
  assert.deepEqual(time.bars.map((it) => [it.span.id, it.lane]), [['t', 0], ['a', 1], ['b', 2], ['c', 1], ['orphan', 0]]);
  assert.deepEqual([time.from, time.to, time.lanes], [0, 210, 3]);
  const tokens = layout(spans, 'tokens');
  assert.deepEqual(tokens.bars.map((it) => [it.span.id, it.from, it.to]), [['t', 0, 100], ['a', 0, 30], ['b', 30, 100]]);
  assert.deepEqual(layout([], 'time'), { bars: [], lanes: 0, from: 0, to: 1 });
  const loop = [span('x', 'y', 0, 1, 5), span('y', 'x', 0, 1, 5)];
  assert.deepEqual([layout(loop, 'time').bars.length, layout(loop, 'tokens').bars.length], [0, 0]);
});

test('an axis has round numbers', () => {
  assert.deepEqual(ticks(0, 100, 5, 'tokens'), [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(ticks(0, 200_000, 5, 'time'), [0, 60_000, 120_000, 180_000]);
});

test('numbers are written as people read them', () => {
  assert.deepEqual([duration(320), duration(4_200), duration(185_000), duration(7_300_000), duration(undefined)], ['320 ms', '4.2 s', '3 min 5 s', '2 h 2 min', '']);
  assert.deepEqual([compact(950), compact(12_400), compact(3_100_000), compact(999_600)], ['950', '12.4k', '3.1M', '1M']);
  assert.deepEqual([cost(0), cost(0.0042), cost(0.5), cost(12), cost(undefined)], ['$0.00', '$0.0042', '$0.500', '$12.00', '']);
  assert.deepEqual([bytes(999), bytes(1_500), bytes(25_000_000)], ['999 B', '1.5 KB', '25 MB']);
  const now = Date.parse('2026-05-05T12:00:00Z');
  assert.deepEqual([ago(now - 1000, now), ago(now - 300_000, now), ago(now - 7_200_000, now), ago('nonsense', now)], ['now', '5 min ago', '2 h ago', '']);
});

test('calls are told by what says most about them', () => {
  assert.equal(summaryOf({ path: 'src', pattern: 'needle' }), 'needle');
  assert.equal(summaryOf({ command: '\n  first\nsecond' }), 'first');
  assert.equal(summaryOf('not json'), 'not json');
  assert.equal(summaryOf(null), '');
  assert.deepEqual([kindOf('apply_patch').kind, kindOf('Bash').kind, kindOf('mcp__x').kind], ['edit', 'execute', 'other']);
  assert.equal(outputOf({ tool: 'x', result: { result: { type: 'error', error_text: 'no', metadata: { code: 'denied' } } } }).error, 'no');
  assert.equal(outputOf({ tool: 'x', result: { result: { type: 'output', data: { n: 1 } } } }).text, '{\n  "n": 1\n}');
});
