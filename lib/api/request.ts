import 'server-only';
import { formParts, partText } from '@/lib/api/form-parts';
import type { Endpoint, UploadedFile } from '@/lib/contract/endpoint';
import { DomainError } from '@/lib/errors';
import { isReadableQuery } from '@/lib/http/query-text';

const MAX_BODY = 1024 * 1024;
const MAX_DEPTH = 32;
/** In bytes; below the size at which the middleware would cut it off. */
const MAX_FORM = 5 * 1024 * 1024;

/** Query string (GET; DELETE without a body) or JSON body, with the path's parameters; not validated yet. */
export async function readInput(
  request: Request,
  endpoint: Endpoint,
  params: Record<string, string>,
): Promise<Record<string, unknown>> {
  const byQuery = endpoint.method === 'GET' || (endpoint.method === 'DELETE' && !isJson(request));
  const form = endpoint.multipart && !(endpoint.multipart === 'or JSON' && isJson(request));
  const given = byQuery ? fromQuery(request) : await (form ? fromForm(request) : fromJson(request));
  return withParams(given, endpoint, params);
}

/** With the parameters of the path. */
export function withParams(given: Record<string, unknown>, endpoint: Endpoint, params: Record<string, string>) {
  for (const name of Object.keys(params))
    if (Object.hasOwn(given, name))
      throw new DomainError('invalid', `${name} belongs in the URL.`, {
        errors: { [name]: ['This belongs in the URL.'] },
      });
  return Object.assign(Object.create(null), given, decoded(params, endpoint));
}

function decoded(params: Record<string, string>, endpoint: Endpoint) {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw new DomainError('not_found', `${endpoint.path} has nothing at this URL.`);
  }
}

function fromQuery(request: Request): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  const { search, searchParams } = new URL(request.url);
  if (!isReadableQuery(search)) throw new DomainError('malformed', 'The query is not valid UTF-8.');
  for (const [name, value] of searchParams) {
    if (Object.hasOwn(values, name))
      throw new DomainError('invalid', `${name} is given twice.`, {
        errors: { [name]: ['Give this once; separate several values with commas.'] },
      });
    // A form's empty field means "not filtered".
    if (value !== '') values[name] = value;
  }
  return values;
}

export const isJson = (request: Request) =>
  /^application\/json(;charset=utf-?8)?$/.test(
    request.headers.get('content-type')?.toLowerCase().replaceAll(/[\s"]/g, '') ?? '',
  );

async function fromJson(request: Request): Promise<Record<string, unknown>> {
  if (!isJson(request)) throw new DomainError('type', 'Send application/json in UTF-8.');
  if (!['identity', null].includes(request.headers.get('content-encoding')))
    throw new DomainError('type', 'Send the body without a content encoding.');
  const text = await readText(request);
  if (!text && request.method === 'DELETE') return fromQuery(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DomainError('malformed', 'The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DomainError('invalid', 'The body must be a JSON object.', { errors: { body: ['Must be an object.'] } });
  if (depthExceeds(value, MAX_DEPTH))
    throw new DomainError('invalid', 'The body is nested too deeply.', { errors: { body: ['Nested too deeply.'] } });
  return value as Record<string, unknown>;
}

async function fromForm(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new DomainError('type', 'Send multipart/form-data.');
  const body = await readBytes(request, MAX_FORM, 'A file may have 5 MB at most.');
  const chunks = (async function* () {
    yield body;
  })();
  const values: Record<string, unknown> = Object.create(null);
  for await (const part of formParts(type, chunks)) {
    const { name, fileName } = part;
    if (Object.hasOwn(values, name)) throw givenTwice(name);
    if (fileName === undefined) {
      const value = await partText(part, MAX_FORM);
      if (value) values[name] = value;
    } else {
      const pieces: Uint8Array[] = [];
      for await (const piece of part.bytes) pieces.push(piece);
      values[name] = { name: fileName, type: part.type, bytes: Buffer.concat(pieces) } satisfies UploadedFile;
    }
  }
  return values;
}

export const givenTwice = (name: string) =>
  new DomainError('invalid', `${name} is given twice.`, { errors: { [name]: ['Give this once.'] } });

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, MAX_BODY, 'The body may have 1 MB at most.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError('malformed', 'The body is not valid UTF-8.');
  }
}

/** At most `limit` bytes, whatever the sender says about the length. */
async function readBytes(request: Request, limit: number, message: string): Promise<Uint8Array> {
  const tooLarge = () => new DomainError('too_large', message);
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > limit) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.byteLength;
      if (size > limit) break;
      parts.push(part);
    }
  } catch {
    throw new DomainError('malformed', 'The body did not arrive whole.');
  }
  if (size > limit) throw tooLarge();
  if (declared && size < declared) throw new DomainError('malformed', 'The body is shorter than its Content-Length.');
  return Buffer.concat(parts);
}

function depthExceeds(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((inner) => depthExceeds(inner, depth - 1));
}
