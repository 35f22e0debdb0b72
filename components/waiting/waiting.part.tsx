import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LEADER, PROJECT, USER } from '@/components/test/gallery/records';
import {
  dismiss,
  expectAccessible,
  expectLink,
  list,
  live,
  navigation,
  press,
  server,
  show,
} from '@/components/test/part';
import type { WaitingItem } from '@/lib/waiting/schema';
import type { Waiting } from './use-waiting-for-me';
import { WaitingCard } from './waiting-card';
import { WaitingPage } from './waiting-page';

const item = (
  number: number,
  kind: WaitingItem['kind'] = 'question',
  part: Partial<WaitingItem> = {},
): WaitingItem => ({
  ...{ kind, _id: `w-${number}`, title: `Thing ${number}`, says: 'waits for you', by: LEADER, task_key: null },
  ...{ project_id: PROJECT._id, since: '2026-11-20T09:00:00.000Z', url: `/acme/there?id=${number}` },
  ...part,
});
const of = (...docs: WaitingItem[]): Waiting => ({ docs, totalDocs: docs.length });

const rows = page.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem');
const row = (number: number) => rows.filter({ hasText: `Thing ${number}` });
const title = (number: number) => page.getByRole('link', { name: `Thing ${number}`, exact: true });
const approval = page.getByRole('dialog', { name: 'Approval' });

test('each thing that waits says who wants what, and leads to where it is answered', async () => {
  server.refuse('GET signOff/{id}', 404, 'not_found', 'It is gone.');
  const asked = [
    item(1),
    item(2, 'approval', { says: 'Ana Lima wants to join' }),
    item(3, 'request', { by: null }),
    item(4, 'sign_off'),
  ];
  await show(<WaitingCard initial={of(...asked)} />);
  await expect.element(row(1)).toHaveTextContent(`${LEADER.name} waits for you`);
  await expectLink(row(1).getByRole('link', { name: 'Answer Thing 1' }), '/acme/there?id=1');
  await expect.element(row(2)).toHaveTextContent('Ana Lima wants to join');
  await expect.element(row(2)).not.toHaveTextContent(LEADER.name);
  await expectLink(row(2).getByRole('link', { name: 'Decide Thing 2' }), '/acme/there?id=2');
  await expect.element(row(3)).toHaveTextContent('The team waits for you');
  await expectLink(row(3).getByRole('link', { name: 'Decide Thing 3' }), '/acme/there?id=3');
  await expectAccessible();
  await row(4).getByRole('button', { name: 'Review Thing 4' }).click();
  await expect.element(approval).toHaveTextContent('This is not here any more');
  expect(server.inputs('GET signOff/{id}')).toEqual([{ id: 'w-4' }]);
});

test('the dashboard has six of them and a way to all; what is answered last leaves its place to the focus', async () => {
  const seven = Array.from({ length: 7 }, (_, at) => item(at + 1));
  const changed = (...docs: WaitingItem[]) => {
    server.on('GET waitingForMe', () => list(docs));
    live.say(`private-user-${USER._id}`, 'notification.changed', { id: USER._id });
  };
  const screen = await show(<WaitingCard initial={of(...seven)} />, { as: 'user' });
  await expect.element(rows).toHaveLength(6);
  await expectLink(page.getByRole('link', { name: 'All 7' }), '/acme/notifications?state=waiting');
  changed(item(7));
  await expect.element(rows).toHaveLength(1);
  (title(7).element() as HTMLElement).focus();
  changed();
  await expect.element(page.getByText(/^Nothing waits for you/)).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'What waits for you' })).toHaveFocus();
  await screen.unmount();
  // Where nothing waited, nothing is said of it.
  const { container } = await show(<WaitingCard initial={of()} />, { as: 'user' });
  expect(container.querySelector('main')?.textContent).toBe('');
});

test('the whole list is walked through by keys; the sign-off that a link is about is open', async () => {
  server.refuse('GET signOff/{id}', 404, 'not_found', 'It is gone.');
  await show(<WaitingPage initial={of(item(1), item(2, 'sign_off'), item(3))} opened="w-2" />, {
    ...{ as: 'user', url: '/acme/notifications?state=waiting&sign_off=w-2' },
  });
  await expect.element(approval).toHaveTextContent('This is not here any more');
  await dismiss(approval);
  await press('j');
  await expect.element(title(1)).toHaveFocus();
  await press('j{ArrowDown}k');
  await expect.element(title(2)).toHaveFocus();
  await press('{Enter}');
  expect(navigation.url).toBe('/acme/there?id=2');
  expect(server.inputs('GET signOff/{id}')).toEqual([{ id: 'w-2' }]);
});
