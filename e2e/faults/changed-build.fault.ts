import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/suite/chromium.mjs';
import { signIn } from '../fixtures';
import { emailOf } from '../support/accounts';
import { fillLogin } from '../support/sign-in';
import { type Fault, type Trial, until } from './support/fault';
import { Installation } from './support/installation';
import { partsOf, Readers } from './support/readers';
import { SourceCopy } from './support/source-copy';

const PATHS = ['/acme/login', '/globex/login', '/', '/docs/api'];
/** On a busy machine a build takes minutes; a click may wait for a page. */
const PATIENCE_MS = 60_000;

/** An open tab, and what it could not load. */
async function open(trial: Trial, url: string): Promise<{ page: Page; wrong: string[] }> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined });
  trial.atEnd(() => browser.close());
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const wrong: string[] = [];
  page.on('response', (answer) => {
    // A busy machine says so and is asked again.
    if (answer.status() === 503 && answer.headers()['retry-after']) return;
    if (answer.status() >= 400) wrong.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  return { page, wrong };
}

const does = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );
const shows = (page: Page, role: 'dialog' | 'heading', name: string | RegExp) =>
  does(page.getByRole(role, { name }).first().waitFor());

async function run(trial: Trial): Promise<void> {
  const { figure, check } = trial;
  const sources = SourceCopy.make(trial);
  await sources.build();
  const { root } = sources;
  const installation = await Installation.start(trial, { command: 'start', root, env: { WEB_CONCURRENCY: '2' } });
  const { url } = installation;
  const pagesOfOld = await Promise.all(PATHS.map(async (path) => (await fetch(url + path)).text()));
  const old = new Set(pagesOfOld.flatMap((html) => [...partsOf(html)]));

  const working = await open(trial, url);
  await signIn(working.page, emailOf('leader', 'acme'), 'acme');
  await working.page.goto('/acme/task?view=board&project=WEB');
  await working.page.getByRole('button', { name: 'New task' }).first().waitFor();
  const form = await open(trial, url);
  await form.page.goto('/globex/login');
  await form.page.getByRole('button', { name: 'Login' }).waitFor();

  const whileBuilt = new Readers(url, { paths: PATHS, parts: true });
  sources.change();
  await sources.build();
  await whileBuilt.stop();
  figure('answered while the next version was built', whileBuilt.served);
  check('nothing is missing while it is built', whileBuilt.wrong.length === 0, whileBuilt.wrong.slice(0, 5));

  const load = new Readers(url, { paths: PATHS, parts: true });
  await load.more(50);
  installation.child.kill('SIGHUP');
  const replaced = () => installation.output.includes('The application is replaced');
  figure('replaced after, ms', await until('all are replaced', replaced, 240_000));
  await load.more(200);
  await load.stop();
  figure('answered meanwhile and afterwards', load.served);
  check(
    'no request is refused and no file missing while they are replaced',
    load.wrong.length === 0,
    load.wrong.slice(0, 5),
  );

  const fresh = partsOf((await Promise.all(PATHS.map(async (path) => (await fetch(url + path)).text()))).join(''));
  check(
    'the new version answers',
    [...fresh].some((part) => !old.has(part)),
  );
  const lost: string[] = [];
  for (const part of old) if (!(await fetch(url + part)).ok) lost.push(part);
  check(`what pages of the old version load is still there (${old.size} files)`, lost.length === 0, lost.slice(0, 5));

  await working.page.getByRole('button', { name: 'New task' }).first().click();
  check('an open tab opens a dialog that it had not loaded yet', await shows(working.page, 'dialog', 'New task'));
  await working.page.keyboard.press('Escape');
  await working.page.getByRole('navigation').first().getByRole('link', { name: 'Project' }).click();
  check('it goes on to another page', await shows(working.page, 'heading', /Projects?/));
  check('nothing was missing in it', working.wrong.length === 0, working.wrong.slice(0, 5));
  await fillLogin(form.page, emailOf('user', 'globex'));
  check('a form that was open is taken', await does(form.page.waitForURL('**/globex/dashboard')));
  check('nothing was missing there', form.wrong.length === 0, form.wrong.slice(0, 5));
  figure('MB of builds', sources.sizes());
}

export const fault: Fault = {
  promise:
    'a changed build replaces the one that runs: nothing is refused or missing, also in tabs that were open before',
  buildsItself: true,
  run,
};
