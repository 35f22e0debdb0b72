import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nextFreePort } from './ports.mjs';
import { type Child, start } from './processes.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-sharing-'));
const server = path.join(folder, 'server.mjs');
fs.writeFileSync(
  server,
  `import http from 'node:http';
  http.createServer((request, response) => {
    if (request.url === '/busy') { process.send('busy'); for (;;); }
    response.end(String(process.pid));
  }).listen(Number(process.env.PORT), 'localhost', () => process.send('ready'));`,
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

/** Who answers on a connection of its own. */
const ask = async (port: number) =>
  (await fetch(`http://localhost:${port}/`, { headers: { connection: 'close' } })).text();

test('connections that come one after the other are dealt out in turn', async () => {
  const port = await nextFreePort(14_700);
  const pids = [await begin(port), await begin(port)].map(({ pid }) => String(pid));
  const answered = [await ask(port), await ask(port), await ask(port), await ask(port)];
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
