/** List, board, timeline and calendar of one project of 5,000 tasks, in a browser that has opened them before. */
import type { Browser, Page } from '@playwright/test';
import { statementsOf } from './asked';
import { inBrowser, visitor } from './browser';
import type { Figure } from './figures';
import type { Installation } from './installation';
import { middle } from './load';
import {
  framesWhileScrolling,
  heapIn,
  longestTask,
  type Opening,
  openedIn,
  untilPainted,
  watchesOpening,
} from './page-work';
import { PLANNED, preparePlanned, URGENT } from './planned';

const ROUNDS = 5;
const DROPS = 3;
const FRAME_MS = 50;
const DROP_MS = 50;
const FILTER_MS = 400;
const HEAP_MB = 120;
const STATEMENTS = 12;
/** Tasks of a day that the calendar does not show, more than are urgent. */
const MANY = 10;
/** Of the list, after the fifty rows of its first page. */
const PAGES = 5;
const ROWS = 50 + PAGES * 200;

type View = { name: string; query: string; content: string; interactive: number };
const VIEWS = {
  list: { name: 'list', query: '', content: 'tr[data-row]', interactive: 1.5 },
  board: { name: 'board', query: '&view=board', content: '[data-card]', interactive: 1.5 },
  timeline: { name: 'timeline', query: '&view=timeline', content: '[data-bar]', interactive: 2 },
  calendar: { name: 'calendar', query: '&view=calendar', content: '[data-day] [data-row]', interactive: 2 },
} satisfies Record<string, View>;

let project: ReturnType<typeof preparePlanned> | undefined;

async function addressOf(whole: Installation, view: keyof typeof VIEWS): Promise<string> {
  project ??= preparePlanned(whole.database, whole.boards.org);
  return `/${whole.boards.org}/task?project=${(await project).key}${VIEWS[view].query}`;
}

async function opened(browser: Browser, whole: Installation, view: keyof typeof VIEWS): Promise<Page> {
  const page = await (await visitor(browser, whole)).newPage();
  await watchesOpening(page, VIEWS[view].content);
  await openedIn(page, whole.app + (await addressOf(whole, view)));
  return page;
}

const nameOf = (view: View, what: string) => `${view.name} of ${PLANNED}: ${what}`;
const keysOf = (views: Partial<typeof VIEWS>) => Object.keys(views) as (keyof typeof VIEWS)[];

/** When each view listens and does nothing long any more, and what it holds then. */
export const measureOpening = (whole: Installation) =>
  inBrowser(async (browser) => {
    const figures: Figure[] = [];
    for (const key of keysOf(VIEWS)) {
      const view: View = VIEWS[key];
      const page = await opened(browser, whole, key);
      const address = page.url();
      const rounds: Opening[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await openedIn(page, address));
      const [again, longest] = await longestTask(browser, page, () => openedIn(page, address));
      rounds.push(again);
      const seconds = (pick: (one: Opening) => number) => middle(rounds.map(pick)) / 1_000;
      figures.push({
        name: nameOf(view, 'interactive'),
        value: seconds(({ listens, busy }) => Math.max(listens, busy)),
        unit: 's',
        goal: view.interactive,
        detail: `first row ${seconds(({ shown }) => shown).toFixed(2)} s, listens ${seconds(({ listens }) => listens).toFixed(2)} s, ${longest}`,
      });
      figures.push({ name: nameOf(view, 'heap'), value: await heapIn(page), unit: 'MB', goal: HEAP_MB });
      await page.context().close();
    }
    return figures;
  });

/** About a thousand rows stand in the list then. */
async function showMore(page: Page): Promise<void> {
  for (let at = 0; at < PAGES; at++) {
    const before = await page.locator(VIEWS.list.content).count();
    await page.getByRole('button', { name: /^Show more/ }).click();
    await page.waitForFunction(({ row, before }) => document.querySelectorAll(row).length > before, {
      row: VIEWS.list.content,
      before,
    });
  }
}

