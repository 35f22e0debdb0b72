/** A second application, through a wire that counts: how soon it answers, and what each page asks of the database. */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endInOrder, start } from '../scripts/process/parts.mjs';
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

type Second = {
  app: string;
  cold: number;
  statements: (name: string, address: string, goal?: number) => Promise<Figure>;
};

/** Work with the second application, as an admin in a browser. `port` and the hundred after it are used. */
async function withSecond(whole: Installation, port: number, work: (second: Second) => Promise<Figure[]>) {
  const wire = await countingWire(new URL(whole.databaseUrl));
  const url = new URL(whole.databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(wire.port);
  const app = `http://localhost:${port}`;
  const { org } = whole.boards;
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
    const headers = { cookie: `guildhall.session=${cookie}` };
    return await work({
      app,
      cold,
      statements: async (name, address, goal) => {
        const asks = address.startsWith('/api/') ? { authorization: token } : headers;
        let least = Number.POSITIVE_INFINITY;
        // Schedules ask now and then; the least of several is the page alone.
        for (let time = 0; time < TIMES; time++) {
          await sleep(QUIET_MS);
          const before = wire.asked();
          const answer = await fetch(app + address, { headers: asks });
          await answer.arrayBuffer();
          if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
          least = Math.min(least, wire.asked() - before);
        }
        return { name: `${name}: statements`, value: least, unit: 'statements', ...(goal && { goal }) };
      },
    });
  } finally {
    await endInOrder(command);
    wire.close();
  }
}

export const coldStartAndStatements = (whole: Installation, port: number): Promise<Figure[]> =>
  withSecond(whole, port, async ({ cold, statements }) => {
    const { org } = whole.boards;
    const board = whole.boards.of(1_000);
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
    for (const page of pages)
      figures.push(await statements(`/${page.replace(/[?&]project=\w+/, '')}`, `/${org}/${page}`, 8));
    figures.push(await statements('seat', '/api/loggedInUser'));
    figures.push(await statements('list data', `/api/taskListByProject?project_id=${board.id}&limit=50`, 3));
    return figures;
  });

/** What is asked for pages with very many rows, by their names. */
export const statementsOf = (whole: Installation, port: number, pages: Record<string, string>, goal: number) =>
  withSecond(whole, port, async ({ statements }) => {
    const figures: Figure[] = [];
    for (const [name, address] of Object.entries(pages)) figures.push(await statements(name, address, goal));
    return figures;
  });
