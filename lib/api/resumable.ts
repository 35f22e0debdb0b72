import 'server-only';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { Server, type Upload } from '@tus/server';
import { ResumableStore, resumableFolder } from '@/lib/api/resumable-store';
import { acceptance, chatUploadEndpoint, keeping, uploadEndpoint } from '@/lib/api/upload';
import { getChatFile } from '@/lib/chat-file/queries';
import { withinRate } from '@/lib/contract/rate';
import { env } from '@/lib/env';
import { DomainError, type Failure, failureBody, notFound, STATUS } from '@/lib/errors';
import { openBytes, storeFile } from '@/lib/file/bytes/store';
import { contentOf } from '@/lib/file/queries.content';
import { getFile } from '@/lib/file/queries.record';
import type { FileRecord } from '@/lib/file/schema';
import { CONTENT_SUM, contentSum } from '@/lib/file/vocabulary.pieces';
import { type Caller, withOrg } from '@/lib/org';
import { callerOf, refuseForeignOrigin } from '@/lib/session/caller';
import { reported } from '@/lib/session/transport';
import { measured, pieceSums } from '@/lib/storage/receive';
import { isChatHost } from '@/lib/tenant/chat-host';
import { hostOf, isKnownHost } from '@/lib/tenant/tenant';
import { answerMember } from '@/lib/transport/answer';
import { newId } from '@/lib/validation';

/**
 * Uploads in pieces, which go on after a lost connection or a reload: tus 1.0 at `/api/upload/resumable`. GET tells what of
 * an upload has arrived, as sums of its pieces, so that nobody goes on with another file.
 */

const PATH = '/api/upload/resumable';
/** Names the file that the upload became, in the answer to its last piece, or to HEAD after it. */
const RESULT = 'Upload-File';
const UNFINISHED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Owner = Caller & { claims: { sub: string; org: string } };
/** Hooks get the request that they are about. */
const callers = new WeakMap<object, Owner>();
const ownerOf = (request: object): Owner => callers.get(request) as Owner;
/** Nobody's request can name what lies in another one's folder. */
const pathFor = ({ claims }: Owner, id: string) => `${claims.org}/${claims.sub}/${id}`;
/** What a session of the chat began, no other session of its person goes on with, and the other way round. */
const nameOf = ({ claims, chat }: Owner) => `${claims.org} ${claims.sub}${chat ? ' chat' : ''}`;
/** A session of the chat makes drafts for messages, and nothing else. */
const endpointFor = ({ chat }: Owner) => (chat ? chatUploadEndpoint : uploadEndpoint);

type Fields = Record<string, string | null>;
const placeOf = ({ owner: _owner, filename: _name, filetype: _type, ...place }: Fields) =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value));

function serverFor(): { server: Server; store: ResumableStore } {
  const store = new ResumableStore();
  const server = new Server({
    path: PATH,
    datastore: store,
    allowedOrigins: () => false,
    namingFunction: (request) => pathFor(ownerOf(request), newId()),
    getFileIdFromRequest: (request, id) => pathFor(ownerOf(request), id ?? ''),
    generateUrl: (_, { path, id }) => `${path}/${basename(id)}`,
    // The library prints what it does not know; each failure here is one of ours.
    onResponseError: (_, error) => wordsOf(error),
    async onUploadCreate(request, { id, metadata = {}, size = 0 }) {
      const owner = ownerOf(request);
      const { left } = await mustFit(owner, metadata, size);
      await store.mustHaveRoom(id, left, size);
      return { metadata: { ...metadata, owner: nameOf(owner) } };
    },
    async onUploadFinish(request, { id, metadata = {} }) {
      const record = await finish(store, ownerOf(request), id, metadata, request.headers.get(CONTENT_SUM));
      return {
        status_code: 200,
        headers: { [RESULT]: record._id, 'Content-Type': 'application/json' },
        body: JSON.stringify({ status: 201, message: uploadEndpoint.message, data: record }),
      };
    },
  });
  return { server, store };
}

