import 'server-only';
import type { z } from 'zod';
import type { Client } from '@/lib/auth/sign-in';
import type { Caller, Ctx, Due } from '@/lib/org';
import type { Action } from '@/lib/permission/schema';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A page of a longer list, as a query returns it and the wire shows it. */
export type Page<T> = { docs: T[]; total: number; page: number; limit: number; next_cursor?: string | null };

type Shared<I extends z.ZodType> = {
  method: Method;
  /** After `/api/`; `{id}` becomes the input field `id`. */
  path: string;
  summary: string;
  /** Query string, JSON body and path parameters together. Strict: unknown fields are refused. */
  input: I;
  /** The record (or one row of the list) that the answer carries. */
  output: z.ZodType;
  /** `record`: `{status, message, data}` · `list`: `{status, docs, totalDocs, …}` · `file`: a FileAnswer, as it is. */
  shape: 'record' | 'list' | 'file';
  message: string;
  /** 201 for a creation, which also honours a member's `Idempotency-Key`: a key is its sender's own. */
  status?: 200 | 201;
  /** Costs much: one person calls it, and the others like it, ten times a minute at most (D01). */
  expensive?: true;
  /** The body is `multipart/form-data`, 5 MB at most; a file arrives as an UploadedFile. */
  multipart?: true;
  /** Answers although this is due first: what settles it, and what says so. */
  despite?: readonly Due[];
};

/** A file of a multipart body. */
export type UploadedFile = { name: string; type: string; bytes: Uint8Array };

/** What an endpoint of the shape `file` returns: sent to be saved, under its name, while it is being made. */
export type FileAnswer = { name: string; type: string; body: string | ReadableStream<Uint8Array> };

/** Opens the door anew for each piece of work: for what must not be one transaction. */
export type Door = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>;

/** One line of the wire contract. Routing, validation, documents and tests all read these. */
export type Endpoint = Shared<z.ZodType> &
  (
    | { permission: Action; steps?: undefined; run: (ctx: Ctx, input: never) => Promise<unknown> }
    | { permission: Action; steps: true; run: (door: Door, input: never) => Promise<unknown> }
    | { permission: 'anonymous'; recognises?: true; run: (client: Client, input: never) => Promise<unknown> }
    | { permission: 'session'; run: (caller: Caller, input: never) => Promise<unknown> }
  );

/** An endpoint for members: `run` is a query or command of its domain. */
export const endpoint = <I extends z.ZodType, O>(
  line: Shared<I> & { permission: Action; run: (ctx: Ctx, input: z.output<I>) => Promise<O> },
): Endpoint => line as unknown as Endpoint;

/** An endpoint whose work takes several transactions; each passes the door, and so sees the caller's rights anew. */
export const steppedEndpoint = <I extends z.ZodType, O>(
  line: Shared<I> & { permission: Action; run: (door: Door, input: z.output<I>) => Promise<O> },
): Endpoint => ({ ...line, steps: true }) as unknown as Endpoint;

/** An endpoint without authentication. `recognises`: `client.sid` is the session of a caller who sends one that counts. */
export const publicEndpoint = <I extends z.ZodType, O>(
  line: Shared<I> & { recognises?: true; run: (client: Client, input: z.output<I>) => Promise<O> },
): Endpoint => ({ ...line, permission: 'anonymous' }) as unknown as Endpoint;

/** An endpoint about the session itself: any valid token, whatever became of the membership; outside the door. */
export const sessionEndpoint = <I extends z.ZodType, O>(
  line: Shared<I> & { run: (caller: Caller, input: z.output<I>) => Promise<O> },
): Endpoint => ({ ...line, permission: 'session' }) as unknown as Endpoint;
