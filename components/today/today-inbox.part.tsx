import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { onAction } from '../test/actions';
import { expectAccessible } from '../test/axe';
import { assignedRow, serveInbox } from '../test/gallery/notification';
import { navigation } from '../test/navigation';
import { server } from '../test/server';
import { show } from '../test/show';
import { wasSwitchedTo } from '../viewer/change-organisation';
import { OtherOrganisation } from './other-organisation';
import { TodayInbox } from './today-inbox';

const row = (number: number) => page.getByRole('listitem').filter({ hasText: `WEB-${number}` });
const undo = page.getByRole('button', { name: 'Undo' });

async function today(numbers: readonly number[]) {
  const kept = serveInbox(numbers.map((number) => assignedRow(number)));
  const part = () => (
    <ul>
      <TodayInbox
        organisation={undefined}
        rows={kept
          .rows('inbox')
          .filter(({ read_at }) => !read_at)
          .map(({ _id, task, created_at }) => ({
            ...{ _id, href: `/acme/taskpage?task=${task?.key}`, title: `${task?.title}`, about: `${task?.key}` },
            created_at,
          }))}
      />
    </ul>
  );
  const screen = await show(part(), { as: 'user', url: '/today' });
  navigation.onRefresh(() => void screen.showAgain(part()));
  return kept;
}

test('rows of Today are archived and read by keys and buttons, hand the focus on, and come back', async () => {
  const kept = await today([1, 2, 3]);
  await expectAccessible();
  (row(3).getByRole('link').element() as HTMLElement).focus();
  const late = server.hold('POST markNotifications');
  await userEvent.keyboard('e');
  await expect.element(row(3)).not.toBeInTheDocument();
  await expect.element(row(2).getByRole('link')).toHaveFocus();
  await late.reached;
  // An undo does not overtake what it undoes.
  await undo.click();
  expect(server.inputs('POST markNotifications')).toHaveLength(1);
  late.release();
  await expect.element(row(3)).toBeVisible();
  expect(kept.rows('inbox')).toHaveLength(3);
  await row(2).getByRole('button', { name: 'Mark read: WEB-2' }).click();
  await expect.element(row(2)).not.toBeInTheDocument();
  await expect.poll(() => kept.rows('inbox').find(({ _id }) => _id === 'n-2')?.read_at).toBeTruthy();
  server.refuseNext('POST markNotifications', 422, 'invalid', 'This cannot be read.');
  (row(1).getByRole('link').element() as HTMLElement).focus();
  await userEvent.keyboard('u');
  await expect.element(page.getByText('This cannot be read.')).toBeVisible();
  await expect.element(row(1)).toBeVisible();
});

test('a link into another organisation opens it at once, marks its row read', async () => {
  const gone: unknown[] = [];
  onAction('switchOrganisation', (...words) => {
    gone.push(words);
    throw new Error('unreachable');
  });
  server.onAny('POST markToday', () => ({ marked: 1, unread: 0 }));
  const href = '/globex/taskpage?task=WEB-1';
  await show(
    <OtherOrganisation organisation="globex">
      <ul>
        <TodayInbox
          organisation="o-globex"
          rows={[
            { _id: 'n-1', href, title: 'Maya assigned you', about: 'WEB-1', created_at: new Date().toISOString() },
          ]}
        />
      </ul>
    </OtherOrganisation>,
    { as: 'user', url: '/today' },
  );
  await row(1).getByRole('link').click();
  await expect.element(page.getByText('The organisation could not be changed. Try again.')).toBeVisible();
  expect(gone).toEqual([['globex', null]]);
  expect(navigation.all).toEqual([]);
  expect(server.inputs('POST markToday')).toHaveLength(1);
  expect(wasSwitchedTo('globex')).toBe(false);
});
