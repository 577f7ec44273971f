// Drives one real browser for a test in Java. Each line on standard input is {"scenario", "arguments"} and is
// answered by one line on standard output: {"ok": true, "result"} or {"ok": false, "error"}.
// A scenario is "file/name": the function `name` that console/file.mjs exports.

import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { launch, Tabs } from './console/tabs.mjs';

const LONGEST_SCENARIO_MS = 240_000;
const pictures = new URL('../../../target/browser/', import.meta.url);

const browser = await launch();
/** The tabs that a scenario leaves open for the next ones, by name. */
const kept = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const { scenario, arguments: given } = JSON.parse(line);
  process.stdout.write(JSON.stringify(await run(scenario, given)) + '\n');
}
await browser.close();

async function run(scenario, given) {
  const tabs = new Tabs(browser, given, kept);
  try {
    const [file, name] = scenario.split('/');
    const scenarios = await import(`./console/${file}.mjs`);
    if (typeof scenarios[name] !== 'function') {
      return { ok: false, error: `There is no scenario ${scenario}.` };
    }
    const result = await within(LONGEST_SCENARIO_MS, scenarios[name](tabs, given));
    tabs.check();
    return { ok: true, result: result ?? null };
  } catch (e) {
    const picture = await photograph(tabs, scenario);
    return { ok: false, error: `${e?.stack ?? e}\n${tabs.report()}${picture}` };
  } finally {
    await tabs.close();
  }
}

async function photograph(tabs, scenario) {
  mkdirSync(pictures, { recursive: true });
  const taken = [];
  for (const [number, page] of tabs.pages().entries()) {
    const path = new URL(`${scenario.replace('/', '-')}-${number}.png`, pictures).pathname;
    const done = await page.screenshot({ path, timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (done) {
      taken.push(path);
    }
  }
  return taken.length === 0 ? '' : `\nPictures: ${taken.join(' ')}`;
}

function within(limit, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${limit} ms`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