/** Throws what forbids it here and now, before a byte is read. */
async function mustFit(owner: Owner, metadata: Fields, size: number) {
  const accepted = await acceptance(endpointFor(owner), owner, placeOf(metadata));
  if (size > accepted.most)
    throw accepted.beyond ?? new DomainError('too_large', 'This file is larger than files may be here.');
  return accepted;
}

let held: { at: string; made: ReturnType<typeof serverFor> } | undefined;
const tus = () => {
  if (held?.at !== resumableFolder()) held = { at: resumableFolder(), made: serverFor() };
  return held.made;
};

/** Every request is authorised by session, and by who began the upload. */
export async function resumableRoute(request: Request): Promise<Response> {
  try {
    const host = hostOf(request.headers);
    if (!isChatHost(host) && !isKnownHost(host, env.appUrl, env.rootDomain, env.mode !== 'production'))
      return new Response('This host is not served here.', { status: 421 });
    const caller = await callerOf(request, true);
    if (caller.byCookie) refuseForeignOrigin(request);
    await withinRate('member', caller.claims.sub);
    callers.set(request, caller);
    return await answerTo(request, caller);
  } catch (error) {
    return refusal(reported(error, `resumable ${request.method}`));
  }
}

/** Pieces lie on one machine's disk; a service takes them itself, from wherever they come. */
const AT_SERVICE =
  'Large files go straight to the file service here, which takes them in pieces: POST /api/uploadthing answers where.';

async function answerTo(request: Request, caller: Owner): Promise<Response> {
  if (env.uploadthingToken && ['POST', 'PATCH'].includes(request.method)) throw new DomainError('gone', AT_SERVICE);
  const { server, store } = tus();
  const id = new URL(request.url).pathname.slice(PATH.length + 1);
  if (!id) return inOurForm(await server.handleWeb(request));
  const path = pathFor(caller, id);
  const upload = UNFINISHED.test(id) ? await store.getUpload(path).catch(() => null) : null;
  if (upload?.metadata?.owner !== nameOf(caller)) return finishedBefore(request, caller, id);
  if (request.method === 'GET') return told(upload.offset, arrived(path, upload.offset));
  // The last piece arrived, but the server fell before it was done.
  if (request.method === 'HEAD' && upload.offset === upload.size) {
    const { _id } = await finish(store, caller, path, upload.metadata, null);
    return guarded(complete(upload.size, _id));
  }
  if (request.method === 'PATCH')
    await mustGoOn(store, caller, upload).catch(async (error) => {
      if (!mayPass(error)) await store.remove(path);
      throw error;
    });
  return inOurForm(await server.handleWeb(request));
}

async function mustGoOn(store: ResumableStore, caller: Owner, { id, metadata = {}, size = 0, offset }: Upload) {
  const { left } = await mustFit(caller, metadata, size);
  await store.mustHaveRoom(id, left, size - offset);
}

/** What was refused is over; anything else is tried again with the bytes that are here. */
const mayPass = (error: unknown) => ['unavailable', 'unexpected'].includes(reported(error, 'resumable').code);

/** Whoever did not hear that an upload was finished asks again; its id is the file's. */
async function finishedBefore(request: Request, caller: Owner, id: string): Promise<Response> {
  if (!['HEAD', 'GET'].includes(request.method) || !UNFINISHED.test(id)) throw notFound('The upload');
  const { size, content } = await withOrg(caller, null, async (ctx) => {
    const { size, uploaded_by } = await (caller.chat ? getChatFile : getFile)(ctx, { id });
    if (uploaded_by?._id !== ctx.actor.memberId) throw notFound('The upload');
    // The upload was the file's first version.
    return { size, content: request.method === 'GET' ? await contentOf(ctx, id, 1) : null };
  });
  if (!content) return guarded(complete(size, id));
  const bytes = await openBytes(content);
  if (!bytes) throw notFound('The upload');
  return told(content.size, Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]));
}

