import { memo, type ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CardFace } from '@/components/task/board/board-card';
import { TaskRow } from '@/components/task/list/task-row';
import { Button } from '@/components/ui/button';
import { FormatsProvider } from '@/components/ui/formats';
import { StatusMark } from '@/components/ui/status-mark';
import type { TaskCard } from '@/lib/task/schema';
import { FIRST_COLUMNS } from '@/lib/task/vocabulary';
import { htmlOf } from './html-of';
import { packed, unpacked } from './packed';
import { Still } from './still';

const PEOPLE = ['Maya Iyer', 'Bo "the" Li', '<Chen>', "O'Hara"].map((name, n) => ({
  _id: `person-${n}`,
  name,
  pic: null,
}));

const card = (n: number): TaskCard => ({
  _id: `id-${n}`,
  key: `WEB-${n}`,
  project_id: 'project-1',
  number: n,
  title: ['Review', '<script>alert(1)</script>', `"quoted" & 'so'`, ''][n % 4] ?? '',
  status: 1 + (n % 5),
  status_label: 'Testing',
  priority: (['none', 'low', 'medium', 'high', 'urgent'] as const)[n % 5] ?? 'none',
  rank: `a${n}`,
  audience: n % 3 ? 'internal' : 'client',
  assignees: PEOPLE.slice(n % 4, (n % 4) + (n % 3)),
  ...(n % 7 === 0 && { more_assignees: 2 }),
  hidden_assignees: n % 5 === 0,
  parent: n % 4 ? null : { _id: 'parent', key: 'WEB-1', title: 'The <whole>' },
  category_id: null,
  start_date: null,
  estimate_minutes: null,
  due_date: n % 3 ? `2026-11-${10 + n}` : null,
  completed_at: null,
  comment_count: n % 3,
  created_by_id: 'person-0',
  version: 1,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
});
const CARDS = Array.from({ length: 20 }, (_, n) => card(n));
const viewer = { memberId: 'person-0', role: 'admin' as const, projectIds: ['project-1'] };

const rows = (grouped: boolean, changes = true) =>
  CARDS.map((one) => (
    <TaskRow
      key={one._id}
      card={one}
      href={`/acme/taskpage?task=${one.key}&x=<y>`}
      project={grouped ? undefined : { name: 'A & B' }}
      viewer={changes ? viewer : { ...viewer, role: 'client' }}
      changes={changes}
      picked={false}
      grouped={grouped}
      waiting={one.number % 2 === 0}
      today="2026-11-22"
      live={!changes}
      columns={FIRST_COLUMNS}
      category={undefined}
      panel={null}
    />
  ));
const actions = { mayDrag: () => true, openMenu: () => {}, nearMenu: () => {}, appeared: () => {} };
const cards = CARDS.map((one) => (
  <CardFace
    key={one._id}
    card={one}
    href="/acme"
    today="2026-11-22"
    movable
    ordered
    marksStatus={one.number === 2}
    lifted={one.number === 3}
    flash={undefined}
    waiting={false}
    marksAudience
    tabStop={one.number === 1}
    focused={one.number === 2}
    panel={null}
    actions={actions}
    pointer={null}
    {...(one.number === 4 && { place: { start: 120 } })}
  />
));
const Memo = memo(({ text }: { text: string }) => <b hidden>{text}</b>);

const Written = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what is tested
  <main dangerouslySetInnerHTML={{ __html: htmlOf(children) }} />
);

describe('the HTML of plain parts', () => {
  test.each([
    ['rows by status', rows(true)],
    ['rows in an order', rows(false)],
    ['rows that only read', rows(true, false)],
    ['cards', cards],
    ['status marks', [1, 2, 3, 4, 5].map((status) => <StatusMark key={status} status={status as 1} word="hidden" />)],
    ['a button', <Button key="button" variant="quiet" disabled aria-expanded={false} icon={<i />} />],
    ['nothing', [null, undefined, false, true, '', 0]],
    ['a wrapped part', <Memo key="memo" text={'<&>"\''} />],
  ])('is what React writes: %s', (_name, parts) => {
    expect(renderToStaticMarkup(<Written>{parts}</Written>)).toBe(renderToStaticMarkup(<main>{parts}</main>));
  });

  test('refuses what is not plain', () => {
    expect(() => htmlOf(Promise.resolve('late'))).toThrow(TypeError);
  });

  test('is the server’s answer for long parts, which can read the reader’s formats', () => {
    const page = (
      <FormatsProvider reader={{ locale: 'de-DE', timeZone: 'UTC' }}>
        <Still as="tbody">{() => rows(true)}</Still>
      </FormatsProvider>
    );
    expect(renderToString(page)).toContain('17. November 2026');
    expect(renderToString(page)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

describe('packed rows', () => {
  test('come back as they were', () => {
    expect(unpacked(packed(CARDS))).toEqual(CARDS);
    expect(unpacked(packed([]))).toEqual([]);
    const odd = [{ a: [], b: '1' }, { a: [[1], 'x'], b: 1 }, { a: null }, { c: { d: [] } }];
    expect(unpacked(packed(odd))).toEqual(odd);
  });
});
