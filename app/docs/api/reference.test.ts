import { expect, test } from 'vitest';
import { groups, table } from '@/lib/api/table';
import { API_ERRORS, apiReference } from './reference';

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
  expect(calls.filter(({ example }) => example === null)).toHaveLength(files);
});

test('a call that writes says which right it asks of the record, where reading is all that opens it', () => {
  const behindReading = table.filter(({ method, permission }) => method !== 'GET' && permission.endsWith('.view'));
  const undecided = behindReading.filter(({ decides }) => !decides).map(({ method, path }) => `${method} ${path}`);
  // Whoever may see files, the log or the emails may do this with them.
  expect(undecided).toEqual(['POST zip', 'POST exportAuditLog', 'POST prepareAuditExport', 'POST retryMail']);
});

test('a search finds by path, words and fields', () => {
  const found = (q: string) => apiReference(q).flatMap(({ calls }) => calls.map(({ path }) => path));
  expect(found('changeTaskStatus')).toContain('/api/changeTaskStatus');
  expect(found('before_id')).toContain('/api/changeTaskStatus');
  expect(found('comment post')).toContain('/api/addTaskComment');
  expect(found('no such call')).toEqual([]);
  expect(groups.length).toBe(apiReference('').length);
});