const arrived = (path: string, offset: number) =>
  offset > 0 ? createReadStream(join(resumableFolder(), path), { end: offset - 1 }) : Readable.from([]);

/** The sum of each piece in a line. */
function told(offset: number, bytes: Readable): Response {
  const lines = Readable.from(
    (async function* () {
      for await (const sum of pieceSums(bytes)) yield Buffer.from(`${sum}\n`);
    })(),
  );
  const headers = { 'Content-Type': 'text/plain', 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(offset) };
  return guarded(new Response(Readable.toWeb(lines) as ReadableStream, { headers }));
}

const complete = (size: number, id: string) =>
  new Response(null, {
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(size), 'Upload-Length': String(size), [RESULT]: id },
  });

/**
 * All bytes are there: they are taken out of reach of other requests, stored, and become a file. `sum`: what the sender
 * says of the whole, which may come of two files otherwise where several tabs send under one name.
 */
async function finish(
  store: ResumableStore,
  caller: Owner,
  path: string,
  metadata: Fields,
  sum: string | null,
): Promise<FileRecord> {
  const there = join(resumableFolder(), path);
  const taken = `${there}.${randomUUID()}`;
  await rename(there, taken).catch(() => {
    throw new DomainError('conflict', 'This upload is being finished.');
  });
  try {
    if (sum && sum !== (await sumOf(taken)))
      throw new DomainError(
        'conflict',
        'What arrived is not the file that was sent. Send it again from its beginning.',
      );
    const { folder: place } = await acceptance(endpointFor(caller), caller, placeOf(metadata));
    const stored = await storeFile(await measured(taken), metadata.filename ?? '', place);
    stored.id = basename(path);
    const raw = { ...placeOf(metadata), file: stored };
    const { body } = await keeping(stored, () =>
      answerMember(endpointFor(caller), caller, raw, { orgKey: null, key: null }),
    );
    await rm(`${there}.json`, { force: true });
    return body.data as FileRecord;
  } catch (error) {
    const again = mayPass(error);
    await (again
      ? rename(taken, there).catch(() => {})
      : store.remove(path).catch(() => rm(`${there}.json`, { force: true })));
    if (!again) await rm(taken, { force: true });
    throw error;
  }
}

async function sumOf(path: string): Promise<string> {
  const sums: string[] = [];
  for await (const sum of pieceSums(createReadStream(path))) sums.push(sum);
  return contentSum(sums);
}

/** The library's own errors have a status and a sentence. */
function wordsOf(error: Error | { status_code: number; body: string }): { status_code: number; body: string } {
  if ('status_code' in error) return error;
  const failure = reported(error, 'resumable');
  return { status_code: STATUS[failure.code], body: JSON.stringify(failureBody(failure, randomUUID())) };
}

/** The library refuses with a sentence. */
async function inOurForm(answer: Response): Promise<Response> {
  const text = answer.status < 400 ? '' : await answer.text();
  if (!text) return guarded(answer);
  const body = { ...failureBody({ code: 'malformed', message: text.trim() }, randomUUID()), status: answer.status };
  const headers = new Headers(answer.headers);
  headers.delete('Content-Length');
  headers.set('Content-Type', 'application/json');
  if (answer.status === STATUS.rate_limited) headers.set('Retry-After', '60');
  return guarded(new Response(text.startsWith('{') ? text : JSON.stringify(body), { status: answer.status, headers }));
}

function guarded(answer: Response): Response {
  answer.headers.set('Cache-Control', 'no-store');
  answer.headers.set('X-Content-Type-Options', 'nosniff');
  return answer;
}

const refusal = (failure: Failure) =>
  guarded(
    Response.json(failureBody(failure, randomUUID()), {
      status: STATUS[failure.code],
      headers: { 'Tus-Resumable': '1.0.0', ...(failure.retryAfter && { 'Retry-After': String(failure.retryAfter) }) },
    }),
  );
