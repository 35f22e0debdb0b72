import 'server-only';
import type { z } from 'zod';
import type { Client } from '@/lib/auth';
import type { DomainError } from '@/lib/errors';
import type { Caller, Ctx, SetupStep } from '@/lib/org';
import type { Action } from '@/lib/permission/schema';
import type { StorageKind } from '@/lib/storage/storage';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Page<T> = {
  docs: T[];
  total: number;
  page: number;
  limit: number;
  next_cursor?: string | null;
  prev_cursor?: string | null;
};

export type UploadedFile = { name: string; type: string; bytes: Uint8Array };

/** A file that was received and stored before the command runs; its bytes are deleted again unless `kept` is set. */
export type StoredFile = {
  /** Of the upload, where it may be finished twice. */
  id?: string;
  name: string;
  /** What was done to the name that was sent, as sentences. */
  changes: readonly string[];
  type: string;
  size: number;
  sha256: string;
  /** Where its bytes are, and what a service calls them. */
  storedIn: StorageKind;
  storageKey: string;
  storedAs: string | null;
  kept: boolean;
};

/** The most bytes that a file may have, and what is said where that is not the installation's limit. */
export type Acceptance = { most: number; left: number; beyond?: DomainError };

/** Bytes of which parts can be asked for. `etag` without quotes; `open` gives null where the bytes are gone. */
export type RangedBody = {
  size: number;
  etag: string;
  changedAt: Date;
  open: (range?: { start: number; end: number }) => Promise<ReadableStream<Uint8Array> | null>;
  /** Another address of the same bytes, for a short time; null: they are sent from here. */
  elsewhere?: () => Promise<string | null>;
};

/** Sent as a download unless `inline`, while `body` is being made. */
export type FileAnswer = {
  name: string;
  type: string;
  body: string | ReadableStream<Uint8Array> | RangedBody;
  inline?: true;
};

/** A new transaction for each piece of work. `key`: the sender's `Idempotency-Key`, where the endpoint is `keyed`. */
export type Door = { <T>(work: (ctx: Ctx) => Promise<T>): Promise<T>; key?: string | null };

/** `record`: `{status, message, data}` · `list`: `{status, docs, totalDocs, …}` · `file`: a FileAnswer. */
export type Shape = 'record' | 'list' | 'file';

type Options = {
  /** Instead of "OK", "Done." or "Created.". */
  message?: string;
  /** The right `run` asks of the record it found, where `permission` is only the right to look. */
  decides?: Action;
  /** Answered with 202: a job goes on after it. */
  accepted?: true;
  /** Ten calls a minute for one person, all expensive ones together (D01). */
  expensive?: true;
  /** `multipart/form-data`, 5 MB at most; a file arrives as an UploadedFile. */
  multipart?: true | 'or JSON';
  /**
   * Of a form whose `file` may be large: asked before the file is read, with the fields that came before it. The file
   * is then written to disk, stored, and arrives as a StoredFile.
   */
  accepts?: (ctx: Ctx, fields: Record<string, unknown>) => Promise<Acceptance>;
  /** It honours a member's `Idempotency-Key` itself, in the step of many that makes something. */
  keyed?: true;
  /** Answers HEAD too; its calls are counted with those of pictures. */
  shown?: true;
  /** Answers although these steps are due: it settles them or tells about them. */
  allowedDuring?: readonly SetupStep[];
  /** Of those that only somebody who looks as a client may still send: it ends that. */
  endsView?: true;
  /** Without authentication; `client.sid` is set when the caller has a valid session. */
  recognises?: true;
};

type Described = Options & {
  summary: string;
  message: string;
  /** 201 for a creation, which honours a member's `Idempotency-Key` (per sender). */
  status: 200 | 201 | 202;
};

type Typed<I extends z.ZodType, O extends z.ZodType, S extends Shape> = {
  /** Query string, JSON body and path parameters together; unknown fields are refused. */
  input: I;
  output: O;
  shape: S;
};

type Run =
  | { permission: Action; steps?: undefined; run: (ctx: Ctx, input: never) => Promise<unknown> }
  | { permission: Action; steps: true; run: (door: Door, input: never) => Promise<unknown> }
  | { permission: 'anonymous'; run: (client: Client, input: never) => Promise<unknown> }
  | { permission: 'session'; run: (caller: Caller, input: never) => Promise<unknown> };

export type Definition<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends Shape = Shape,
> = Typed<I, O, S> & Described & Run;

const MADE_BEFORE = new WeakSet<object>();

/** For a creation that was asked for before, by what its sender calls it: the answer is 200. */
export const alreadyMade = <T extends object>(record: T): T => {
  MADE_BEFORE.add(record);
  return record;
};
export const wasMadeBefore = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && MADE_BEFORE.has(record);

const HEADERS = new WeakMap<object, Record<string, string>>();

/** The answer's headers besides its record, such as a cookie. */
export function withHeaders<T extends object>(record: T, headers: Record<string, string>): T {
  HEADERS.set(record, headers);
  return record;
}
export const headersWith = (record: unknown): Record<string, string> =>
  (typeof record === 'object' && record !== null && HEADERS.get(record)) || {};

/** `path` stands after `/api/`; its `{id}` is the input's field `id`. */
export type Endpoint = Definition & { method: Method; path: string };

/**
 * What `run` gets: `anonymous` the connection, `session` any valid token, a right the open door, `steps` the door
 * itself.
 */
type RunOf<P, I, R> = P extends 'anonymous'
  ? (client: Client, input: I) => Promise<R>
  : P extends 'session'
    ? (caller: Caller, input: I) => Promise<R>
    : ((ctx: Ctx, input: I) => Promise<R>) | { steps: (door: Door, input: I) => Promise<R> };

type Answer<O extends z.ZodType, S extends Shape> = S extends 'list'
  ? Page<z.output<O>>
  : S extends 'file'
    ? FileAnswer
    : z.output<O>;

const define =
  <S extends Shape>(shape: S, message: string, status: 200 | 201 = 200) =>
  <I extends z.ZodType, O extends z.ZodType, P extends Action | 'anonymous' | 'session'>(
    input: I,
    output: O,
    permission: P,
    run: RunOf<P, z.output<I>, Answer<O, S>>,
    summary: string,
    options: Options = {},
  ): Definition<I, O, S> => {
    const how = typeof run === 'object' ? { run: run.steps, steps: true } : { run };
    // TypeScript cannot see that permission and run belong together.
    const answered = options.accepted ? 202 : status;
    return { input, output, shape, permission, summary, message, ...how, ...options, status: answered } as Definition<
      I,
      O,
      S
    >;
  };

/** Reads one record. Arguments of all of these: `(input, output, permission, run, summary, options?)`. */
export const query = define('record', 'OK');
export const list = define('list', 'OK');
export const file = define('file', 'OK');
export const command = define('record', 'Done.');
export const listCommand = define('list', 'Done.');
export const create = define('record', 'Created.', 201);

/** By method and path, such as `GET task/{id}`. */
export const defineEndpoints = <T extends Record<string, Definition>>(
  lines: T & { [K in keyof T]: K extends `${Method} ${string}` ? unknown : never },
): T => lines;

export const endpointsOf = (lines: Record<string, Definition>): Endpoint[] =>
  Object.entries(lines).map(([name, line]) => {
    const [method, path] = name.split(' ') as [Method, string];
    return { ...line, method, path };
  });
