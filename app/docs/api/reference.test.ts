import { expect, test } from 'vitest';
import { groups, table } from '@/lib/api/table';
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
