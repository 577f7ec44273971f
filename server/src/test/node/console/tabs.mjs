// Tabs of the browser that notice what no page of the console may do: log an error, break the Content-Security-Policy,
// ask another server for anything, or run a script of someone else's.

import { createRequire } from 'node:module';
import { accessSync, constants, readFileSync } from 'node:fs';

const installed = createRequire(new URL('../../../../target/node/', import.meta.url));
const { chromium } = installed('playwright-core');
const axe = readFileSync(installed.resolve('axe-core/axe.min.js'), 'utf8');

const PATIENCE_MS = 60_000;

/** Starts the browser of the machine, without a window and without any request of its own. */
export function launch() {
  return chromium.launch({
    executablePath: onPath('chromium'),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-color-profile=srgb',
    ],
  });
}

function onPath(command) {
  for (const directory of process.env.PATH.split(':')) {
    try {
      accessSync(`${directory}/${command}`, constants.X_OK);
      return `${directory}/${command}`;
    } catch {
      // Not in this one.
    }
  }
  throw new Error(`${command} is not installed; ./check installs it.`);
}

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export class Tabs {
  #browser;
  #base;
  #token;
  #kept;
  #contexts = [];
  #guards = [];

  constructor(browser, { base, token }, kept) {
    this.#browser = browser;
    this.#base = base;
    this.#token = token;
    this.#kept = kept;
  }

  get base() {
    return this.#base;
  }

  /** A new browser profile, signed in unless told otherwise, at a place of the console such as `/tools`. */
  async open(place = '/', options = {}) {
    const context = await this.#browser.newContext({
      viewport: options.viewport ?? DESKTOP,
      colorScheme: options.scheme ?? 'light',
      reducedMotion: options.motion ?? 'reduce',
      deviceScaleFactor: options.scale ?? 1,
      hasTouch: options.touch ?? false,
      acceptDownloads: true,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    this.#contexts.push(context);
    if (options.token !== '') {
      await this.signIn(context, options.token ?? this.#token);
    }
    return this.tab(context, place, options.prepare);
  }

  /** Another tab of a profile. */
  async tab(context, place = '/', prepare = async () => {}) {
    const page = await context.newPage();
    this.#guards.push(await Guard.of(page, this.#base));
    await prepare(page);
    await page.goto(this.#base + place);
    return page;
  }

  /** Trades a token for the cookie of the console, as the login page does. */
  async signIn(context, token) {
    const answer = await context.request.post(`${this.#base}/login`, {
      data: { token },
      headers: { Origin: this.#base, 'X-Deft-Request': '1' },
      maxRedirects: 0,
    });
    if (answer.status() !== 303 && !answer.ok()) {
      throw new Error(`Signing in was answered ${answer.status()}: ${await answer.text()}`);
    }
  }

  /** Calls the API as a program would, with the token. */
  async api(method, path, body, headers = {}) {
    const answer = await fetch(this.#base + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    }
    return text === '' ? null : JSON.parse(text);
  }

  /** Keeps a page open for a later scenario. */
  keep(name, page) {
    const guard = this.#guards.find((it) => it.page === page);
    this.#kept.set(name, { page, guard });
    this.#contexts = this.#contexts.filter((it) => it !== page.context());
  }

  /** Takes back a page that an earlier scenario kept. */
  resume(name) {
    const { page, guard } = this.#kept.get(name) ?? {};
    if (page === undefined) {
      throw new Error(`No scenario has kept a page ${name}.`);
    }
    this.#kept.delete(name);
    this.#contexts.push(page.context());
    this.#guards.push(guard);
    return page;
  }

  /** What this page may do once: say why. Each guard forgives only what matches. */
  forgive(page, pattern) {
    this.#guards.find((it) => it.page === page).forgive(pattern);
  }

  pages() {
    return this.#contexts.flatMap((it) => it.pages());
  }

  check() {
    const found = this.report();
    if (found !== '') {
      throw new Error(`The page did what no page may do.`);
    }
  }

  report() {
    return this.#guards
      .flatMap((it) => it.findings())
      .map((it) => `  ${it}`)
      .join('\n');
  }

  async close() {
    await Promise.all(this.#contexts.map((it) => it.close().catch(() => {})));
  }
}

class Guard {
  #found = [];
  #forgiven = [];

  constructor(page) {
    this.page = page;
  }

  static async of(page, base) {
    const guard = new Guard(page);
    const note = (it) => guard.#found.push(it);
    page.on('pageerror', (it) => note(`uncaught: ${it.stack ?? it.message}`));
    page.on('console', (it) => {
      if (it.type() === 'error') {
        note(`console error: ${it.text()} (${it.location().url})`);
      }
    });
    page.on('request', (it) => {
      const url = it.url();
      if (!url.startsWith(`${base}/`) && !/^(data|blob|about):/.test(url)) {
        note(`request to elsewhere: ${url}`);
      }
    });
    page.on('dialog', (it) => {
      note(`a dialog opened: ${it.message()}`);
      it.dismiss().catch(() => {});
    });
    await page.exposeFunction('__deftNotice', note);
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (it) =>
        window.__deftNotice(
          `policy violation: ${it.violatedDirective} ${it.blockedURI} ${it.sourceFile}:${it.lineNumber} ${it.sample}`,
        ),
      );
      Object.defineProperty(window, '__pwned', {
        set: (it) => window.__deftNotice(`a foreign script ran: ${it}`),
        get: () => undefined,
      });
    });
    return guard;
  }

  forgive(pattern) {
    this.#forgiven.push(pattern);
  }

  findings() {
    return this.#found.filter((it) => !this.#forgiven.some((pattern) => pattern.test(it)));
  }
}

/** Waits until a question about the page is answered with something true; says what it saw last when it gives up. */
export async function until(what, question, limit = PATIENCE_MS) {
  const end = Date.now() + limit;
  for (;;) {
    const answer = await question();
    if (answer) {
      return answer;
    }
    if (Date.now() > end) {
      throw new Error(`Not so after ${limit} ms: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The serious and critical findings of axe-core, one line each. */
export async function barriers(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    window.axe.run(document, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return found.violations
    .filter((it) => it.impact === 'serious' || it.impact === 'critical')
    .flatMap((it) =>
      it.nodes
        .slice(0, 5)
        .map((node) => `${it.id} (${it.impact}): ${node.target.flat().join(' ')} ${node.failureSummary}`),
    );
}

/** Elements that make the page wider than the window, in shadow trees too. */
export function tooWide(page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) {
      return [];
    }
    const found = [];
    const visit = (root) => {
      for (const it of root.querySelectorAll('*')) {
        const box = it.getBoundingClientRect();
        if (box.right > width + 1 && box.width > 0) {
          found.push(`${it.localName}.${it.className} to ${Math.round(box.right)}`);
        }
        if (it.shadowRoot) {
          visit(it.shadowRoot);
        }
      }
    };
    visit(document);
    return [`the page is ${document.documentElement.scrollWidth} px wide`, ...found.slice(0, 8)];
  });
}

/** How many nodes the page has, in shadow trees too. */
export function nodes(page) {
  return page.evaluate(() => {
    const count = (root) => {
      let sum = 0;
      for (const it of root.querySelectorAll('*')) {
        sum += 1 + (it.shadowRoot ? count(it.shadowRoot) : 0);
      }
      return sum;
    };
    return count(document);
  });
}
