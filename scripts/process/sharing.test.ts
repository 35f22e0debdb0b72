import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { nextFreePort } from '../common/ports.mjs';
import { type Child, start, stopAll } from './processes.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-sharing-'));
const server = path.join(folder, 'server.mjs');
fs.writeFileSync(
  server,
  `import http from 'node:http';
  import net from 'node:net';
  const server = http.createServer((request, response) => {
    if (request.url === '/busy') { process.send('busy'); for (;;); }
    if (request.url === '/slow') {
      process.send('slow');
      for (const until = Date.now() + 500; Date.now() < until; );
    }
    response.end(String(process.pid));
  });
  server.listen(Number(process.env.PORT), 'localhost', () => process.send('ready'));
  process.on('SIGTERM', () => net.Server.prototype.close.call(server, () => process.exit()));`,
);
const children: Child[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

async function begin(port: number): Promise<Child> {
  const env = { PORT: String(port) };
  const child = start({ name: 'server', command: [process.execPath, server], env, shares: true });
  children.push(child);
  await once(child, 'message');
  return child;
}

/** By a connection of its own. */
function ask(port: number) {
  const connected = net.connect(port, 'localhost');
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get({ createConnection: () => connected, path: '/' }, resolve).on('error', reject);
  });
  answer.catch(() => {});
  return { connected, status: answer.then(({ statusCode }) => statusCode), by: async () => await text(await answer) };
}

test('connections that come one after the other are dealt out in turn', async () => {
  const port = await nextFreePort(14_700);
  const pids = [await begin(port), await begin(port)].map(({ pid }) => String(pid));
  const answered = [await ask(port).by(), await ask(port).by(), await ask(port).by(), await ask(port).by()];
  expect(answered.filter((pid) => pid === pids[0])).toHaveLength(2);
  expect(answered.filter((pid) => pid === pids[1])).toHaveLength(2);
});

test('a connection on its way to a process that dies is closed, not forgotten', async () => {
  const port = await nextFreePort(14_750);
  const child = await begin(port);
  const busy = http.get(`http://localhost:${port}/busy`).on('error', () => {});
  await once(child, 'message');
  // Nobody takes it: the process turns in a circle.
  const late = net.connect(port, 'localhost').on('error', () => {});
  await once(late, 'connect');
  late.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const closed = new Promise((resolve) => late.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
  busy.destroy();
});

test('connections that were accepted before the end are answered, later ones are refused', async () => {
  const port = await nextFreePort(14_800);
  const child = await begin(port);
  const slow = fetch(`http://localhost:${port}/slow`, { headers: { connection: 'close' } });
  await once(child, 'message');
  // They are accepted here, while the process is busy.
  const late = Array.from({ length: 5 }, () => ask(port));
  await Promise.all(late.map(({ connected }) => once(connected, 'connect')));
  const ended = stopAll();
  expect(await Promise.all(late.map(({ status }) => status))).toEqual([200, 200, 200, 200, 200]);
  expect((await slow).status).toBe(200);
  await expect(ask(port).status).rejects.toThrow('ECONNREFUSED');
  await ended;
});
