import 'server-only';
import { z } from 'zod';
import type { Endpoint } from '@/lib/contract/endpoint';
import { STATUS } from '@/lib/errors';

/** The endpoint table as an OpenAPI 3.1 document, so that it always agrees with the code. */

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] };
type Operation = Record<string, unknown>;

export function openApiDocument(table: readonly Endpoint[], origin: string) {
  const paths: Record<string, Record<string, Operation>> = {};
  const records: Record<string, Schema> = {};
  for (const endpoint of table) {
    const path = `/api/${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, records) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guildhall',
      version: '1',
      description:
        'Projects and tasks of many organisations. Sign in with `signinwithorgs` and send its token as `Authorization`. ' +
        'Every call applies to the organisation that the token was issued for; what you may not see answers 404.',
    },
    servers: [{ url: origin }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...records, Error: ERROR },
      responses: Object.fromEntries(
        Object.entries(MEANING).map(([code, description]) => [
          code,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
      ),
    },
  };
}

/** Rulings 14; an answer's body repeats status and code. */
const MEANING = {
  malformed: 'The body cannot be read.',
  unauthenticated: 'No valid session. When signing in: a wrong password, or with `errors.code` a wrong code.',
  forbidden: 'The caller’s role does not allow that.',
  not_found: 'It does not exist, or the caller may not see it.',
  conflict:
    'Changed in the meantime, taken, or not possible in the current state; with a stale version the current record is included.',
  too_large: 'The body has more than 1 MB (5 MB where it carries a file).',
  type: 'The body does not have the documented type.',
  invalid: 'Invalid fields, with messages by field.',
  rate_limited: 'Too many calls; Retry-After says when to try again.',
  unavailable: 'A service is unavailable; Retry-After says when to try again.',
} as const satisfies Partial<Record<keyof typeof STATUS, string>>;

const ERROR = {
  type: 'object',
  required: ['status', 'code', 'message', 'request_id'],
  properties: {
    status: { type: 'integer' },
    code: { enum: Object.keys(STATUS) },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    current: { description: 'With a stale version: the current record.' },
    request_id: { type: 'string' },
  },
};

/** Puts the named records in it into `records`, and refers to them there. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', records: Record<string, Schema>): Schema {
  // In a list, as what is outermost is never referred to.
  const json = z.toJSONSchema(z.array(schema), { io, unrepresentable: 'any', target: 'draft-2020-12' });
  const { items, $defs = {} } = JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    items: Schema;
    $defs?: Record<string, Schema>;
  };
  for (const [name, { id: _id, ...record }] of Object.entries($defs)) records[name] = record;
  return items;
}

function operationOf(endpoint: Endpoint, records: Record<string, Schema>): Operation {
  const { method, path, summary, permission, status } = endpoint;
  const input = schemaOf(endpoint.input, 'input', records);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const byQuery = method === 'GET' || method === 'DELETE';
  const fields = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name));
  const required = new Set(input.required);
  const anonymous = permission === 'anonymous';
  return {
    operationId: `${method.toLowerCase()}_${path.replace(/\W+/g, '_').replace(/_$/, '')}`,
    summary,
    ...(anonymous && { security: [] }),
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: input.properties?.[name] ?? { type: 'string' },
      })),
      ...(byQuery
        ? fields.map(([name, schema]) => ({
            name,
            in: 'query',
            required: required.has(name),
            ...listed(schema),
            schema,
          }))
        : []),
      ...((status === 201 && endpoint.permission !== 'anonymous') || endpoint.keyed ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(!byQuery && {
      requestBody: {
        required: true,
        content: {
          [endpoint.multipart ? 'multipart/form-data' : 'application/json']: { schema: bodyOf(input, fields, inPath) },
        },
      },
    }),
    responses: {
      [status]: {
        description: endpoint.message,
        content:
          endpoint.shape === 'file'
            ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: envelopeOf(endpoint, schemaOf(endpoint.output, 'output', records)) } },
      },
      ...Object.fromEntries(
        (Object.keys(MEANING) as (keyof typeof MEANING)[])
          .filter((code) => !(anonymous && code === 'not_found' && byQuery))
          .filter((code) => !(byQuery && (code === 'malformed' || code === 'type' || code === 'too_large')))
          .map((code) => [STATUS[code], { $ref: `#/components/responses/${code}` }]),
      ),
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body returns the first answer again for 24 hours; with another body 409.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

/** Several values are one parameter with commas; a repeated parameter is refused. */
const listed = ({ type }: Schema) => (type === 'array' ? { style: 'form', explode: false } : {});

const bodyOf = (input: Schema, fields: [string, Schema][], inPath: string[]): Schema => ({
  ...input,
  properties: Object.fromEntries(fields),
  ...(input.required && { required: input.required.filter((name) => !inPath.includes(name)) }),
});

function envelopeOf({ shape, status }: Endpoint, record: Schema): Schema {
  const common = { status: { const: status }, message: { type: 'string' } };
  if (shape === 'record')
    return { type: 'object', required: ['status', 'message', 'data'], properties: { ...common, data: record } };
  const whole = { type: 'integer' };
  const paging = { totalDocs: whole, limit: whole, page: whole, totalPages: whole };
  const flags = { hasNextPage: { type: 'boolean' }, hasPrevPage: { type: 'boolean' } };
  return {
    type: 'object',
    required: ['status', 'message', 'docs', ...Object.keys(paging), ...Object.keys(flags)],
    properties: {
      ...common,
      docs: { type: 'array', items: record },
      ...paging,
      ...flags,
      next_cursor: { type: ['string', 'null'], description: 'Pass as `cursor` to get the next page.' },
      prev_cursor: {
        type: ['string', 'null'],
        description:
          'Pass as `cursor` to get the page before; of messageList as `before` to get earlier ones, `next_cursor` as `after`.',
      },
    },
  } as Schema;
}
