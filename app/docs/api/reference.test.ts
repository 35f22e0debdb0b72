import { describe, expect, test } from 'vitest';
import { openApiDocument } from '@/lib/api/openapi';
import { curlOf, sampleAnswer, sampleInput } from '@/lib/api/sample';
import { groups, table } from '@/lib/api/table';
import { STATUS } from '@/lib/errors';
import { API_ERRORS, apiReference, RECORDS } from './reference';

test('the page holds every call once, with who may and an example of it and of its answer', () => {
  const calls = apiReference('').flatMap((group) => group.calls);
  expect(calls).toHaveLength(table.length);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(table.length);
  for (const call of calls) {
    expect(call.who, call.path).not.toBe('');
    expect(call.request, call.path).toContain('curl');
    expect(call.summary, call.path).not.toBe('');
    for (const status of call.errors) expect(API_ERRORS.map((error) => String(error.status))).toContain(status);
  }
  const files = table.filter(({ shape }) => shape === 'file').length;
  expect(calls.filter(({ answer }) => answer === null)).toHaveLength(files);
  for (const { path, answer, example, records } of calls)
    if (answer !== null && example === null) expect(records.length, path).toBeGreaterThan(0);
});

test('a record is described once, with an example, and every call that answers it refers to it', () => {
  const names = RECORDS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, fields, example } of RECORDS) {
    expect(fields.length, name).toBeGreaterThan(0);
    expect(Object.keys(JSON.parse(example)), name).toEqual(fields.map((field) => field.name));
  }
  for (const { name, base, fields, more } of RECORDS.filter((record) => record.base)) {
    const others = RECORDS.find((record) => record.name === base)?.fields ?? [];
    const said = new Set(more.map((field) => field.name));
    expect(more.length, name).toBeGreaterThan(0);
    for (const { name: field, words } of fields)
      if (!said.has(field)) expect(others.find((other) => other.name === field)?.words, `${name}.${field}`).toBe(words);
  }
  expect(RECORDS.find(({ name }) => name === 'MovedTask')).toMatchObject({
    base: 'TaskCard',
    more: [{ name: 'after_id' }, { name: 'before_id' }],
  });
  const calls = apiReference('').flatMap((group) => group.calls);
  expect(calls.find(({ path }) => path === '/api/taskList')?.answer).toBe('a list of [TaskCard]');
  expect(new Set(calls.flatMap(({ records }) => records))).toEqual(new Set(names));
  for (const { path, fields } of calls) expect(fields.length, path).toBeLessThan(5);
});

test('a call that writes says which right it asks of the record, where reading is all that opens it', () => {
  const behindReading = table.filter(({ method, permission }) => method !== 'GET' && permission.endsWith('.view'));
  const undecided = behindReading.filter(({ decides }) => !decides).map(({ method, path }) => `${method} ${path}`);
  // Whoever may see tasks, files, the log or the emails may do this with them; the address of a calendar is one's own.
  expect(undecided.sort()).toEqual([
    'DELETE calendarFeed',
    'DELETE watchTask/{id}',
    'POST calendarFeed',
    'POST exportAuditLog',
    'POST prepareAuditExport',
    'POST retryMail',
    'POST watchTask/{id}',
    'POST zip',
  ]);
});

test('a search finds by path, words and fields', () => {
  const found = (q: string) => apiReference(q).flatMap(({ calls }) => calls.map(({ path }) => path));
  expect(found('changeTaskStatus')).toContain('/api/changeTaskStatus');
  expect(found('before_id')).toContain('/api/changeTaskStatus');
  expect(found('comment post')).toContain('/api/addTaskComment');
  expect(found('no such call')).toEqual([]);
  expect(groups.length).toBe(apiReference('').length);
});

/** The document says what the table says, in a form that generators and readers can follow. */

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  security?: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json & { properties: Json; required?: string[] } }> };
  responses: Record<string, { content?: { 'application/json': { schema: { properties: Json } } }; $ref?: string }>;
};

const document = openApiDocument(table, 'http://localhost:3000');
const operation = (method: string, path: string) =>
  (document.paths as unknown as Record<string, Record<string, Operation>>)[`/api/${path}`]?.[method] as Operation;
