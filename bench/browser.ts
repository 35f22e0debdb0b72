/** What a person sees: a cold board, scrolling, a drop, and somebody else's new task. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/suite/chromium.mjs';
import { SIZES, SMALL } from './boards';
import type { Figure } from './figures';
import type { Installation } from './installation';
import { middle, quantile } from './load';

const COLD_GOAL_S: Record<number, number> = { 1000: 0.8, 5000: 0.8, 10000: 1 };
const ROUNDS = 3;
const LARGEST = Math.max(...SIZES);
const LIVE = 30;

/** Runs in the page from its first moment: notes when the largest paint was, and when the last visible card came. */
function watchPaints() {
  const seen = { lcp: 0, last: 0, cards: 0 };
  Object.assign(globalThis, { benchSeen: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    let cards = 0;
    for (const card of document.querySelectorAll('[data-card]')) {
      const { top, left, bottom } = card.getBoundingClientRect();
      if (bottom > 0 && top < innerHeight && left < innerWidth) cards++;
    }
    if (cards > seen.cards) Object.assign(seen, { cards, last: performance.now() });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
type Seen = { lcp: number; last: number; cards: number };

/** A browser of its own, signed in. */
export async function visitor(browser: Browser, { app, cookie }: Installation): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: app, viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'guildhall.session', value: cookie, url: app, httpOnly: true }]);
  // What tsx compiles calls this for every inner function.
  await context.addInitScript('globalThis.__name = (value) => value');
  return context;
}

async function watched(browser: Browser, whole: Installation): Promise<BrowserContext> {
  const context = await visitor(browser, whole);
  await context.addInitScript(watchPaints);
  return context;
}

const boardOf = ({ app, boards }: Installation, size: number) =>
  `${app}/${boards.org}/task?view=board&project=${boards.of(size).key}`;

async function coldBoard(browser: Browser, whole: Installation, size: number): Promise<Seen> {
  const context = await watched(browser, whole);
  const page = await context.newPage();
  await page.goto(boardOf(whole, size));
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate(() => (globalThis as unknown as { benchSeen: Seen }).benchSeen);
  await context.close();
  if (!seen.cards) throw new Error(`No card is seen on the board of ${size}`);
  return seen;
}

/** The longest time between two frames while the first column scrolls to its end and back, in ms. */
const scroll = (page: Page) =>
  page.evaluate(async () => {
    const card = document.querySelector('[data-card]');
    let box = card?.parentElement ?? null;
    while (box && box.scrollHeight <= box.clientHeight + 10) box = box.parentElement;
    if (!box) throw new Error('Nothing scrolls');
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const gaps: number[] = [];
    let before = await frame();
    for (let step = 0; step < 120; step++) {
      box.scrollTop += step < 60 ? 400 : -400;
      const now = await frame();
      // Frames come with the display's clock, which tells them a tenth too early or too late.
      gaps.push(Math.round(now - before));
      before = now;
    }
    return gaps;
  });

/** Drags the first card of one column into the next; ms from letting go to the frame that shows it there. */
async function drop(page: Page): Promise<number> {
  const cards = page.locator('[data-card]');
  const from = await cards.first().boundingBox();
  if (!from) throw new Error('There is no card to drag');
  const id = await cards.first().getAttribute('data-card');
  const begin = { x: from.x + from.width / 2, y: from.y + from.height - 6 };
  const to = { x: begin.x + from.width + 40, y: from.y + 40 };
  await page.evaluate(
    ({ card, left }) => {
      const state = globalThis as unknown as { benchDrop: number };
      state.benchDrop = -1;
      document.addEventListener(
        'drop',
        () => {
          const since = performance.now();
          const look = () => {
            const there = document.querySelector(`[data-card="${card}"]`)?.getBoundingClientRect().left ?? 0;
            if (there > left + 20) state.benchDrop = performance.now() - since;
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      );
    },
    { card: id, left: from.x },
  );
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(begin.x + 12, begin.y + 6, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.move(to.x + 2, to.y + 2, { steps: 2 });
  await page.mouse.up();
  await page.waitForFunction(() => (globalThis as unknown as { benchDrop: number }).benchDrop >= 0);
  return page.evaluate(() => (globalThis as unknown as { benchDrop: number }).benchDrop);
}

/** Ms from the moment a program asks for a task until another person's open board shows it. */
async function live(page: Page, { app, token, boards }: Installation): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < LIVE; at++) {
    const title = `Live ${Date.now()} ${at}`;
    const since = Date.now();
    const shown = page.waitForFunction((text) => document.body.textContent.includes(text) && Date.now(), title);
    await fetch(`${app}/api/Task`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ project_id: boards.of(SMALL).id, title, status: 1 + (at % 5) }),
    });
    times.push(((await (await shown).jsonValue()) as number) - since);
  }
  return times;
}

/** Work with a browser that is closed afterwards. */
export async function inBrowser(work: (browser: Browser) => Promise<Figure[]>): Promise<Figure[]> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no browser: set CHROMIUM');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function openBoard(browser: Browser, whole: Installation, size: number): Promise<Page> {
  const page = await (await watched(browser, whole)).newPage();
  await page.goto(boardOf(whole, size));
  await page.waitForLoadState('networkidle');
  return page;
}

export const measureColdBoards = (whole: Installation) =>
  inBrowser(async (browser) => {
    const figures: Figure[] = [];
    for (const size of SIZES) {
      const seen: Seen[] = [];
      for (let round = 0; round < ROUNDS; round++) seen.push(await coldBoard(browser, whole, size));
      const goal = COLD_GOAL_S[size];
      const figure = (what: string, pick: (one: Seen) => number): Figure => ({
        name: `board of ${size}: ${what}`,
        value: middle(seen.map(pick)) / 1_000,
        unit: 's',
        ...(goal && { goal }),
      });
      figures.push(
        figure('LCP', ({ lcp }) => lcp),
        figure('last visible card', ({ last }) => last),
      );
    }
    return figures;
  });

export const measureScrolling = (whole: Installation) =>
  inBrowser(async (browser) => {
    const gaps = await scroll(await openBoard(browser, whole, LARGEST));
    const detail = `median ${middle(gaps).toFixed(0)} ms`;
    return [{ name: `scrolling ${LARGEST}: longest frame`, value: Math.max(...gaps), unit: 'ms', goal: 50, detail }];
  });

export const measureDrop = (whole: Installation) =>
  inBrowser(async (browser) => {
    const page = await openBoard(browser, whole, LARGEST);
    const drops: number[] = [];
    for (let round = 0; round < ROUNDS; round++) drops.push(await drop(page));
    return [{ name: 'drop painted', value: middle(drops), unit: 'ms', goal: 50 }];
  });

export const measureLive = (whole: Installation) =>
  inBrowser(async (browser) => {
    const times = await live(await openBoard(browser, whole, SMALL), whole);
    return [
      { name: 'other browser: p50', value: quantile(times, 0.5), unit: 'ms', goal: 150 },
      { name: 'other browser: p95', value: quantile(times, 0.95), unit: 'ms', goal: 300 },
    ];
  });
