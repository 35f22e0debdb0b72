import { chromium, type Page, expect as patient } from '@playwright/test';
import { findChromium } from '../../scripts/suite/chromium.mjs';
import { NAMES, type Seat } from '../support/accounts';
import { boardIsReady, boardUrl, card, column, drag } from '../support/board';
import { whosePagesListen } from '../support/listening';
import { joined } from '../support/live';
import { Program, type Task } from '../support/program';
import { type Fault, type Trial, until } from './support/fault';
import { Installation } from './support/installation';

/** Of each browser: a hundred writes, two hundred together. */
const [MOVES, COMMENTS, LINES, CLASHES] = [50, 25, 15, 10] as const;
const TASKS = 12;
const COLUMNS = ['Pending', 'In Process', 'Testing', 'Completed', 'Backlogs'];
const SAME_MS = 60_000;
/** A card that the other has taken away under the mouse is not waited for longer. */
const OVERTAKEN_MS = 8_000;
const expect = patient.configure({ timeout: 40_000 });
/** A line of the description that both write, and one for each of them, apart. */
const TEXT = ['Both: begun', 'Left alone.', 'leader: begun', 'Left alone, too.', 'user: begun'].join('\n\n');

type Person = {
  seat: Seat;
  program: Program;
  board: Page;
  task: Page;
  /** Written and acknowledged. */
  said: string[];
  moves: number;
  /** Refused with both texts on the screen. */
  refused: number;
};

async function enter(trial: Trial, installation: Installation, seat: Seat): Promise<Person> {
  const browser = whosePagesListen(
    await chromium.launch({
      executablePath: findChromium({ shell: true }),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    }),
  );
  trial.atEnd(() => browser.close());
  const program = await Program.signIn(installation.url, seat, 'acme');
  const context = await browser.newContext({ baseURL: installation.url, viewport: { width: 1700, height: 1000 } });
  const at = program.cookie.indexOf('=');
  await context.addCookies([
    { name: program.cookie.slice(0, at), value: program.cookie.slice(at + 1), url: installation.url },
  ]);
  const [board, task] = [await context.newPage(), await context.newPage()];
  return { seat, program, board, task, said: [], moves: 0, refused: 0 };
}

/** A number that is different each time, the same in each run. */
const turn = (at: number, of: number) => (at * 7 + (at % 3)) % of;

/** Drags cards into other columns until so many moves were answered; some are overtaken by the other's, and tried again. */
async function moveCards({ board, seat }: Person, tasks: readonly Task[], answered: () => void): Promise<void> {
  let done = 0;
  board.on('response', (answer) => {
    if (!answer.url().endsWith('/api/changeTaskStatus') || answer.status() !== 200) return;
    done++;
    answered();
  });
  for (let at = seat === 'user' ? 5 : 0; done < MOVES; at++) {
    const { key } = tasks[turn(at, tasks.length)] as Task;
    const to = COLUMNS[turn(at + done, COLUMNS.length)] as string;
    // Where it lies already nothing is sent.
    if (await card(board, key, to).count()) continue;
    const before = done;
    const answer = board
      .waitForResponse((one) => one.url().endsWith('/api/changeTaskStatus'), { timeout: OVERTAKEN_MS })
      .catch(() => null);
    // The other one may take it away just then.
    if (
      !(await drag(board, card(board, key), column(board, to)).then(
        () => true,
        () => false,
      ))
    )
      continue;
    await answer;
    if (done === before) await board.keyboard.press('Escape');
  }
}

async function comment({ task, seat, said }: Person, at: number): Promise<void> {
  const words = `Comment ${at} of ${seat}`;
  await task.getByRole('textbox', { name: 'Comment', exact: true }).fill(words);
  const [answer] = await Promise.all([
    task.waitForResponse((one) => one.url().endsWith('/api/addTaskComment')),
    task.keyboard.press('Control+Enter'),
  ]);
  if (answer.status() === 201) said.push(words);
}

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' });

/** Opens the editor and puts `words` at the end of the line that begins with `of`. */
async function write({ task }: Person, of: string, words: string): Promise<void> {
  await task.evaluate(() => localStorage.setItem('guildhall-editor', 'markdown'));
  await task.getByRole('button', { name: /Edit description|Continue editing/ }).press('Enter');
  const text = await description(task).inputValue();
  await description(task).fill(text.replace(new RegExp(`^${of}: .*$`, 'm'), (line) => `${line} ${words}`));
}

/** Saves; where that is refused both texts are shown, and what is saved next has both. */
async function save(person: Person, words: string): Promise<void> {
  const { task } = person;
  const box = task.getByRole('alert').filter({ hasText: 'Nothing was overwritten.' });
  for (;;) {
    await description(task).press('Control+Enter');
    await expect(box.or(task.getByRole('button', { name: 'Edit description' })).first()).toBeVisible();
    if (!(await box.count())) break;
    await expect(box).toContainText(words);
    person.refused++;
    await box.getByRole('button', { name: 'Edit both together' }).click();
    await expect(box).toHaveCount(0);
    const both = await description(task).inputValue();
    // The two versions of one line become one line again, as a person would do it.
    expect(both).toContain(words);
    const versions = both.match(/^Both: .*$/gm) ?? [];
    const parts = new Set(versions.flatMap((line) => line.slice('Both: '.length).split(' ')));
    const [first, ...others] = both.split(/^Both: .*\n?/m);
    await description(task).fill(`${first}Both: ${[...parts].join(' ')}\n${others.join('')}`);
  }
  person.said.push(words);
}

