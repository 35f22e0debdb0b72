/** What a page in a browser does: when it listens, how long its frames take, what it holds. */
import type { Browser, Page } from '@playwright/test';
import { listensEverywhere } from '../e2e/support/listening';

const MEGABYTE = 1024 ** 2;
/** So long nothing long has run, and nothing more is asked for. */
const QUIET_MS = 1_000;

/** Runs in a page from its first moment: notes when what it is for is there and listens, and each long task. */
function watchOpening(content: string, heard: () => unknown) {
  const seen = { shown: 0, listens: 0, busy: 0 };
  Object.assign(globalThis, { benchOpening: seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.busy = Math.max(seen.busy, startTime + duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (!seen.shown && document.querySelector(content)) seen.shown = performance.now();
    if (seen.shown && heard()) seen.listens = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** In ms since the navigation began: first row, listening, and the end of the last task of more than 50 ms. */
export type Opening = { shown: number; listens: number; busy: number };

/** Before `openedIn`, once a page. */
export const watchesOpening = (page: Page, content: string) =>
  page.addInitScript(`(${watchOpening})(${JSON.stringify(content)}, ${listensEverywhere})`);

/** Loads the address and waits until nothing long has run for a second. */
export async function openedIn(page: Page, address: string): Promise<Opening> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    (quiet) => {
      const { listens, busy } = (globalThis as unknown as { benchOpening: Opening }).benchOpening;
      return listens > 0 && performance.now() > Math.max(listens, busy) + quiet;
    },
    QUIET_MS,
    { polling: 100 },
  );
  return page.evaluate(() => (globalThis as unknown as { benchOpening: Opening }).benchOpening);
}

/** Ms between frames while the box around `row` scrolls there and back; `across`: to the side. */
export const framesWhileScrolling = (page: Page, row: string, { across = false, step = 400, steps = 120 } = {}) =>
  page.evaluate(
    async ({ row, across, step, steps }) => {
      const [place, size, inner] = across
        ? (['scrollLeft', 'scrollWidth', 'clientWidth'] as const)
        : (['scrollTop', 'scrollHeight', 'clientHeight'] as const);
      let box: Element | null = document.querySelector(row);
      const scrolls = (element: Element) =>
        element[size] > element[inner] + 10 &&
        (element === document.scrollingElement || /auto|scroll/.test(getComputedStyle(element).overflow));
      while (box && !scrolls(box)) box = box.parentElement;
      if (!box) throw new Error('Nothing scrolls');
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const gaps: number[] = [];
      const begun = box[place];
      let most = 0;
      let before = await frame();
      for (let at = 0; at < steps; at++) {
        box[place] += at < steps / 2 ? step : -step;
        const now = await frame();
        // Frames come with the display's clock, which tells them a tenth too early or too late.
        gaps.push(Math.round(now - before));
        before = now;
        most = Math.max(most, Math.abs(box[place] - begun));
      }
      if (most < Math.abs(step)) throw new Error('It did not scroll');
      return gaps;
    },
    { row, across, step, steps },
  );

type TraceEvent = { name: string; tid: number; pid: number; dur?: number; tdur?: number; args?: { name?: string } };

/**
 * Runs `work` and tells the longest task of any page's main thread meanwhile, in words: in ms of processor time, since
 * what other work on the machine takes away does not count, unless the browser only knows what the clock says.
 */
export async function longestTask<T>(browser: Browser, page: Page, work: () => Promise<T>): Promise<[T, string]> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
  const result = await work();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && mains.has(`${pid} ${tid}`));
  const known = tasks.some(({ tdur }) => tdur !== undefined);
  const longest = Math.max(0, ...tasks.map(({ dur = 0, tdur = 0 }) => (known ? tdur : dur) / 1_000));
  return [result, `longest task ${longest.toFixed(0)} ms of ${known ? 'processor time' : 'the clock'}`];
}

/** MB that live in a page's heap after a collection. */
export async function heapIn(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // The first lets go of what waits for its finalizer, the second collects that.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / MEGABYTE;
}

function watchPainting(event: string, done: (about: unknown) => boolean, about: unknown) {
  const state = globalThis as unknown as { benchPainted: number };
  state.benchPainted = -1;
  const begin = () => {
    const since = performance.now();
    const look = () => {
      if (done(about)) state.benchPainted = performance.now() - since;
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  addEventListener(event, begin, { capture: true, once: true });
}

/**
 * Ms from an event (`click`, `drop`, `pointerup`) that `act` causes until a frame in which `done` says yes. `done` runs
 * in the page, with `about`, so it names nothing outside.
 */
export async function untilPainted<A>(
  page: Page,
  event: string,
  done: (about: A) => boolean,
  about: A,
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(`(${watchPainting})(${JSON.stringify(event)}, ${done}, ${JSON.stringify(about)})`);
  await act();
  await page.waitForFunction(() => (globalThis as unknown as { benchPainted: number }).benchPainted >= 0);
  return page.evaluate(() => (globalThis as unknown as { benchPainted: number }).benchPainted);
}
