/**
 * The build as a serverless host runs it, in this process: a context of the host around each request (the convention that
 * Next's documentation of `after` describes), and nothing that happens between two answers. `CONTEXT`: `early`, the host's
 * context is there before the application; `late`, it comes with the first request; `never`, the host has none.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import next from 'next';

const contexts = new AsyncLocalStorage();
const offer = () => {
  globalThis[Symbol.for('@next/request-context')] = { get: () => contexts.getStore() };
};
const { CONTEXT, PORT } = process.env;
if (CONTEXT === 'early') offer();
const app = next({ dev: false, hostname: 'localhost', port: Number(PORT), httpServer: http.createServer() });
await app.prepare();

const server = http.createServer(async (request, response) => {
  if (CONTEXT === 'late') offer();
  /** @type {Promise<unknown>[]} */
  const waiting = [];
  const closed = new Promise((resolve) => response.once('close', resolve));
  await contexts.run({ waitUntil: (work) => void waiting.push(work) }, () =>
    app.getRequestHandler()(request, response),
  );
  await closed;
  for (const work of waiting) await Promise.resolve(work).catch(() => {});
  process.send?.('answered');
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
