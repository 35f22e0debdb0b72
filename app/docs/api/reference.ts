import 'server-only';
import { openApiDocument } from '@/lib/api/openapi';
import { curlOf, sampleAnswer, sampleRecord } from '@/lib/api/sample';
import { groups, table } from '@/lib/api/table';
import type { Endpoint } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import { STATUS } from '@/lib/errors';
import { fold } from '@/lib/fold';
import { PERMISSIONS, ROLE_LABEL, ROLES } from '@/lib/permission/schema';
import { SCOPE_IN_WORDS } from '@/lib/permission/words';

type Property = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  format?: string;
  anyOf?: Property[];
  items?: Property;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  properties?: Record<string, Property>;
  required?: string[];
};
type Body = { content?: Record<string, { schema: Property }> };
type Operation = {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required?: boolean; description?: string; schema: Property }[];
  requestBody?: Body;
  responses: Record<string, Body & { $ref?: string }>;
};

export type Field = { name: string; required: boolean; where: string; words: string };
export type Call = {
  id: string;
  method: string;
  path: string;
  summary: string;
  who: string;
  input: Field[];
  /** In words, with records in brackets; null for a file. */
  answer: string | null;
  /** Of an answer that is no record of its own. */
  fields: Field[];
  /** That the answer refers to, and that these refer to. */
  records: string[];
  /** Explained once for all calls in API_ERRORS. */
  errors: string[];
  request: string;
  /** Null for a file, and where the answer is a record. */
  example: string | null;
  status: number;
};
/** Described once; `words` and `answer` name it in brackets. */
export type RecordType = {
  name: string;
  fields: Field[];
  /** The record that has most of them, and nothing else. */
  base?: string;
  /** Those that `base` does not say the same of. */
  more: Field[];
  example: string;
};
export type CallGroup = { title: string; id: string; calls: Call[] };

const document = openApiDocument(table, env.appUrl);
const paths = document.paths as unknown as Record<string, Record<string, Operation>>;

export const API_ERRORS = Object.entries(document.components.responses as Record<string, { description: string }>)
  .map(([code, { description }]) => ({ status: STATUS[code as keyof typeof STATUS], code, words: description }))
  .toSorted((one, other) => one.status - other.status);

const { Error: _error, ...schemas } = document.components.schemas as Record<string, Property>;

const json = (value: unknown) => JSON.stringify(value, null, 2);

const FIELDS = new Map(Object.keys(schemas).map((name) => [name, fieldsOf(schemas[name], 'answer')]));
/** Fewer fields are said again: one place to read is worth more. */
const BASE_FIELDS = 10;

function baseOf(fields: readonly Field[]): string | undefined {
  const names = new Set(fields.map(({ name }) => name));
  const [base] = [...FIELDS]
    .filter(([, others]) => others.length >= BASE_FIELDS && others.length < fields.length)
    .filter(([, others]) => others.every(({ name }) => names.has(name)))
    .toSorted(([, one], [, other]) => other.length - one.length);
  return base?.[0];
}

export const RECORDS: readonly RecordType[] = [...FIELDS]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, fields]) => {
    const base = baseOf(fields);
    const said = new Map(FIELDS.get(base ?? '')?.map((field) => [field.name, field.words]));
    const more = fields.filter((field) => said.get(field.name) !== field.words);
    return { name, fields, base, more, example: json(sampleRecord(name, schemas)) };
  });

const RECORDS_A_PAGE = 40;

/** All records in pages of about one length, with the first and the last name in their title. */
export const RECORD_PAGES: readonly { title: string; id: string; records: readonly RecordType[] }[] = Array.from(
  { length: Math.ceil(RECORDS.length / RECORDS_A_PAGE) },
  (_, at) => {
    const records = RECORDS.slice(at * RECORDS_A_PAGE, (at + 1) * RECORDS_A_PAGE);
    return { title: `Records ${records[0]?.name} to ${records.at(-1)?.name}`, id: `records-${at + 1}`, records };
  },
);

/** Where a record is described with all others. */
export function recordHref(name: string): string {
  const page = RECORD_PAGES.find(({ records }) => records.some((record) => record.name === name));
  return `/docs/api?group=${page?.id}#${name}`;
}

/** What answers have around one record, and around a page of a list. */
export const ENVELOPES = (['record', 'list'] as const).map((shape) => {
  const endpoint = table.find((one) => one.shape === shape) as Endpoint;
  return json({ ...sampleAnswer(endpoint), message: 'OK', ...(shape === 'record' ? { data: {} } : { docs: [] }) });
});

/** Built on the first visit; the same for everybody. */
let whole: CallGroup[] | undefined;

/** Calls in groups; `q` keeps those whose name, text or fields contain each of its words. */
export function apiReference(q: string): CallGroup[] {
  const wanted = fold(q).split(/\s+/).filter(Boolean);
  whole ??= groups.map(({ title, endpoints }) => ({
    title,
    id: title.toLowerCase().replace(/\W+/g, '-'),
    calls: endpoints.map(callOf),
  }));
  return whole
    .map(({ title, id, calls }) => ({
      title,
      id,
      calls: calls.filter((call) => {
        const words = `${title} ${call.method} ${call.path} ${call.summary} ${namesOf(call)}`.toLowerCase();
        return wanted.every((word) => words.includes(word));
      }),
    }))
    .filter(({ calls }) => calls.length > 0);
}

