import type pg from 'pg';
import { expect } from 'vitest';
import { z } from 'zod';
import { findEndpoints } from '@/lib/api/call';
import { readInput } from '@/lib/api/request';
import { table } from '@/lib/api/table';
import type { Endpoint } from '@/lib/contract/endpoint';
import { DomainError } from '@/lib/errors';
import { parse } from '@/lib/session/transport';
import { bearer, requestOf, type WireAnswer, type WireCall } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** Calls of every endpoint with one field in another's place: what fuzzing is made of. */

/** Never right where one value is expected. */
export const WRONG_TYPE: unknown[] = [{}, { a: 1 }, { $ne: null }, { contains: '' }, { in: [] }, [[]], [{}], [null]];

/** Fields that are not part of the URL. */
export const fieldsOf = ({ input, path }: Endpoint): string[] => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as { properties?: object };
  return Object.keys(schema.properties ?? {}).filter((field) => !path.includes(`{${field}}`));
};

export async function exampleOf(owner: pg.ClientBase, name: string) {
  const { seat, make } = EXAMPLES[name] as (typeof EXAMPLES)[string];
  const { path = name.split(' ')[1] as string, query, body } = await make(owner);
  return {
    path,
    query: query as Record<string, string> | undefined,
    body,
    token: seat === 'anonymous' ? null : await bearer(seat),
  };
}

export function sane(answer: WireAnswer, sent: unknown): void {
  const what = `${answer.status} for ${JSON.stringify(sent).slice(0, 200)}: ${answer.body.message}`;
  expect(answer.status, what).toBeLessThan(500);
  expect(answer.body.status, what).toBe(answer.status);
  if (answer.status >= 400) expect(answer.body.code, what).toEqual(expect.any(String));
  expect(JSON.stringify(answer.body), what).not.toMatch(/prisma|node_modules|at async|select |insert into/i);
}

export type Sent = Pick<WireCall, 'query' | 'body'> & { path: string };

/** What the transport refuses a call with, before anything else sees it; null when it does not. */
export async function refusalOf(line: Endpoint, { path, ...sent }: Sent): Promise<string | null> {
  const params = findEndpoints(table, path).find(({ endpoint }) => endpoint === line)?.params;
  // Files and fields of a form become values only on the way.
  if (line.multipart || !params) return null;
  try {
    parse(line.input, await readInput(requestOf(line.method, path, sent), line, params));
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return JSON.stringify([error.code, error.message, error.details?.errors]);
  }
}

/** Whether the field is an object of which nothing must be named. */
export async function takesEmpty(line: Endpoint, field: string, sentWith: (value: unknown) => Sent): Promise<boolean> {
  const { properties } = z.toJSONSchema(line.input, { io: 'input', unrepresentable: 'any' });
  const shape = properties?.[field];
  const isObject = typeof shape === 'object' && shape.type === 'object' && !shape.required?.length;
  return isObject && (await refusalOf(line, sentWith({}))) === null;
}

// Signing out ends the token that the other cases use; it takes no field.
export const lines = table
  .map((line) => [`${line.method} ${line.path}`, line] as const)
  .filter(([name]) => name !== 'POST signout');
export const withBody = lines.filter(([, { method }]) => method !== 'GET' && method !== 'DELETE');
export const withQuery = lines.filter(
  ([name, line]) => !withBody.some(([other]) => other === name) && fieldsOf(line).length,
);
