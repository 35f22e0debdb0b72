/**
 * The application on a host of one's own: Next's custom server with Node's own limits, and nothing besides. `npm run build`
 * makes `dist/server.js` of it; `npm start` runs that in one process for each core. `next start` serves the same.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import os from 'node:os';
import next from 'next';
import { answerApi } from './lib/api/before-next.ts';
import { beginWork, recordWorkIn } from './lib/current-work.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** In milliseconds. A large upload may take an hour, as long as it moves; silence for almost a minute ends a connection. */
const LIMITS = { headersTimeout: 25_000, requestTimeout: 3_600_000, keepAliveTimeout: 55_000 };
const SILENT_MS = 55_000;
const MOST_HEADERS = 200;
/** From the signal on: open connections hear with their next answer that it is the last, then the port is closed. */
const TOLD_MS = 1_000;
const LATEST_MS = 10_000;
const BEAT_MS = 1_000;

const port = Number(process.env.PORT || 3000);
// Containers set HOSTNAME to their own name: nobody chose that as an address.
const hostname = process.env.HOSTNAME === os.hostname() ? undefined : process.env.HOSTNAME;
const isBehindProxy = process.env.TRUST_PROXY === '1';
// From here on `X-Forwarded-For` ends with what a connection is, or what the proxy says: the application may believe it.
process.env.TRUST_PROXY = '1';

// Whoever watches this process (scripts/process/parts.mjs) may hold a file open for it.
if (process.env.WORK_FD) recordWorkIn(Number(process.env.WORK_FD));

const server = http.createServer(LIMITS, (request, response) => {
  const done = beginWork(`${request.method} ${pathIn(request)}`);
  response.once('close', done);
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.timeout = SILENT_MS;
server.maxHeadersCount = MOST_HEADERS;

// Next answers offers to change the protocol on the server it is given. We change none: such a request is an ordinary one.
const app = next({ dev: false, hostname: hostname ?? 'localhost', port, httpServer: http.createServer() });
let ending = false;

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (ending) response.setHeader('Connection', 'close');
  if (!METHODS.has(request.method ?? '')) return refuse(response, 405, 'This method is not allowed here.');
  if (!takeTarget(request)) return refuse(response, 400, 'This URL cannot be read.');
  // Next answers 500 to a form that is sent to a file of `public/`.
  if (!['GET', 'HEAD'].includes(request.method ?? '') && /^\/[^/]+\.\w+(?:\?|$)/.test(request.url ?? ''))
    return refuse(response, 405, 'A file can only be read.');
  const address = request.socket.remoteAddress;
  if (!isBehindProxy && address) request.headers['x-forwarded-for'] = address;
  await (answerApi(request, response) ?? app.getRequestHandler()(request, response));
}

/** RFC 9112, 3.2.2: a target in absolute form names the host, whatever the Host header says. False for what is no path. */
function takeTarget(request: IncomingMessage): boolean {
  const { url = '', headers } = request;
  if (url.startsWith('/')) return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { host, pathname, search } = new URL(url);
  request.url = `${pathname}${search}`;
  headers.host = host;
  delete headers['x-forwarded-host'];
  return true;
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(message);
}

/** For the log: without the query, and without segments that may be tokens. */
const pathIn = ({ url = '' }: IncomingMessage) => url.replace(/\?.*/s, '').replaceAll(/[^/]{24,}/g, '…');

/** Finishes what runs, then ends; at the latest after ten seconds. */
function stop(): void {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(), LATEST_MS).unref();
  setTimeout(() => server.close(() => app.close().then(() => process.exit())), TOLD_MS);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
// Output that cannot be written (a full disk, a closed pipe) costs its lines and nothing else.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

await app.prepare();
// Next logs what nobody catches, and goes on: without a port this process would stay for ever, and serve nobody.
const end = (error: Error) => {
  console.error(error);
  process.exit(1);
};
server.once('error', end);
server.listen(port, hostname ?? '0.0.0.0', () => {
  server.off('error', end);
  if (!process.send) console.log(`listening on ${port}`);
  tell('ready');
});

/** To the process that started this one, if it did. Beats stop when this one hangs. */
function tell(what: 'ready' | 'beat'): void {
  process.send?.(what, undefined, undefined, () => {});
}
setInterval(() => tell('beat'), BEAT_MS).unref();