/** A timeline begins with the earliest tasks, whose bars are out of sight. */
async function toBars(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.locator(VIEWS.timeline.content).first().waitFor();
}

/** The longest frame while list, board and timeline scroll there and back. */
export const measureViewScrolling = (whole: Installation) =>
  inBrowser(async (browser) => {
    const figures: Figure[] = [];
    const scroll = async (page: Page, what: string, row: string, options: { across?: boolean; step?: number } = {}) => {
      const [gaps, longest] = await longestTask(browser, page, () => framesWhileScrolling(page, row, options));
      figures.push({
        name: `${what}: longest frame`,
        value: Math.max(...gaps),
        unit: 'ms',
        goal: FRAME_MS,
        detail: `median ${middle(gaps).toFixed(0)} ms, ${longest}`,
      });
    };
    const list = await opened(browser, whole, 'list');
    // Without groups, so that none is folded.
    await openedIn(list, `${list.url()}&sort=-created`);
    await showMore(list);
    await scroll(list, nameOf(VIEWS.list, `scrolling ${ROWS}`), VIEWS.list.content);
    figures.push({ name: nameOf(VIEWS.list, 'heap, scrolled'), value: await heapIn(list), unit: 'MB', goal: HEAP_MB });
    await list.context().close();
    const board = await opened(browser, whole, 'board');
    await scroll(board, nameOf(VIEWS.board, 'scrolling a column'), VIEWS.board.content);
    await board.context().close();
    const timeline = await opened(browser, whole, 'timeline');
    await toBars(timeline);
    await scroll(timeline, nameOf(VIEWS.timeline, 'scrolling down'), VIEWS.timeline.content);
    await scroll(timeline, nameOf(VIEWS.timeline, 'scrolling across'), VIEWS.timeline.content, {
      across: true,
      step: 200,
    });
    const held = await heapIn(timeline);
    figures.push({ name: nameOf(VIEWS.timeline, 'heap, scrolled'), value: held, unit: 'MB', goal: HEAP_MB });
    await timeline.context().close();
    return figures;
  });

type Drag = { event: string; from: string; by: { x: number; y: number } };
/** A card goes to the next column, a task to the next day, a bar some days on. */
const DRAGS: Partial<Record<keyof typeof VIEWS, Drag>> = {
  board: { event: 'drop', from: '[data-card]', by: { x: 300, y: 0 } },
  calendar: { event: 'drop', from: '[data-day] [data-row]', by: { x: 170, y: 0 } },
  timeline: { event: 'pointerup', from: '[data-bar] [data-grip="move"]', by: { x: 96, y: 0 } },
};

/** Drags what lies in the middle of the screen; ms from letting go to the frame that shows it there. */
async function drop(page: Page, { event, from, by }: Drag): Promise<number> {
  const begin = await page.evaluate((from) => {
    const free = [...document.querySelectorAll(from)].find((one) => {
      const { left, width, bottom, top } = one.getBoundingClientRect();
      const x = left + width / 2;
      const y = bottom - 4;
      return x > 520 && x < innerWidth - 520 && top > 300 && document.elementFromPoint(x, y)?.closest(from) === one;
    });
    const known = free?.closest<HTMLElement>('[data-row]');
    if (!free || !known) return null;
    const { left, width, bottom } = free.getBoundingClientRect();
    return { key: known.dataset.row ?? '', left, x: left + width / 2, y: bottom - 4 };
  }, from);
  if (!begin) throw new Error(`Nothing to drag is on the screen: ${from}`);
  const { key, x, y, left } = begin;
  const there = ({ key, from, left }: { key: string; from: string; left: number }) => {
    const rows = document.querySelectorAll(`[data-row="${key}"]`);
    return [...rows].some((row) => {
      const one = row.matches(from) ? row : row.querySelector(from);
      return one !== null && one.getBoundingClientRect().left > left + 20;
    });
  };
  const time = await untilPainted(page, event, there, { key, from, left }, async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 12, y + 4, { steps: 3 });
    await page.mouse.move(x + by.x, y + by.y, { steps: 12 });
    await page.mouse.move(x + by.x + 2, y + by.y + 2, { steps: 2 });
    await page.mouse.up();
  });
  await page.waitForLoadState('networkidle');
  return time;
}