async function writeLine(person: Person, at: number): Promise<void> {
  const words = `${person.seat}-line-${at}`;
  await write(person, person.seat, words);
  await save(person, words);
}

/** What a board shows: the keys of each column in order. */
const shownOn = (page: Page) =>
  Promise.all(
    COLUMNS.map(
      async (name) =>
        await column(page, name)
          .locator('[data-card]')
          .evaluateAll((cards) => cards.map((one) => (one as HTMLElement).dataset.row ?? '')),
    ),
  );

/** Looks until it sees what is `wanted`, and checks that it came to it in time. */
async function ends(trial: Trial, what: string, wanted: unknown, look: () => Promise<unknown>): Promise<void> {
  let seen: unknown;
  const isSame = async () => {
    seen = await look();
    return JSON.stringify(seen) === JSON.stringify(wanted);
  };
  const took = await until(what, isSame, SAME_MS).catch(() => null);
  trial.check(what, took !== null, { seen, wanted });
}

async function run(trial: Trial): Promise<void> {
  const installation = await Installation.start(trial);
  const leader = await Program.signIn(installation.url, 'leader', 'acme');
  const project = await leader.newProject('Two at it', [NAMES.user]);
  const assignee_ids = [await leader.memberId(NAMES.user)];
  const tasks: Task[] = [];
  for (let at = 0; at < TASKS; at++)
    tasks.push(await leader.newTask(project._id, `Card ${at}`, { status: 1 + (at % 5), assignee_ids }));
  const shared = await leader.newTask(project._id, 'Written by two', { description: TEXT, assignee_ids });
  const people = [await enter(trial, installation, 'leader'), await enter(trial, installation, 'user')];
  for (const { board, task } of people) {
    const live = [board, task].map((page) => joined(page, `private-project-${project._id}`));
    await board.goto(boardUrl('acme', project.key));
    await boardIsReady(board);
    await task.goto(`/acme/taskpage?task=${shared.key}`);
    await Promise.all(live);
  }

  const since = performance.now();
  let answered = 0;
  await Promise.all(
    people.flatMap((person) => [
      moveCards(person, tasks, () => answered++),
      (async () => {
        for (let at = 0; at < COMMENTS; at++) {
          await comment(person, at);
          if (at < LINES) await writeLine(person, at);
        }
      })(),
    ]),
  );
  // Both have read the same, and save at once.
  for (let at = 0; at < CLASHES; at++) {
    const words = people.map(({ seat }) => `${seat}-both-${at}`);
    for (const [who, person] of people.entries()) await write(person, 'Both', words[who] as string);
    await Promise.all(people.map((person, who) => save(person, words[who] as string)));
  }
  const [refusedOne = 0, refusedOther = 0] = people.map(({ refused }) => refused);
  const written = people.reduce((sum, { said }) => sum + said.length, 0);
  trial.figure(
    'writes',
    `${answered} moves, ${written} comments and edits, in ${Math.round((performance.now() - since) / 1_000)} s`,
  );
  trial.figure('refused with both texts on the screen', refusedOne + refusedOther);
  trial.check(
    'each of them wrote a hundred times',
    answered >= 2 * MOVES && written === 2 * (COMMENTS + LINES + CLASHES),
    { answered, written },
  );
  trial.check(
    'of two who change one line at once one is refused, and sees both texts',
    refusedOne + refusedOther >= CLASHES,
    refusedOne + refusedOther,
  );

  const { data } = await leader.ask('GET', `task/${shared.key}`);
  const { docs: comments } = await leader.ask('GET', `taskCommentList?task_id=${shared._id}&limit=200`);
  const bodies = comments.map(({ body }) => String(body));
  const lost = people.flatMap(({ said }) =>
    said.filter((words) =>
      words.startsWith('Comment') ? !bodies.includes(words) : !wordsOf(data.description).has(words),
    ),
  );
  trial.check('no write is lost', lost.length === 0, lost);
  trial.check(
    'no comment is there twice',
    new Set(bodies).size === bodies.length && bodies.length === 2 * COMMENTS,
    bodies.length,
  );

  const { docs: columns } = await leader.ask(
    'GET',
    `taskListByProject?project_id=${project._id}&group=status&completed=all&limit=200`,
  );
  const stored = [1, 2, 3, 4, 5].map((status) =>
    ((columns.find((one) => one.status === status)?.docs ?? []) as Task[]).map(({ key }) => key),
  );
  for (const { seat, board, task } of people) {
    await ends(trial, `the board of ${seat} ends as the server has it, in order`, stored, () => shownOn(board));
    const text = String(data.description).replace(/\s+/g, '');
    await ends(trial, `the description that ${seat} sees is the server’s`, text, async () => {
      const shown = await task.getByRole('region', { name: 'Description' }).textContent();
      return shown?.replace(/\s+/g, '').includes(text) ? text : shown;
    });
    for (;;) {
      const more = task.getByRole('button', { name: 'Show older comments' });
      if (!(await more.count())) break;
      await more.first().click();
    }
    await ends(trial, `the comments that ${seat} sees are the server’s`, bodies.toSorted(), async () => {
      const articles = await task.getByRole('article', { name: /^Comment by/ }).allInnerTexts();
      return articles.flatMap((words) => words.match(/Comment \d+ of \w+/g) ?? []).toSorted();
    });
  }
}

const wordsOf = (text: unknown) => new Set(String(text).split(/\s+/));

export const fault: Fault = {
  promise:
    'Two browsers move, edit and comment two hundred times at once: both end equal to the server, no write is lost, a stale one is refused with both texts.',
  run,
};
