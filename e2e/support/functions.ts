import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { ROOT, settingsFor } from './same-build';

export type Functions = { url: string; stop: () => Promise<void> };

/** A larger body is refused by such a host before a function hears of it. */
const MOST_BYTES = 4.5 * 1024 * 1024;

/**
 * The same build on the database of the server under test, as functions: its process stands still from each answer, and what
 * it asked the host to wait for, to the next request. Its folder for data cannot be written.
 */
export async function startFunctions(
  context: 'early' | 'late' | 'never',
  settings: Record<string, string>,
): Promise<Functions> {
  let asked = 0;
  let answered = 0;
  let port = 0;
  const proxy = http.createServer((request, response) => {
    const { method, url, headers } = request;
    if (Number(headers['content-length']) > MOST_BYTES) return void response.writeHead(413).end();
    asked += 1;
    child.kill('SIGCONT');
    const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await once(proxy.listen(0, 'localhost'), 'listening');
  const url = `http://localhost:${(proxy.address() as { port: number }).port}`;
  const child = spawn(process.execPath, ['e2e/support/function-host.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...(await settingsFor(url)),
      DATA_DIR: '/dev/null/nowhere',
      TIMERS: 'off',
      CONTEXT: context,
      ...settings,
    },
  });
  child.on('message', (message: 'answered' | { port: number }) => {
    if (message === 'answered') answered += 1;
    if (answered === asked) child.kill('SIGSTOP');
  });
  const [started] = (await once(child, 'message')) as [{ port: number }];
  port = started.port;
  return {
    url,
    stop: async () => {
      proxy.close();
      proxy.closeAllConnections();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
