import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from '@playwright/test';
import { sessionCookieName } from '../lib/session-token';
import { strayInFrame } from '../lib/test/payloads';
import { emailOf, type OrganisationKey, type Seat } from './support/accounts';
import { whosePagesListen } from './support/listening';
import { closeDatabase, demoSession, Organisation } from './support/organisation';
import { fillLogin } from './support/sign-in';

/** What pages wrote to their consoles. A test fails on an error that it has not announced. */
type Console = {
  watch: (context: BrowserContext) => void;
  said: readonly string[];
  /** Announces an error, such as the browser's own line about an answer of 404. */
  expectError: (words: RegExp) => void;
};

type Fixtures = {
  /** The journey's own organisation, with everybody in it; `org.as('leader')` opens a page, `org.program('user')` calls the API. */
  org: Organisation;
  console: Console;
  /** A page in which somebody of the demo is signed in, or nobody: for looking at what the demo has, changing nothing. */
  demo: (seat?: Seat, org?: OrganisationKey) => Promise<Page>;
};

/** Signs in with the form, as a person does, and waits for the dashboard (or the waiting page). */
export async function signIn(page: Page, email: string, orgKey: string): Promise<void> {
  await page.goto(`/${orgKey}/login`);
  await fillLogin(page, email);
  await expect(page).toHaveURL(new RegExp(`/${orgKey}/dashboard$|/waiting$`));
}

/** What pages of this worker heard from the realtime server besides ids and versions; a test begins with none. */
const strays: string[] = [];

function listen(page: Page): void {
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void strays.push(...strayInFrame(String(payload)))),
  );
}

/** `browser`, all of whose pages are listened to, also those that a test opens by itself. */
function whoseFramesAreHeard(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => (await newContext(options)).on('page', listen);
  return browser;
}

export const test = base.extend<Fixtures & { open: Organisation['open'] }, { database: null }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for
    async ({}, use) => {
      await use(null);
      await closeDatabase();
    },
    { scope: 'worker', auto: true },
  ],

  browser: [async ({ browser }, use) => use(whoseFramesAreHeard(whosePagesListen(browser))), { scope: 'worker' }],

  console: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for
    async ({}, use, testInfo) => {
      const said: string[] = [];
      // Who logs out or loses a right elsewhere moves the channels: a page that asks just then asks again.
      // The SDK sends a moment after it has looked whether its socket is open; the next one is told all of it again.
      const expected: RegExp[] = [
        /40(?:3 \(Forbidden\)|9 \(Conflict\)).*\/api\/pusher\/auth\)$/,
        /^WebSocket is already in CLOSING or CLOSED state\./,
      ];
      strays.length = 0;
      const watch = (watched: BrowserContext) => {
        const onConsole = (message: ConsoleMessage) => {
          if (message.type() === 'error') said.push(`${message.text()} (${message.location().url})`);
        };
        // What the browser itself rejects, such as a request that was cut off, has an empty stack.
        const onError = (error: WebError) =>
          void said.push(`${error.error().stack || error.error()} (${error.page()?.url()})`);
        watched.on('console', onConsole).on('weberror', onError);
      };
      await use({ watch, said, expectError: (words) => expected.push(words) });
      if (testInfo.status !== testInfo.expectedStatus) return;
      const unexpected = said.filter((line) => !expected.some((words) => words.test(line)));
      expect(unexpected, 'errors in the browser’s console').toEqual([]);
      expect(strays, 'what was published besides ids and versions').toEqual([]);
    },
    { auto: true },
  ],

  page: async ({ open }, use) => use(await open(undefined)),

  context: async ({ page }, use) => use(page.context()),

  open: async ({ browser, baseURL: url, console: watched, javaScriptEnabled, viewport }, use) => {
    const baseURL = url ?? '';
    const contexts: BrowserContext[] = [];
    await use(async (token, options) => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport, ...options });
      contexts.push(context);
      watched.watch(context);
      if (token) await context.addCookies([{ name: sessionCookieName(), value: token, url: baseURL, httpOnly: true }]);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  org: async ({ baseURL, open }, use) => use(await Organisation.make(baseURL ?? '', open)),

  demo: async ({ open }, use) =>
    use(async (seat, org = 'acme') => open(seat && (await demoSession(org, emailOf(seat, org))))),
});