const namesOf = ({ input, fields, answer }: Call) =>
  [...input, ...fields, ...recordsIn(answer ?? '').flatMap((name) => fieldsOf(schemas[name], 'answer'))]
    .map(({ name }) => name)
    .join(' ');

const recordsIn = (words: string) =>
  [...words.matchAll(/\[(\w+)\]/g)].map(([, name]) => name as string).filter((name) => name in schemas);

/** With those that they refer to or add to, however deep. */
function withinRecords(names: string[]): string[] {
  const all = new Set(names);
  for (const name of all) {
    const fields = FIELDS.get(name) ?? [];
    const base = baseOf(fields);
    if (base) all.add(base);
    for (const { words } of fields) for (const inner of recordsIn(words)) all.add(inner);
  }
  return [...all];
}

function callOf(endpoint: Endpoint): Call {
  const path = `/api/${endpoint.path}`;
  const operation = paths[path]?.[endpoint.method.toLowerCase()] as Operation;
  const { status } = endpoint;
  const answer = Object.values(operation.responses[status]?.content ?? {})[0]?.schema;
  const record = answer?.properties?.data ?? answer?.properties?.docs?.items;
  const fields = fieldsOf(record, 'answer');
  const words = inWords(record);
  const named = recordsIn(words);
  const example = named.length && !fields.length ? null : sampleAnswer(endpoint);
  return {
    id: operation.operationId,
    method: endpoint.method,
    path,
    summary: endpoint.summary,
    who: whoMay(endpoint),
    input: [
      ...operation.parameters.map(({ name, required = false, in: where, description, schema }) => ({
        name,
        required,
        where,
        words: [inWords(schema), description].filter(Boolean).join(' · '),
      })),
      ...fieldsOf(Object.values(operation.requestBody?.content ?? {})[0]?.schema, 'body'),
    ],
    answer: endpoint.shape === 'file' ? null : endpoint.shape === 'list' ? `a list of ${words}` : words,
    fields,
    records: withinRecords([...named, ...fields.flatMap((field) => recordsIn(field.words))]),
    errors: Object.entries(operation.responses).flatMap(([code, { $ref }]) => ($ref ? [code] : [])),
    request: curlOf(endpoint, env.appUrl),
    example: example && json(example),
    status,
  };
}

function fieldsOf(schema: Property | undefined, where: string): Field[] {
  const whole = schema?.anyOf?.find(({ properties }) => properties) ?? schema;
  return Object.entries(whole?.properties ?? {}).map(([name, one]) => ({
    name,
    where,
    required: whole?.required?.includes(name) ?? false,
    words: inWords(one),
  }));
}

function whoMay({ permission, decides }: Endpoint): string {
  if (permission === 'anonymous') return 'Anybody, without signing in';
  if (permission === 'session') return 'Anybody who is signed in';
  const row = PERMISSIONS[decides ?? permission];
  const may = ROLES.filter((role) => row[role] !== 'none').map((role) => ({
    label: ROLE_LABEL[role],
    scope: row[role],
  }));
  if (new Set(may.map(({ scope }) => scope)).size === 1 && may.length === ROLES.length)
    return may[0]?.scope === 'own' ? 'Everybody, their own' : 'Everybody';
  return may
    .map(({ label, scope }) => (scope === 'all' ? label : `${label} (${SCOPE_IN_WORDS[scope].toLowerCase()})`))
    .join(', ');
}

function inWords(schema: Property | undefined): string {
  if (!schema) return '';
  const { minLength, maxLength, minimum, maximum, maxItems } = schema;
  const kind =
    (schema.$ref && `[${schema.$ref.split('/').at(-1)}]`) ??
    schema.enum?.join(' | ') ??
    (schema.const !== undefined ? String(schema.const) : undefined) ??
    schema.anyOf?.map(inWords).filter(Boolean).join(' or ') ??
    [schema.type].flat().filter(Boolean).join(' or ');
  const safe = (limit?: number) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined;
  const between = (least: number | undefined, most: number | undefined, unit: string) =>
    least !== undefined && most !== undefined
      ? `${least} to ${most}${unit}`
      : most !== undefined
        ? `at most ${most}${unit}`
        : least
          ? `at least ${least}${unit}`
          : '';
  return [
    schema.items ? `list of ${inWords(schema.items) || 'values'}` : kind,
    schema.format,
    between(minLength, maxLength, ' characters'),
    between(safe(minimum), safe(maximum), ''),
    maxItems !== undefined && `at most ${maxItems}`,
    schema.default !== undefined && `otherwise ${JSON.stringify(schema.default)}`,
    schema.description,
  ]
    .filter(Boolean)
    .join(' · ');
}