/** A drop painted, in each view that has one. */
export const measureDrops = (whole: Installation) =>
  inBrowser(async (browser) => {
    const figures: Figure[] = [];
    for (const [key, drag] of Object.entries(DRAGS) as [keyof typeof VIEWS, Drag][]) {
      const page = await opened(browser, whole, key);
      if (key === 'timeline') await toBars(page);
      const times: number[] = [];
      const [, longest] = await longestTask(browser, page, async () => {
        for (let round = 0; round < DROPS; round++) times.push(await drop(page, drag));
      });
      const detail = longest;
      figures.push({
        name: nameOf(VIEWS[key], 'drop painted'),
        value: middle(times),
        unit: 'ms',
        goal: DROP_MS,
        detail,
      });
      await page.context().close();
    }
    return figures;
  });

/** A filter that a thousand tasks meet, set and taken away by a click: until what it leaves is painted. */
export const measureFilters = (whole: Installation) =>
  inBrowser(async (browser) => {
    const figures: Figure[] = [];
    for (const key of keysOf(VIEWS)) {
      const view: View = VIEWS[key];
      const page = await opened(browser, whole, key);
      await page.keyboard.press('f');
      await page.getByRole('combobox', { name: 'Field to filter by' }).fill('prio');
      await page.keyboard.press('Enter');
      const choice = page.getByRole('checkbox', { name: 'Urgent' });
      // The Space key presses it: its box lies under its label.
      const press = async () => {
        await choice.focus();
        await page.keyboard.press('Space');
      };
      const shows = ({ row, word, many, all }: { row: string; word: string; many: number; all: boolean }) => {
        const texts = [...document.querySelectorAll(row)].map(
          (one) => (one.closest('[data-row]') as HTMLElement).textContent,
        );
        // A calendar shows the urgent ones of a day first, and how many more there are.
        const more = [...document.querySelectorAll('[data-stop^="more "]')].map((one) =>
          Number.parseInt(one.textContent, 10),
        );
        const filtered = texts.every((text) => text.includes(word)) && Math.max(0, ...more) < many;
        return texts.length > 0 && filtered === all;
      };
      const about = { row: view.content, word: URGENT, many: MANY };
      const [on, off]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        on.push(await untilPainted(page, 'click', shows, { ...about, all: true }, press));
        await page.waitForLoadState('networkidle');
        off.push(await untilPainted(page, 'click', shows, { ...about, all: false }, press));
        await page.waitForLoadState('networkidle');
      }
      figures.push({ name: nameOf(view, 'filtered'), value: middle(on), unit: 'ms', goal: FILTER_MS });
      figures.push({ name: nameOf(view, 'filter taken away'), value: middle(off), unit: 'ms', goal: FILTER_MS });
      await page.context().close();
    }
    return figures;
  });

/** What each view asks of the database, first page and frame together, and the pages about that project. */
export async function measureViewStatements(whole: Installation, port: number): Promise<Figure[]> {
  const { org } = whole.boards;
  const pages: Record<string, string> = {};
  for (const key of keysOf(VIEWS)) pages[nameOf(VIEWS[key], 'page')] = await addressOf(whole, key);
  const { key } = await (project as ReturnType<typeof preparePlanned>);
  const of = (what: string) => `project of ${PLANNED}: ${what}`;
  pages[of('page')] = `/${org}/projectdetails?project=${key}`;
  pages[of('a task')] = `/${org}/taskpage?task=${key}-1`;
  pages[of('dashboard')] = `/${org}/dashboard`;
  return statementsOf(whole, port, pages, STATEMENTS);
}
