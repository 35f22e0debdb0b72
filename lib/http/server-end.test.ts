import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { prepareRequests } from '@/lib/http/incoming-request';

beforeAll(() => prepareRequests());

async function serve(answer: http.RequestListener): Promise<{ server: http.Server; port: number }> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** One client that holds one connection open. */
function client(port: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return async (path = '/') => {
    const request = http.get({ port, path, agent, host: '127.0.0.1' });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    let text = '';
    for await (const part of answer) text += part;
    return { text, connection: answer.headers.connection };
  };
}

test('what runs when a server ends is finished, and is the last answer of its connection', async () => {
  let finish = () => {};
  const { server, port } = await serve((_, response) => {
    finish = () => response.end('finished');
    server.emit('waits');
  });
  const answer = client(port)();
  await once(server, 'waits');
  const closed = once(server, 'close');
  server.close();
  finish();
  expect(await answer).toEqual({ text: 'finished', connection: 'close' });
  await closed;
});

test('a connection held open is served once more, and told', async () => {
  const { server, port } = await serve((_, response) => response.end('served'));
  const ask = client(port);
  expect(await ask()).toEqual({ text: 'served', connection: 'keep-alive' });
  const closed = once(server, 'close');
  server.close();
  expect(await ask()).toEqual({ text: 'served', connection: 'close' });
  await closed;
  await expect(ask()).rejects.toThrow('ECONNREFUSED');
});

test('an answer that streams while the server ends arrives as a whole', async () => {
  let finish = () => {};
  const { server, port } = await serve((_, response) => {
    response.write('begin, ');
    finish = () => response.end('end');
    server.emit('waits');
  });
  const answer = client(port)();
  await once(server, 'waits');
  server.close();
  finish();
  expect((await answer).text).toBe('begin, end');
  await once(server, 'close');
});

test('connections that are silent do not hold it up', async () => {
  const { server, port } = await serve((_, response) => response.end('served'));
  await client(port)();
  const silent = net.connect(port, '127.0.0.1');
  await once(server, 'connection');
  const ended = once(silent, 'close');
  silent.resume();
  server.close();
  await Promise.all([ended, once(server, 'close')]);
});

test('a request that came while the process was held up is answered, not taken for silence', async () => {
  const { server, port } = await serve((_, response) => response.end('served'));
  const ask = client(port);
  await ask();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    const closed = once(server, 'close');
    server.close();
    vi.advanceTimersByTime(100);
    const late = ask();
    // Nothing is read meanwhile: the process works, or the machine has no time for it.
    vi.setSystemTime(Date.now() + 5_000);
    vi.advanceTimersByTime(100);
    expect(await late).toEqual({ text: 'served', connection: 'close' });
    await closed;
  } finally {
    vi.useRealTimers();
  }
});
