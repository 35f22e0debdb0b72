import 'server-only';
import type { z } from 'zod';
import type { Client } from '@/lib/auth';
import type { Caller, Ctx, SetupStep } from '@/lib/org';
import type { Action } from '@/lib/permission/schema';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A page of a longer list, as a query returns it and the wire shows it. */
export type Page<T> = { docs: T[]; total: number; page: number; limit: number; next_cursor?: string | null };

/** A file of a multipart body. */
export type UploadedFile = { name: string; type: string; bytes: Uint8Array };

/** What an endpoint of the shape `file` returns: sent to be saved, under its name, while it is being made. */
export type FileAnswer = { name: string; type: string; body: string | ReadableStream<Uint8Array> };

/** Opens the door anew for each piece of work: for what must not be one transaction. */
export type Door = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>;

/** `record`: `{status, message, data}` · `list`: `{status, docs, totalDocs, …}` · `file`: a FileAnswer, as it is. */
export type Shape = 'record' | 'list' | 'file';

/** What most endpoints leave out. */
type Options = {
  /** What a success says, where "OK", "Done." or "Created." is not enough. */
  message?: string;
  /** The right that `run` asks of the record it found, where `permission` is only the right to look. */
  decides?: Action;
  /** Costs much: one person calls it, and the others like it, ten times a minute at most (D01). */
  expensive?: true;
  /** The body is `multipart/form-data`, 5 MB at most; a file arrives as an UploadedFile. */
  multipart?: true;
  /** Answers although this is required of the caller first: what settles it, and what says so. */
  allowedDuring?: readonly SetupStep[];
  /** Without authentication: `client.sid` is the session of a caller who sends one that counts. */
  recognises?: true;
};

type Described = Options & {
  summary: string;
  message: string;
  /** 201 for a creation, which also honours a member's `Idempotency-Key`: a key is its sender's own. */
  status: 200 | 201;
};

/** What an endpoint takes and answers: the browser's `call` infers from these three. */
type Typed<I extends z.ZodType, O extends z.ZodType, S extends Shape> = {
  /** Query string, JSON body and path parameters together. Strict: unknown fields are refused. */
  input: I;
  /** The record (or one row of the list) that the answer carries. */
  output: O;
  shape: S;
};

type Run =
  | { permission: Action; steps?: undefined; run: (ctx: Ctx, input: never) => Promise<unknown> }
  | { permission: Action; steps: true; run: (door: Door, input: never) => Promise<unknown> }
  | { permission: 'anonymous'; run: (client: Client, input: never) => Promise<unknown> }
  | { permission: 'session'; run: (caller: Caller, input: never) => Promise<unknown> };

/** A line of the wire contract without its name. */
export type Definition<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends Shape = Shape,
> = Typed<I, O, S> & Described & Run;

/** One line of the wire contract; `path` stands after `/api/`, its `{id}` is the input's field `id`. */
export type Endpoint = Definition & { method: Method; path: string };

/**
 * Who calls decides what `run` gets: `anonymous` the connection, `session` any valid token, whatever became of the
 * membership; a right the open door, or with `steps` the door itself, which each transaction passes anew.
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
    // What TypeScript cannot follow is that the permission and the run of `RunOf` belong together.
    return { input, output, shape, permission, summary, message, status, ...how, ...options } as Definition<I, O, S>;
  };

/** Reads one record. All of these: `(input, output, permission, run, summary, options?)`. */
export const query = define('record', 'OK');
/** Reads a page of a list; `output` is one row. */
export const list = define('list', 'OK');
/** Answers a file to save; `output` describes its content. */
export const file = define('file', 'OK');
/** Changes something. */
export const command = define('record', 'Done.');
/** Changes something and answers a page of a list. */
export const listCommand = define('list', 'Done.');
/** Makes something: 201. */
export const create = define('record', 'Created.', 201);

/** The endpoints of a domain by method and path, such as `GET task/{id}`. */
export const defineEndpoints = <T extends Record<string, Definition>>(
  lines: T & { [K in keyof T]: K extends `${Method} ${string}` ? unknown : never },
): T => lines;

/** The same as a list, for what reads them all. */
export const endpointsOf = (lines: Record<string, Definition>): Endpoint[] =>
  Object.entries(lines).map(([name, line]) => {
    const [method, path] = name.split(' ') as [Method, string];
    return { ...line, method, path };
  });
