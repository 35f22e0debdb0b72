import { expect, test } from 'vitest';
import { IdMap } from '@/lib/organisation-archive/ids';
import { inOrder } from '@/lib/organisation-archive/queries.catalogue';

const column = (name: string, nullable = false) => ({ name, type: 'uuid', nullable });
const link = (name: string, target: string, nullable = false) => ({
  name,
  target,
  columns: [`${target}_id`],
  nullable,
});

test('tables come after those that they point to; only a circle is broken, where a column may be empty', () => {
  const tables = new Map([
    ['activity', [column('id'), column('task_id', true)]],
    ['audit', [column('id')]],
    ['comment', [column('id'), column('task_id'), column('comment_id', true)]],
    ['member', [column('id')]],
    ['task', [column('id'), column('member_id'), column('comment_id', true)]],
  ]);
  const links = [
    link('activity', 'task', true),
    link('comment', 'task'),
    link('comment', 'comment', true),
    link('task', 'comment', true),
    link('task', 'member'),
  ];
  expect(inOrder(tables, links).map(({ name, later }) => [name, ...later])).toEqual([
    ['member'],
    ['task', 'comment_id', 'subtask_rank'],
    ['activity'],
    ['comment', 'comment_id'],
    ['audit'],
  ]);
  expect(() =>
    inOrder(
      new Map([
        ['a', []],
        ['b', []],
      ]),
      [link('a', 'b'), link('b', 'a')],
    ),
  ).toThrow('wait for each other');
});

test('ids become others, each one of its own and in their order; what people wrote stays', () => {
  const [one, two, here] = [
    '01999999-0000-7000-8000-0000000000aa',
    '01999999-0000-7000-9000-0000000000ab',
    '01999999-0000-7000-8000-00000000ffff',
  ];
  const ids = new IdMap('0123456789ab', new Map([[two, here]]));
  const other = '01999999-0000-7000-8000-012345678901';
  expect(ids.id(one)).toBe(other);
  expect(new IdMap('0123456789ab', new Map()).id(other)).toBe(one);
  const row = {
    project_id: one,
    data: { to: [two], [one]: 1, note: `See ${one}` },
    filter: `assignee:${one},${two}`,
    body: `${one}, and ![](/api/fileContent/${one})`,
    title: one,
  };
  expect(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, ids.value(value, name)]))).toEqual({
    project_id: other,
    data: { to: [here], [other]: 1, note: `See ${one}` },
    filter: `assignee:${other},${here}`,
    body: `${one}, and ![](/api/fileContent/${other})`,
    title: one,
  });
});
