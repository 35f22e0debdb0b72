import type { IncomingMessage, ServerResponse } from 'node:http';
import { isChannelName, type JsonObject, LIMITS, parseObject, userOfChannel } from './protocol-frames';
import { requestRefusal } from './protocol-signature';
import type { AppSockets } from './protocol-sockets';

/** Ten events of full size, escaped, and their frame. */
const BODY_BYTES = 256 * 1024;

class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface PublishedEvent {
  name: string;
  data: string;
  channels: string[];
}

/** Never rejects: every fault becomes an answer with `{ error }`. */
export function createPublishApi(app: AppSockets) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let status = 200;
    let answer: object;
    try {
      answer = await answerCall(request, app);
    } catch (error) {
      status = error instanceof ApiError ? error.status : 400;
      answer = { error: error instanceof ApiError ? error.message : 'Bad request' };
    }
    if (response.destroyed) return;
    // The unread rest of a large body must not be taken for the next request.
    if (!request.complete) response.setHeader('connection', 'close');
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  };
}

async function answerCall(request: IncomingMessage, app: AppSockets): Promise<object> {
  if (!request.url?.startsWith('/') || request.url.startsWith('//')) throw new ApiError(400, 'Bad address');
  const url = new URL(request.url, 'http://localhost');
  const parts = url.pathname.split('/').slice(1).map(decodeURIComponent);
  if (parts[0] !== 'apps' || parts[1] !== app.id) throw new ApiError(404, 'Unknown app');
  const body = await readBody(request);
  const method = request.method ?? '';
  const query = new Map(url.searchParams);
  const refusal = requestRefusal(app, { method, path: url.pathname, query, body });
  if (refusal) throw new ApiError(401, refusal);
  return route(app, method, parts.slice(2), body);
}

function route(app: AppSockets, method: string, parts: string[], body: Buffer): object {
  const [resource, name = '', action] = parts;
  const at = `${method} ${resource}/${parts.length}`;
  if (at === 'POST events/1') return publish(app, readEvent(jsonBody(body)));
  if (at === 'POST batch_events/1') return publishAll(app, jsonBody(body).batch);
  if (at === 'GET channels/1') return listChannels(app);
  if (at === 'GET channels/2') {
    if (!isChannelName(name)) throw new ApiError(400, 'Invalid channel name');
    return { occupied: app.channels.subscriptions(name) > 0 };
  }
  if (at === 'POST users/3' && action === 'terminate_connections') {
    app.terminateUser(name);
    return {};
  }
  throw new ApiError(404, 'Not found');
}

function publish(app: AppSockets, { channels, name, data }: PublishedEvent): object {
  for (const channel of channels) app.channels.publish(channel, name, data);
  return {};
}

function publishAll(app: AppSockets, batch: unknown): object {
  if (!Array.isArray(batch)) throw new ApiError(400, 'batch must be a list');
  if (batch.length > LIMITS.eventsPerBatch) throw new ApiError(400, 'Too many events in a batch');
  // All are read before the first goes out: a batch is refused whole.
  for (const event of batch.map(readEvent)) publish(app, event);
  return {};
}

function listChannels(app: AppSockets): object {
  const names = app.channels.names().filter((name) => userOfChannel(name) === null);
  return { channels: Object.fromEntries(names.map((name) => [name, {}])) };
}

function readEvent(value: unknown): PublishedEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError(400, 'Invalid event');
  const { name, data, channel, channels = [channel] } = value as JsonObject;
  if (typeof name !== 'string' || name === '' || name.length > 200 || /^pusher(_internal)?:/.test(name)) {
    throw new ApiError(400, 'Invalid event name');
  }
  if (typeof data !== 'string') throw new ApiError(400, 'data must be a string');
  if (Buffer.byteLength(data) > LIMITS.dataBytes) throw new ApiError(413, 'data is larger than 10 kB');
  if (!Array.isArray(channels) || channels.length === 0) throw new ApiError(400, 'channels must be a list');
  if (channels.length > LIMITS.channelsPerEvent) throw new ApiError(400, 'Too many channels');
  if (!channels.every((each) => isChannelName(each) || userOfChannel(each) !== null)) {
    throw new ApiError(400, 'Invalid channel name');
  }
  return { name, data, channels };
}

function jsonBody(body: Buffer): JsonObject {
  const value = parseObject(body.toString('utf8'));
  if (!value) throw new ApiError(400, 'The body must be a JSON object');
  return value;
}

/** Listens instead of iterating: leaving an iteration early would destroy the socket, and with it the answer. */
function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_BYTES) chunks.push(chunk);
      else {
        request.pause();
        reject(new ApiError(413, 'Body too large'));
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => reject(new ApiError(400, 'The request was cut off')));
  });
}
