import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What a context and its pages are told for good. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeFromHAR', 'routeWebSocket'] as const;
const LASTING_OF_PAGE = [...LASTING, 'emulateMedia', 'setExtraHTTPHeaders'] as const;
const LASTING_OF_CONTEXT = [...LASTING, 'setExtraHTTPHeaders', 'setGeolocation', 'setStorageState'] as const;
const LISTENED = ['console', 'dialog', 'download', 'filechooser', 'framenavigated', 'page', 'pageerror', 'popup'];
const LISTENED_TO_NETWORK = ['request', 'requestfailed', 'requestfinished', 'response', 'websocket', 'weberror'];
const STORED = 'file_systems,indexeddb,local_storage,cache_storage,shared_storage,storage_buckets';
/** Where nothing runs, in the process of all pages of the application. */
const REST = '/healthz';
const MOST_IDLE = 5;

/**
 * A page that tests of one worker pass on. Whoever takes it finds it, and its context, as new ones would be; only what
 * the browser has fetched and compiled stays.
 */
export class PassedOn {
  readonly #origin: string;
  readonly #size: { width: number; height: number } | null;
  #lasts = false;

  private constructor(readonly page: Page) {
    this.#origin = new URL(page.url()).origin;
    this.#size = page.viewportSize();
    this.#noteLasting(page, LASTING_OF_PAGE);
    this.#noteLasting(page.context(), LASTING_OF_CONTEXT);
  }

  static async open(browser: Browser, options: BrowserContextOptions): Promise<PassedOn> {
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(REST);
    return new PassedOn(page);
  }

  /** Nothing is stored in it but `state`. */
  async begin(state: StorageState | undefined): Promise<void> {
    const { page } = this;
    const context = page.context();
    // What another site keeps is not looked for.
    const follow = (one: Page) =>
      one.on('framenavigated', (frame) => {
        if (/^http/.test(frame.url()) && new URL(frame.url()).origin !== this.#origin) this.#lasts = true;
      });
    follow(page);
    context.on('page', follow);
    if (!state) return;
    await context.addCookies(state.cookies);
    const kept = state.origins.find(({ origin }) => origin === this.#origin)?.localStorage ?? [];
    await page.evaluate((items) => {
      for (const { name, value } of items) localStorage.setItem(name, value);
    }, kept);
  }

  /** Takes everything back that a test did. @returns whether another one may have it; otherwise it is closed */
  async end(): Promise<boolean> {
    const { page } = this;
    const context = page.context();
    if (context.isClosed()) return false;
    await Promise.all(context.pages().map((one) => one !== page && one.close()));
    if (this.#lasts || page.isClosed() || context.serviceWorkers().length > 0) {
      await context.close();
      return false;
    }
    await Promise.all([
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
    ]);
    await context.setOffline(false);
    await page.goto(REST, { waitUntil: 'commit' });
    for (const event of [...LISTENED, ...LISTENED_TO_NETWORK]) {
      context.removeAllListeners(event);
      page.removeAllListeners(event);
    }
    await Promise.all([context.clearPermissions(), context.clearCookies()]);
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = '';
    });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: STORED });
    await devtools.send('Page.resetNavigationHistory');
    await devtools.detach();
    await page.mouse.move(0, 0);
    if (this.#size) await page.setViewportSize(this.#size);
    return true;
  }

  #noteLasting<Of extends object>(of: Of, names: readonly (keyof Of)[]): void {
    for (const name of names) {
      const tell = (of[name] as (...words: unknown[]) => unknown).bind(of);
      Object.assign(of, {
        [name]: (...words: unknown[]) => {
          this.#lasts = true;
          return tell(...words);
        },
      });
    }
  }
}

/** Pages that wait for the next test of a worker, by what they were opened with. */
export class IdlePages {
  #idle: { key: string; one: PassedOn }[] = [];

  constructor(readonly browser: Browser) {}

  async take(key: string, options: BrowserContextOptions): Promise<PassedOn> {
    const at = this.#idle.findLastIndex((idle) => idle.key === key);
    const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
    return found?.one ?? PassedOn.open(this.browser, options);
  }

  /** What waited longest goes where there are too many. */
  async giveBack(key: string, one: PassedOn): Promise<void> {
    if (!(await one.end())) return;
    this.#idle.push({ key, one });
    if (this.#idle.length > MOST_IDLE) await this.#idle.shift()?.one.page.context().close();
  }

  async close(): Promise<void> {
    for (const { one } of this.#idle) await one.page.context().close();
  }
}
