/** A second application, through a wire that counts: how soon it answers, and what each page asks of the database. */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endInOrder, start } from '../scripts/process/processes.mjs';
import type { Figure } from './figures';
import { type Installation, signIn } from './installation';

const TIMES = 5;
const QUIET_MS = 150;

/** Between a program and PostgreSQL: counts what is executed, by the protocol's messages Execute and Query. */
async function countingWire(url: URL): Promise<{ port: number; asked: () => number; close: () => void }> {
  let asked = 0;
  const server = net.createServer((near) => {
    const far = net.connect(Number(url.port), url.hostname);
    let rest = Buffer.alloc(0);
    let begun = false;
    near.on('data', (bytes: Buffer) => {
      far.write(bytes);
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        // The first message has no type; each length counts itself.
        const head = begun ? 1 : 0;
        if (rest.length < head + 4) return;
        const length = head + rest.readInt32BE(head);
        if (rest.length < length) return;
        if (begun && (rest[0] === 0x45 || rest[0] === 0x51)) asked++;
        begun = true;
        rest = rest.subarray(length);
      }
    });
    far.on('data', (bytes) => near.write(bytes));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as net.AddressInfo).port, asked: () => asked, close: () => server.close() };
}

async function firstAnswer(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(20);
  }
}

/** `port` and the hundred after it are used. */
export async function coldStartAndStatements(whole: Installation, port: number): Promise<Figure[]> {
  const wire = await countingWire(new URL(whole.databaseUrl));
  const url = new URL(whole.databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(wire.port);
  const app = `http://localhost:${port}`;
  const { org } = whole.boards;
  const board = whole.boards.of(1_000);
  const log = path.join(whole.dataDir, 'second.log');
  fs.rmSync(log, { force: true });
  const since = performance.now();
  const command = start({
    name: 'second',
    command: [process.execPath, 'scripts/start.mjs'],
    env: {
      DATABASE_URL: url.href,
      DATA_DIR: path.join(whole.dataDir, 'second'),
      PORT: String(port),
      APP_URL: app,
      HOSTNAME: 'localhost',
      AUTH_SECRET: 'of-a-measurement-on-one-machine-0a1b2c3d4e5f6789',
      WEB_CONCURRENCY: '1',
    },
    log,
  });
  try {
    await firstAnswer(`${app}/${org}/login`);
    const cold = performance.now() - since;
    const { cookie, token } = await signIn(app, org);
    const browser = { cookie: `guildhall.session=${cookie}` };
    const figures: Figure[] = [
      {
        name: 'first page of a cold start',
        value: cold / 1_000,
        unit: 's',
        goal: 2,
        detail: 'by npm start, one process',
      },
    ];
    const pages = [
      'dashboard',
      `task?project=${board.key}`,
      `task?view=board&project=${board.key}`,
      'project',
      'userlist',
      'settings',
    ];
    const targets: [string, string, Record<string, string>, number | undefined][] = [
      ...pages.map((page): [string, string, Record<string, string>, number] => [
        `/${page.replace(/[?&]project=\w+/, '')}`,
        `/${org}/${page}`,
        browser,
        8,
      ]),
      ['seat', '/api/loggedInUser', { authorization: token }, undefined],
      ['list data', `/api/taskListByProject?project_id=${board.id}&limit=50`, { authorization: token }, 3],
    ];
    for (const [name, address, headers, goal] of targets) {
      let least = Number.POSITIVE_INFINITY;
      // Schedules ask now and then; the least of several is the page alone.
      for (let time = 0; time < TIMES; time++) {
        await sleep(QUIET_MS);
        const before = wire.asked();
        await (await fetch(app + address, { headers })).arrayBuffer();
        least = Math.min(least, wire.asked() - before);
      }
      figures.push({ name: `${name}: statements`, value: least, unit: 'statements', ...(goal && { goal }) });
    }
    return figures;
  } finally {
    await endInOrder(command);
    wire.close();
  }
}