const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Operation>).map(([method, one]) => ({ path, method, one })),
);

describe('the OpenAPI document', () => {
  test('is served without a session', async () => {
    const { GET } = await import('@/app/api/openapi.json/route');
    const answer = GET();
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('names every endpoint once, and nothing else', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(all.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      table.map(({ path, method }) => `${method} /api/${path}`).sort(),
    );
    expect(new Set(all.map(({ one }) => one.operationId)).size).toBe(all.length);
  });

  test('has no reference that leads nowhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, to]) => to as string);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references)
      expect(
        reference.split('/').reduce<unknown>((at, part) => (at as Json | undefined)?.[part], document),
        reference,
      ).toBeDefined();
  });

  test('declares every part of an address, and what is required', () => {
    for (const { path, one } of all) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(one.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(named);
    }
    const edit = operation('patch', 'task/{id}').requestBody?.content['application/json']?.schema;
    expect(edit?.required).toEqual(['version']);
    expect(edit?.properties).not.toHaveProperty('id');
    const list = operation('get', 'projectList').parameters;
    expect(list.map(({ name }) => name).sort()).toEqual('category limit member page q sort status type'.split(' '));
    expect(list.find(({ name }) => name === 'status')).toMatchObject({ explode: false, schema: { type: 'array' } });
    expect(operation('get', 'projectdetails').parameters).toMatchObject([
      { name: 'project_id', in: 'query', required: true },
    ]);
  });

  test('describes what is sent, not what it becomes: no field without a shape', () => {
    for (const { path, one } of all) {
      const type = table.some((line) => `/api/${line.path}` === path && line.multipart)
        ? 'multipart/form-data'
        : 'application/json';
      expect(Object.keys(one.requestBody?.content ?? { [type]: {} }), path).toEqual([type]);
      const fields = Object.entries(one.requestBody?.content[type]?.schema.properties ?? {});
      const given = [...fields, ...one.parameters.map(({ name, schema }) => [name, schema] as const)];
      for (const [name, schema] of given) {
        const { default: _default, description: _description, ...shape } = schema as Json;
        expect(Object.keys(shape).length, `${path} ${name}`).toBeGreaterThan(0);
      }
    }
  });

  test('shows envelopes, errors, and who needs a token', () => {
    const created = operation('post', 'Task');
    expect(Object.keys(created.responses[201]?.content?.['application/json'].schema.properties ?? {})).toEqual([
      'status',
      'message',
      'data',
    ]);
    expect(created.parameters.map(({ name }) => name)).toContain('Idempotency-Key');
    const listed = operation('get', 'userList').responses[200]?.content?.['application/json'].schema.properties ?? {};
    expect(Object.keys(listed)).toEqual(
      expect.arrayContaining(['docs', 'totalDocs', 'limit', 'page', 'totalPages', 'hasNextPage', 'hasPrevPage']),
    );
    for (const code of ['malformed', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'invalid'] as const)
      expect(created.responses[STATUS[code]]).toEqual({ $ref: `#/components/responses/${code}` });
    const open = all.filter(({ one }) => one.security?.length === 0).map(({ path }) => path);
    const anonymous = table.filter(({ permission }) => permission === 'anonymous').map(({ path }) => `/api/${path}`);
    expect([...new Set(open)].sort()).toEqual([...new Set(anonymous)].sort());
  });
});

describe('an example of every endpoint', () => {
  test('is an answer that its own schema accepts, and a call with every required field', () => {
    for (const endpoint of table) {
      const answer = sampleAnswer(endpoint);
      if (endpoint.shape === 'file') expect(answer).toBeNull();
      else {
        const record = endpoint.shape === 'list' ? (answer?.docs as unknown[] | undefined)?.[0] : answer?.data;
        expect(endpoint.output.safeParse(record).error?.issues ?? [], endpoint.path).toEqual([]);
      }
      expect(curlOf(endpoint, 'http://localhost:3000')).toContain('/api/');
      const issues = endpoint.input.safeParse(sampleInput(endpoint)).error?.issues ?? [];
      if (!endpoint.multipart)
        expect(
          issues.filter(({ code }) => code === 'invalid_type'),
          endpoint.path,
        ).toEqual([]);
    }
  });
});
