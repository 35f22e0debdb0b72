import { z } from 'zod';
import type { Endpoint } from '@/lib/contract/endpoint';

/** Made from the schemas that check the calls, so they stay correct. Field names decide what texts look like. */

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  format?: string;
  pattern?: string;
  $ref?: string;
  $defs?: Record<string, Schema>;
};

const ID = '0198f1c2-7b1e-7c3a-9d4e-1f2a3b4c5d6e';
const MOMENT = '2026-11-21T09:30:00.000Z';

/** By field name; the first match counts. */
const TEXTS: readonly [RegExp, string][] = [
  [/^(_id|id|.*_id|after_id|before_id|cursor_id)$/, ID],
  [/email/, 'maya@acme.test'],
  [/password|passphrase/, 'correct horse battery staple'],
  [/(^|_)code$|^totp/, '123456'],
  [/token|secret/, 'eyJhbGciOiJIUzI1NiJ9…'],
  [/_at$|^until$|^since$|^from$|^to$/, MOMENT],
  [/date|^due|_before$|_after$|^day$/, '2026-11-24'],
  [/^task_key$|^parent_key$/, 'WEB-12'],
  [/^key$/, 'WEB'],
  [/^organisation_name$/, 'Acme Studio'],
  [/sub_domain|organization|organisation/, 'acme'],
  [/title/, 'Review the onboarding emails'],
  [/description|body|^text$|html/, 'Check every sentence against the style guide.'],
  [/time_zone/, 'Europe/Berlin'],
  [/locale/, 'en-GB'],
  [/colour|color|tint/, 'c1'],
  [/role/, 'user'],
  [/^ip$/, '203.0.113.7'],
  [/country/, 'DE'],
  [/phone/, '+49 30 1234567'],
  [/url|website|link/, 'https://acme.test'],
  [/name|label/, 'Maya Lindqvist'],
  [/message/, 'Saved.'],
];

const FORMATS: Record<string, string> = {
  uuid: ID,
  date: '2026-11-24',
  'date-time': MOMENT,
  email: 'maya@acme.test',
  uri: 'https://acme.test',
};

function sampleOf(schema: Schema | undefined, name: string, root: Schema, sparse: boolean, depth = 0): unknown {
  if (!schema || depth > 12) return null;
  const next = (one: Schema | undefined, field = name) => sampleOf(one, field, root, sparse, depth + 1);
  if (schema.$ref) return next(root.$defs?.[schema.$ref.split('/').at(-1) ?? '']);
  if (schema.const !== undefined) return schema.const;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return next(choices.find(({ type }) => type !== 'null') ?? choices[0]);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => next(part)));
  if (schema.type === 'null') return null;
  const type = [schema.type].flat().find((one) => one !== 'null') ?? (schema.properties ? 'object' : undefined);
  switch (type) {
    case 'object': {
      const wanted = Object.entries(schema.properties ?? {}).filter(
        ([field]) => !sparse || schema.required?.includes(field),
      );
      return Object.fromEntries(wanted.map(([field, one]) => [field, next(one, field)]));
    }
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((one) => next(one));
      return schema.items ? Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => next(schema.items)) : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'string':
      return textOf(schema, name);
    default:
      return schema.default ?? (type === undefined && name ? textOf(schema, name) : null);
  }
}

function textOf({ format, maxLength }: Schema, name: string): string {
  const text = FORMATS[format ?? ''] ?? TEXTS.find(([field]) => field.test(name))?.[1] ?? 'Text';
  return maxLength ? text.slice(0, maxLength) : text;
}

const jsonOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema;

export function sampleInput({ input }: Endpoint): Record<string, unknown> {
  const schema = jsonOf(input, 'input');
  return (sampleOf(schema, '', schema, true) ?? {}) as Record<string, unknown>;
}

/** In its envelope; null for a file. */
export function sampleAnswer({ output, shape, status, message }: Endpoint): Record<string, unknown> | null {
  if (shape === 'file') return null;
  const schema = jsonOf(output, 'output');
  const record = sampleOf(schema, '', schema, false);
  if (shape === 'record') return { status, message, data: record };
  const paging = { totalDocs: 1, limit: 50, page: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false };
  return { status, message, docs: [record], ...paging };
}

/** Of one of the named schemas, which may refer to each other. */
export const sampleRecord = (name: string, schemas: Record<string, object>): unknown =>
  sampleOf(schemas[name] as Schema, '', { $defs: schemas as Record<string, Schema> }, false);

export function curlOf(endpoint: Endpoint, origin: string): string {
  const input = sampleInput(endpoint);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name] ?? ID));
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const fields = Object.entries(input).filter(([name]) => !inPath.includes(name));
  const byQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const query =
    byQuery && fields.length ? `?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))}` : '';
  return [
    `curl${endpoint.method === 'GET' ? '' : ` -X ${endpoint.method}`} '${origin}/api/${path}${query}'`,
    ...(endpoint.permission === 'anonymous' ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(byQuery
      ? []
      : endpoint.multipart
        ? fields.map(([name, value]) => `-F '${name}=${value === null ? '@file' : String(value)}'`)
        : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(Object.fromEntries(fields))}'`]),
  ].join(' \\\n  ');
}
