import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { prepareRequests } from '@/lib/http/incoming-request';
import { LIMITS, limitBody, limitServer } from '@/lib/http/server-limits';

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: http.RequestListener): Promise<{ server: http.Server; port: number }> {
  const server = http.createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** A connection that sends `text`, and everything that comes back until it ends. */
function talk(port: number, text: string): { socket: net.Socket; heard: Promise<string> } {
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8');
  let all = '';
  socket.on('data', (part) => {
    all += part;
  });
  socket.on('error', () => {});
  socket.write(text);
  return { socket, heard: new Promise((resolve) => socket.once('close', () => resolve(all))) };
}

const POST = 'POST /api/x HTTP/1.1\r\nHost: x\r\n';

test('Next’s own server gets the limits with its first connection, and answers a request that would upgrade', async () => {
  prepareRequests();
  const { server, port } = await serve((_, response) => response.end('plain'));
  server.on('upgrade', () => {});
  const { heard } = talk(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\nUpgrade: h2c\r\n\r\n');
  expect(await heard).toMatch(/^HTTP\/1\.1 200 .*plain$/s);
  expect(server).toMatchObject({
    headersTimeout: LIMITS.headers,
    requestTimeout: LIMITS.request,
    timeout: LIMITS.silent,
  });
});

test('a body that drips is refused and its connection closed', async () => {
  const { port } = await serve((request, response) => {
    limitBody(request, response, { ...LIMITS, body: 50, check: 10 });
    request.resume().once('end', () => response.end('whole'));
  });
  for (const header of ['Content-Length: 1000000', 'Transfer-Encoding: chunked'])
    expect(await talk(port, `${POST}${header}\r\n\r\n`).heard).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that arrives at its pace is served, and so is a long answer to a short request', async () => {
  const { port } = await serve((request, response) => {
    limitBody(request, response, { ...LIMITS, body: 1, bytesPerSecond: 1, check: 1 });
    request.resume().once('end', () => setTimeout(() => response.end('whole'), 50));
  });
  const { socket, heard } = talk(port, `${POST}Connection: close\r\nContent-Length: 1000001\r\n\r\n`);
  socket.write('x'.repeat(1_000_000), () => socket.write('y'));
  expect(await heard).toMatch(/^HTTP\/1\.1 200 .*whole/s);
});

test('a reader who takes nothing of an answer is closed', async () => {
  const { server, port } = await serve((request, response) => {
    if (request.url === '/short') {
      response.end();
      return;
    }
    const more = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  });
  await talk(port, 'GET /short HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').heard;
  limitServer(server, { ...LIMITS, silent: 100 });
  const closed = new Promise((resolve) => server.once('request', (request) => request.socket.once('close', resolve)));
  talk(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n').socket.pause();
  await closed;
});
