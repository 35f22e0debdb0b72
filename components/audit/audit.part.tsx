import { expect, test } from 'vitest';
import { expectAccessible } from '@/components/test/axe';
import { MADE_AT } from '@/components/test/gallery/member';
import { ADMIN, LEADER } from '@/components/test/gallery/people';
import { navigation } from '@/components/test/navigation';
import { show } from '@/components/test/show';
import type { AuditRecord } from '@/lib/audit/schema';
import { AuditFilters } from './audit-filters';
import { AuditLog } from './audit-log';

const NONE = { q: '', member_id: '', group: '', from: '', to: '' };
const PATH = '/acme/settings';
const filters = (values = NONE, problem: string | null = null) => (
  <AuditFilters path={PATH} values={values} people={[LEADER]} problem={problem} />
);

test('filters go into the URL, show what they are, and can be cleared', async () => {
  const screen = await show(filters(), { as: 'admin', url: `${PATH}?section=audit` });
  expect(screen.getByRole('link', { name: 'Clear' }).elements()).toHaveLength(0);
  await screen.getByLabelText('Search').fill('Lena');
  await screen.getByLabelText('Person').selectOptions(LEADER._id);
  await screen.getByLabelText('Action').selectOptions('people');
  await screen.getByRole('button', { name: 'Filter' }).click();
  const asked = new URLSearchParams(navigation.url.split('?')[1]);
  expect(Object.fromEntries(asked)).toMatchObject({
    section: 'audit',
    q: 'Lena',
    member_id: 'm-leader',
    group: 'people',
  });
  await screen.showAgain(
    filters({ ...NONE, from: '2020-01-02', to: '2020-01-01' }, 'The end is before the beginning.'),
  );
  await expect.element(screen.getByText('The end is before the beginning.')).toBeVisible();
  await expect.element(screen.getByLabelText('Search')).toHaveValue('');
  await expectAccessible();
  await screen.getByRole('link', { name: 'Clear' }).click();
  expect(navigation.url).toBe(`${PATH}?section=audit`);
});

const line: AuditRecord = {
  _id: 'a-1',
  created_at: MADE_AT,
  action: 'member.role_changed',
  action_label: 'Role changed',
  says: 'Alice Baker changed the role of Lena from Observer to User',
  actor: ADMIN,
  target: { _id: 'm-lena', name: 'Lena' },
  before: { role: 'observer' },
  after: { role: 'user' },
  ip: '10.0.0.1',
  user_agent: null,
  imported_at: null,
  device: 'Chrome on Linux',
};

test('a line opens to what changed, and an empty log says why it is empty', async () => {
  const shown = (lines: AuditRecord[], filtered = false) => <AuditLog lines={lines} filtered={filtered} clear={PATH} />;
  const screen = await show(shown([line, { ...line, _id: 'a-2', actor: null, ip: null }]), { as: 'admin' });
  const first = screen.getByRole('list', { name: 'Entries of the audit log' }).getByRole('listitem').first();
  await first.getByText(/changed the role of Lena/).click();
  await expect.element(first.getByRole('row', { name: 'Role Observer User' })).toBeVisible();
  await expect.element(first.getByText('(member.role_changed)')).toBeVisible();
  await expectAccessible();
  await screen.showAgain(shown([], true));
  await expect.element(screen.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Clear the filters' })).toHaveAttribute('href', PATH);
  await screen.showAgain(shown([]));
  await expect.element(screen.getByRole('heading', { name: 'Nothing has happened yet' })).toBeVisible();
});
