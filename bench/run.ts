/**
 * `npm run bench`: the performance suite. `npm run bench -- list board` runs what has one of these words in its name
 * (`views`: all that a project of 5,000 tasks is measured by);
 * `--record` keeps the result to compare with, that of parts beside what is recorded of the others. All of it takes about
 * 25 minutes, of which the soak takes eleven (`BENCH_SOAK_MINUTES`). Exit code 1: something is slower than recorded, or refused.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataDir, main, prepareProcess, root } from '../scripts/bootstrap.mjs';
import { releasePostgres } from '../scripts/postgres/embedded-postgres.mjs';
import { processCount } from '../scripts/process/application.mjs';
import { stopAll } from '../scripts/process/parts.mjs';
import { coldStartAndStatements } from './asked';
import { measureColdBoards, measureDrop, measureLive, measureScrolling } from './browser';
import { type Figure, inWords, lineOf, meetsGoal, type Result, recordedWith, slowerOnes } from './figures';
import { type Installation, startEverything } from './installation';
import { applicationMemory, soak } from './memory';
import { people } from './people-file';
import { measureRoom } from './room';
import { firstLoadScripts } from './scripts-weight';
import { linesOf, measureGroupedBoards, measureLine } from './server';
import { measureDrops, measureFilters, measureOpening, measureViewScrolling, measureViewStatements } from './views';

const RECORDED = path.join(root, 'bench/recorded.json');
const LATEST = path.join(root, 'bench/results.json');
const IDLE_MS = 5_000;

type Part = { name: string; measure: () => Promise<Figure[]> };

/** Everything that can be measured, in order. */
function partsOf(whole: Installation, port: number): Part[] {
  const memory = (name: string, goal: number) => async (): Promise<Figure[]> => {
    await sleep(IDLE_MS);
    const detail = `${whole.processes} processes together`;
    return [{ name, value: applicationMemory(whole.dataDir), unit: 'MB', goal: goal * whole.processes, detail }];
  };
  return [
    { name: 'memory idle', measure: memory('memory: idle', 250) },
    // Before the load: what it leaves to deliver would be counted.
    { name: 'start statements', measure: () => coldStartAndStatements(whole, port + 200) },
    ...linesOf(whole).map((line) => ({
      name: line.name,
      measure: () => whole.startBare().then(() => measureLine(line)),
    })),
    { name: 'grouped board', measure: () => measureGroupedBoards(whole) },
    { name: 'memory load', measure: memory('memory: after load', 500) },
    { name: 'browser cold', measure: () => measureColdBoards(whole) },
    { name: 'browser scroll', measure: () => measureScrolling(whole) },
    { name: 'browser drop', measure: () => measureDrop(whole) },
    { name: 'browser live', measure: () => measureLive(whole) },
    { name: 'views opening', measure: () => measureOpening(whole) },
    { name: 'views scroll', measure: () => measureViewScrolling(whole) },
    { name: 'views drop', measure: () => measureDrops(whole) },
    { name: 'views filter', measure: () => measureFilters(whole) },
    { name: 'views statements', measure: () => measureViewStatements(whole, port + 200) },
    { name: 'room of many messages', measure: () => measureRoom(whole) },
    {
      name: 'scripts weight',
      measure: async () => {
        const headers = { cookie: `guildhall.session=${whole.cookie}` };
        const { org } = whole.boards;
        const weights = await firstLoadScripts(whole.app, headers, { org, key: whole.boards.of(1_000).key });
        return Object.entries(weights).map(([route, value]) => ({
          name: `${route}: scripts, gzip`,
          value,
          unit: 'KB',
        }));
      },
    },
    { name: 'people file', measure: () => people(whole) },
    { name: 'memory soak', measure: () => soak(whole) },
  ];
}

/** What seems slower than recorded is measured again, and the better figure counts. */
async function measured(part: Part, machine: Result['machine'], recorded: Result | null): Promise<Figure[]> {
  const first = await part.measure();
  if (!recorded || !slowerOnes({ machine, figures: first }, recorded).length) return first;
  const second = await part.measure();
  const worse = (figures: Figure[]) => slowerOnes({ machine, figures }, recorded).length;
  return worse(second) < worse(first) ? second : first;
}

function verdict(now: Result, recorded: Result | null): number {
  const refused = now.figures.filter(({ unit, value }) => unit === 'refused' && value > 0);
  for (const { name, value } of refused) console.log(`\n${name}: ${value} calls were not answered with success`);
  const goals = now.figures.filter(({ goal }) => goal !== undefined);
  console.log(`\n${goals.filter(meetsGoal).length} of ${goals.length} goals are met.`);
  if (!recorded) console.log('There is no recorded result to compare with: --record keeps this one.');
  const slower = recorded ? slowerOnes(now, recorded) : [];
  for (const { figure, before } of slower)
    console.log(
      `SLOWER ${figure.name}: ${inWords(figure.value, figure.unit)}, recorded ${inWords(before, figure.unit)}`,
    );
  if (recorded && !slower.length) console.log('Nothing is slower than recorded.');
  return slower.length || refused.length ? 1 : 0;
}

await main(async () => {
  prepareProcess({ readEnvFile: false });
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const records = process.argv.includes('--record');
  const folder = path.join(dataDir(), 'bench');
  const port = Number(process.env.PORT ?? 3900);
  const processes = processCount();
  const machine = { cores: os.availableParallelism(), node: process.versions.node, processes };
  const before = fs.existsSync(RECORDED) ? (JSON.parse(fs.readFileSync(RECORDED, 'utf8')) as Result) : null;
  const recorded = records ? null : before;
  let code = 1;
  try {
    console.log(`starting, ${processes} processes each …`);
    const whole = await startEverything(folder, port, processes);
    const all = partsOf(whole, port);
    const asked = all.filter(({ name }) => !words.length || words.some((word) => name.includes(word)));
    if (!asked.length)
      throw new RangeError(`Nothing is called so. There are: ${all.map(({ name }) => name).join(', ')}`);
    const figures: Figure[] = [];
    let broken = 0;
    for (const part of asked) {
      const seen = await measured(part, machine, recorded).catch((error) => {
        broken++;
        console.log(`  ! ${part.name}: ${error instanceof Error ? error.message : error}`);
        return [];
      });
      figures.push(...seen);
      for (const figure of seen) console.log(lineOf(figure));
    }
    await whole.database.end();
    const now: Result = { machine, figures };
    const kept = records && words.length ? recordedWith(now, before) : now;
    fs.writeFileSync(records ? RECORDED : LATEST, `${JSON.stringify(kept, null, 2)}\n`);
    code = verdict(now, recorded) || broken;
  } finally {
    await stopAll();
    await releasePostgres({ dir: path.join(folder, 'postgres') });
  }
  process.exit(code);
});
