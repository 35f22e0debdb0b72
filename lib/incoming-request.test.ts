import { expect, test } from 'vitest';
import { refusalOf } from '@/lib/incoming-request';

const status = (method: string, state?: string) =>
  refusalOf({ method, headers: state === undefined ? {} : { 'next-router-state-tree': state } })?.status;

test('E14 methods that nothing here serves are refused', () => {
  for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'QUERY'])
    expect([method, status(method)]).toEqual([method, 405]);
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    expect(status(method)).toBeUndefined();
});

test('a router state that cannot be read is refused', () => {
  for (const state of ['garbage', '%E0%A4%A', '{}', `[${'"x",'.repeat(20_000)}"x"]`])
    expect(status('GET', state)).toBe(400);
  expect(status('GET', encodeURIComponent(JSON.stringify(['', { children: ['acme', {}] }])))).toBeUndefined();
});
