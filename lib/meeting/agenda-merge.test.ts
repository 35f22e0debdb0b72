import { expect, test } from 'vitest';
import { mergeLine } from '@/lib/meeting/agenda-merge';

const now = { title: 'Costs', minutes: 5, notes: '', owner_id: null, audience: 'internal', done: true } as const;
const line = { ...now, decision: false, task_id: null };

test('a field that is sent along as it was stays as somebody else has made it since, and is no conflict', () => {
  const base = { title: 'Prices', done: false };
  expect(mergeLine(base, line, { title: 'Prices', done: false, minutes: 10 }, 'Ann')).toEqual({
    ...{ fields: { minutes: 10 }, conflicts: [], met: null },
  });
  expect(mergeLine(base, line, { title: 'Fees' }, 'Ann')).toMatchObject({ fields: {}, conflicts: ['title'] });
});
