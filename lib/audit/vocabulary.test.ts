import { expect, test } from 'vitest';
import { changesInWords } from '@/lib/audit/vocabulary';

test('changes stand side by side, field by field', () => {
  expect(changesInWords({ role: 'user', open: true }, { role: 'admin', tags: ['a', 'b'], note: null })).toEqual([
    { field: 'Role', from: 'User', to: 'Admin' },
    { field: 'Open', from: 'yes', to: null },
    { field: 'Tags', from: null, to: 'a, b' },
    { field: 'Note', from: null, to: 'none' },
  ]);
});
