import 'server-only';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailablePage } from '@/lib/http/unavailable-page';
import { type RequestNote, secondsToWait, UNSURE, withNote } from '@/lib/unavailable/note';

const MESSAGE = 'The database cannot be reached. Try again in a moment.';

/** Turns a 500 for lack of the database into a 503 or a page that reloads itself; Next offers no way to. */
export function answerOrSayUnavailable<T>(request: IncomingMessage, response: ServerResponse, answer: () => T): T {
  const note: RequestNote = {};
  const writeHead = response.writeHead;
  const write = response.write;
  const end = response.end;
  let replaced = false;
  let softened = false;

  /** Called before the head leaves; true if another answer was sent instead. */
  const decide = (status: number): boolean => {
    if (replaced || response.headersSent) return replaced;
    if (status === 503 && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', secondsToWait());
    if (status !== 500 || !note.unavailable) return false;
    const seconds = secondsToWait();
    // The page's own scripts handle this themselves.
    if (request.headers.rsc !== undefined || request.headers['next-action'] !== undefined) {
      response.statusCode = 503;
      softened = true;
      response.setHeader('Retry-After', seconds);
      return false;
    }
    replaced = true;
    const { body, headers } = instead(request, seconds, note.unsure === true);
    for (const name of ['Content-Encoding', 'Transfer-Encoding', 'ETag', 'Refresh']) response.removeHeader(name);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    writeHead.call(response, 503);
    end.call(response, request.method === 'HEAD' ? '' : body, 'utf8');
    return true;
  };
  const called = (args: unknown[]) => {
    const done = args.findLast((one) => typeof one === 'function');
    if (done) process.nextTick(done as () => void);
  };

  // biome-ignore lint/suspicious/noExplicitAny: node's overloads cannot be restated; the arguments pass through untouched.
  response.writeHead = (status: number, ...rest: any[]) => {
    if (decide(status)) return response;
    return writeHead.call(response, softened ? 503 : status, ...rest);
  };
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  response.write = (...args: any[]) => {
    if (!decide(response.statusCode)) return write.apply(response, args as Parameters<typeof write>);
    called(args);
    return true;
  };
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  response.end = (...args: any[]) => {
    if (!decide(response.statusCode)) return end.apply(response, args as Parameters<typeof end>);
    called(args);
    return response;
  };
  return withNote(note, answer);
}

function instead(
  request: IncomingMessage,
  seconds: number,
  unsure: boolean,
): { body: string; headers: Record<string, string> } {
  const message = unsure ? UNSURE : MESSAGE;
  const always = { 'Retry-After': String(seconds), 'Cache-Control': 'no-store' };
  const kind = (type: string, body: string, more: Record<string, string> = {}) => ({
    body,
    headers: { ...always, 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)), ...more },
  });
  if (request.url?.startsWith('/api/')) {
    const body = { status: 503, code: 'unavailable', message, request_id: randomUUID() };
    return kind('application/json', JSON.stringify(body));
  }
  if (!/text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')) return kind('text/plain; charset=utf-8', message);
  const opened = request.method === 'GET' || request.method === 'HEAD';
  // Reloading would show the form again without what was entered.
  return kind('text/html; charset=utf-8', unavailablePage(opened ? seconds : null, unsure), {
    ...(opened && { Refresh: String(seconds) }),
  });
}
