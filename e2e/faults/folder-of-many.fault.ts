import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/suite/chromium.mjs';
import { Program } from '../support/program';
import type { Fault } from './support/fault';
import { upload } from './support/files';
import { Installation } from './support/installation';

const FILES = 10_000;
const LIST_MS = 300;
/** Notches of a wheel between two looks, of 300 pixels each. */
const NOTCHES = 5;
/** Presses of an arrow: past what is drawn at first. */
const STEPS = 250;

export const fault: Fault = {
  promise: `a folder of ${FILES} files lists in ${LIST_MS} ms, and scrolls to its end without a blank`,
  async run(trial) {
    const installation = await Installation.start(trial, { env: { WEB_CONCURRENCY: '1' } });
    const user = await Program.signIn(installation.url, 'leader', 'acme');
    const { _id: project, key } = await user.newProject('Many');
    const { id } = await upload(installation, user, { name: 'seed.bin', bytes: 2_000, project });
    const { data: folder } = await user.ask('POST', 'folder', { name: 'Ten thousand', project_id: project });
    await installation.query(
      `insert into file (org_id, id, space_id, project_id, folder_id, name, name_key, name_order, content_id, size, type, sha256, uploaded_by_id)
       select org_id, gen_random_uuid(), space_id, project_id, $2, name, name, name, content_id, size, type, sha256, uploaded_by_id
         from (select f.*, 'file ' || lpad(n::text, 5, '0') || '.bin' as name
                 from (select org_id, space_id, project_id, content_id, size, type, sha256, uploaded_by_id from file where id = $1) f,
                      generate_series(1, $3::int) n) made`,
      [id, folder?._id, FILES],
    );
    await installation.query(
      `insert into file_version (org_id, file_id, version_number, content_id, size, type, sha256, uploaded_by_id)
       select org_id, id, 1, content_id, size, type, sha256, uploaded_by_id from file where folder_id = $1`,
      [folder?._id],
    );
    await installation.query('analyze file');

    for (const path of ['sort=name', 'sort=-changed', 'sort=-size', 'q=file%2009'].map(
      (query) => `fileList?folder_id=${folder?._id}&limit=200&${query}`,
    )) {
      const times: number[] = [];
      for (let time = 0; time < 10; time++) {
        const since = performance.now();
        await user.ask('GET', path);
        times.push(performance.now() - since);
      }
      const middle = times.toSorted((one, other) => one - other)[5] ?? 0;
      trial.figure(path.replace(/.*limit=200&/, ''), `${Math.round(middle)} ms`);
      trial.check(`it lists within ${LIST_MS} ms`, middle < LIST_MS, middle);
    }

    const browser = await chromium.launch({
      executablePath: findChromium({ shell: true }),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    trial.atEnd(() => browser.close());
    const context = await browser.newContext({ baseURL: installation.url, viewport: { width: 1360, height: 850 } });
    await context.addCookies(
      user.cookie.split('; ').map((pair) => {
        const at = pair.indexOf('=');
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: installation.url };
      }),
    );
    const page = await context.newPage();
    for (const view of ['list', 'grid']) {
      await page.goto(`/acme/file_manager?project=${key}&folder=${folder?._id}&view=${view}`);
      await page.locator('[data-item]').first().waitFor();
      await page.mouse.move(800, 600);
      let blanks = 0;
      let looks = 0;
      let most = 0;
      const seen = new Set<string>();
      let jumps = 0;
      for (let before = -1; ; ) {
        for (let notch = 0; notch < NOTCHES; notch++) await page.mouse.wheel(0, 300);
        // Two frames: what a person sees after it.
        const look = await page.evaluate(async () => {
          for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
          const list = document.querySelector('tbody, ul:has(> [data-item])');
          const { top = 0, bottom = 0 } = list?.getBoundingClientRect() ?? {};
          let blank = 0;
          for (let y = Math.max(80, top + 4); y < Math.min(innerHeight - 20, bottom - 46); y += 40)
            // Beside one another, and above: between tiles there is room.
            if (
              ![500, 620].some((x) =>
                [y, y + 16].some((under) =>
                  document.elementsFromPoint(x, under).some((one) => one.closest('[data-item], thead')),
                ),
              )
            )
              blank++;
          const drawn = [...document.querySelectorAll<HTMLElement>('[data-item]')];
          // In one column a file stands where its number says.
          const line = drawn[0]?.offsetHeight ?? 1;
          const astray = drawn.filter((one) => {
            const place = (one.getBoundingClientRect().top - top) / line + 1;
            return Math.abs(place - Number(/file (\d+)/.exec(one.textContent)?.[1])) > 0.5;
          });
          return {
            ...{ blank, at: scrollY, height: document.documentElement.scrollHeight },
            ...{
              astray: list?.matches('tbody') ? astray.length : 0,
              drawn: drawn.map(({ dataset }) => dataset.item ?? ''),
            },
          };
        });
        looks++;
        if (look.blank > 0) blanks++;
        if (look.astray > 0 || look.at < before) jumps++;
        most = Math.max(most, look.drawn.length);
        for (const one of look.drawn) seen.add(one);
        // At the end of what has come the next page is on its way, unless all is there.
        if (look.at === before && !(await moreComes(page, look.height))) break;
        before = look.at;
      }
      trial.figure(view, `${seen.size} files were drawn, ${most} at once; ${looks} looks, ${blanks} with a blank`);
      trial.check('all of them came by', seen.size >= FILES, seen.size);
      trial.check('without a blank', blanks === 0, blanks);
      trial.check('without a jump', jumps === 0, jumps);
      trial.check('never all at once', most < 500, most);

      await page.reload();
      await page.locator('[data-item] [data-name]').first().focus();
      for (let step = 0; step < STEPS; step++) await page.keyboard.press(view === 'list' ? 'ArrowDown' : 'ArrowRight');
      const name = await page.evaluate(() => document.activeElement?.textContent);
      trial.check(`${STEPS} presses of an arrow walk as far`, name === `file 00${STEPS + 1}.bin`, name);
    }
  },
};

/** Whether the page becomes longer than `height`; false: all files are in it. */
const moreComes = (page: Page, height: number): Promise<boolean> =>
  page
    .waitForFunction((before) => {
      if (document.documentElement.scrollHeight > before) return 'more';
      return [...document.querySelectorAll('a')].some((one) => one.textContent === 'Next files') ? false : 'all';
    }, height)
    .then(async (seen) => (await seen.jsonValue()) === 'more');
