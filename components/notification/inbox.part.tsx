import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { InboxState } from '@/lib/notification/vocabulary';
import { expectAccessible } from '../test/axe';
import { groupOf, serveChat } from '../test/gallery/chat';
import { assignedRow, calledRow, serveInbox } from '../test/gallery/notification';
import { navigation } from '../test/navigation';
import { server } from '../test/server';
import { show } from '../test/show';
import { Bell } from './bell';
import { InboxPage } from './inbox-page';

const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
const row = (words: string) => rows.filter({ hasText: words });
const link = (words: string) => row(words).getByRole('link');
const undo = page.getByRole('button', { name: 'Undo' });
const pill = page.getByRole('button', { name: /new notification/ });
const texts = () => rows.elements().map((one) => /Task \d|(First|Second|Third) group/.exec(one.textContent ?? '')?.[0]);
const marks = () => server.inputs('POST markNotifications');
const focus = (words: string) => (link(words).element() as HTMLElement).focus();
const key = (letter: string) => userEvent.keyboard(letter);

/** The bell fetches anew what both show. */
async function inbox(kept: ReturnType<typeof serveInbox>, state: InboxState = 'inbox') {
  const part = (
    <>
      <Bell />
      <InboxPage key={state} state={state} first={{ docs: kept.rows(state), next_cursor: null }} />
    </>
  );
  return show(part, {
    ...{ as: 'user', url: '/acme/notifications' },
    shell: { unread: kept.rows('inbox').filter(({ read_at }) => !read_at).length },
  });
}

test('by keys rows are walked through, archived, snoozed and made unread, and undone', async () => {
  const kept = serveInbox([1, 2, 3].map((number) => assignedRow(number)));
  const screen = await inbox(kept);
  await expect.element(row('Task 3')).toHaveTextContent('Maya Lindqvist assigned you');
  await key('j');
  await expect.element(link('Task 3')).toHaveFocus();
  await key('j');
  await key('k');
  await key('{ArrowDown}');
  await expect.element(link('Task 2')).toHaveFocus();
  await expectAccessible();
  await key('e');
  await expect.element(row('Task 2')).not.toBeInTheDocument();
  await expect.element(link('Task 1')).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
  await undo.click();
  await expect.element(row('Task 2')).toBeVisible();
  await expect.poll(() => kept.rows('inbox')).toHaveLength(3);
  expect(marks().at(-1)).toMatchObject({ restore: [{ _id: 'n-2', read_at: null }] });

  focus('Task 1');
  await key('h');
  await expect.element(page.getByRole('menuitem', { name: 'Tomorrow' })).toBeVisible();
  await expectAccessible();
  await key('{Escape}');
  await expect.element(link('Task 1')).toHaveFocus();
  await key('h');
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await expect.element(row('Task 1')).not.toBeInTheDocument();
  await expect.element(link('Task 2')).toHaveFocus();
  expect(Date.parse(String(marks().at(-1)?.snooze_until))).toBeGreaterThan(Date.now());
  await key('u');
  await expect.element(row('Task 2')).not.toHaveTextContent('Unread');
  await key('u');
  await expect.element(row('Task 2')).toHaveTextContent('Unread');
  // As another tab sees it.
  kept.readElsewhere('n-3');
  await expect.element(row('Task 3')).not.toHaveTextContent('Unread');
  await expect.element(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();

  await screen.unmount();
  await inbox(kept, 'snoozed');
  await expect.element(row('Task 1')).toHaveTextContent('Back on');
  await key('j');
  await key('h');
  await expect.element(page.getByText('Nothing is snoozed.')).toBeVisible();
  expect(kept.rows('inbox')).toHaveLength(3);
});

test('what is archived goes back to the inbox; opening a row reads it', async () => {
  const kept = serveInbox([assignedRow(1), assignedRow(2)]);
  const screen = await inbox(kept);
  await row('Task 2').hover();
  await row('Task 2').getByRole('button', { name: 'Archive: Task 2' }).click();
  await expect.element(row('Task 2')).not.toBeInTheDocument();
  await link('Task 1').click();
  expect(navigation.url).toBe('/acme/taskpage?task=WEB-1');
  await expect.poll(() => kept.rows('inbox')[0]?.read_at).toBeTruthy();
  await screen.unmount();
  await inbox(kept, 'archived');
  await row('Task 2').hover();
  await row('Task 2').getByRole('button', { name: 'Back to the inbox: Task 2' }).click();
  await expect.element(page.getByText('Nothing is archived.')).toBeVisible();
  expect(kept.rows('inbox')).toHaveLength(2);
});

test('an undo that is pressed while the archiving is under way comes after it', async () => {
  const kept = serveInbox([assignedRow(1)]);
  await inbox(kept);
  const archiving = server.hold('POST markNotifications');
  focus('Task 1');
  await key('e');
  await archiving.reached;
  await expect.element(row('Task 1')).not.toBeInTheDocument();
  await undo.click();
  expect(marks()).toHaveLength(1);
  archiving.release();
  await expect.element(row('Task 1')).toBeVisible();
  expect(marks()).toHaveLength(2);
  expect(kept.rows('inbox')).toHaveLength(1);
});

test('what is put away and read stays so when the list is read before the server knows of it', async () => {
  const kept = serveInbox([assignedRow(1), assignedRow(2)]);
  await inbox(kept);
  const release = kept.holdMarks();
  focus('Task 2');
  await key('e');
  await expect.element(link('Task 1')).toHaveFocus();
  await key('u');
  await expect.element(row('Task 1')).not.toHaveTextContent('Unread');
  kept.come(assignedRow(3));
  await expect.element(pill).toBeVisible();
  await expect.element(row('Task 2')).not.toBeInTheDocument();
  await expect.element(row('Task 1')).not.toHaveTextContent('Unread');
  release();
  await expect.poll(() => kept.rows('archived')).toHaveLength(1);
  await expect.element(row('Task 2')).not.toBeInTheDocument();
});

test('what is refused is taken back, with the count', async () => {
  await inbox(serveInbox([assignedRow(1)]));
  server.refuseNext('POST markNotifications', 422, 'invalid', 'This cannot be archived.');
  // Before the list and the count are read again.
  const late = [server.hold('GET notificationList'), server.hold('GET notificationList')];
  focus('Task 1');
  await key('e');
  await expect.element(page.getByText('This cannot be archived.')).toBeVisible();
  await expect.element(row('Task 1')).toHaveTextContent('Unread');
  await expect.element(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  for (const { release } of late) release();
});

test('rows stay where they are while somebody reads, and reading all is undone', async () => {
  const now = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const group = (number: number, name: string, minutes: number, more = {}) =>
    calledRow(number, { _id: `r-${number}`, name: `${name} group` }, { arrived_at: now(minutes), ...more });
  const kept = serveInbox([group(1, 'First', 3), group(2, 'Second', 2), assignedRow(9)]);
  await inbox(kept);
  await expect.element(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Earlier' })).toBeVisible();
  await row('Second group').hover();
  kept.come(group(3, 'Third', 1));
  await expect.element(pill).toHaveTextContent('1 new');
  kept.come(group(1, 'First', 0, { quote: 'Again' }));
  await expect.element(row('First group')).toHaveTextContent('Again');
  expect(texts()).toEqual(['Second group', 'First group', 'Task 9']);
  focus('Second group');
  await expectAccessible();
  await pill.click();
  await expect.poll(texts).toEqual(['First group', 'Third group', 'Second group', 'Task 9']);
  await expect.element(link('First group')).toHaveFocus();
  await expect.element(pill).not.toBeInTheDocument();

  await key('{Shift>}U{/Shift}');
  await expect.element(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect.element(row('Unread')).not.toBeInTheDocument();
  await undo.click();
  await expect.element(row('Unread')).toHaveLength(4);

  await userEvent.unhover(row('First group'));
  await page.getByRole('button', { name: 'Notifications, 4 unread' }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect.element(panel.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expectAccessible();
  await panel.getByRole('button', { name: 'Mark all read' }).click();
  await expect.poll(() => kept.rows('inbox').every(({ read_at }) => read_at)).toBe(true);
});

test('a call in a room is answered in the inbox by keys, with its own draft', async () => {
  const chat = serveChat({ rooms: [groupOf('r-call', 'Calling')] });
  const kept = serveInbox([calledRow(1, { _id: 'r-call', name: 'Calling' }, { quote: 'Hello', more: 1 })]);
  await inbox(kept);
  await expect.element(row('Calling')).toHaveTextContent('+1 more');
  focus('Calling');
  await key('r');
  const field = page.getByRole('textbox', { name: 'Message to Calling' });
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  await userEvent.type(field, 'Here I am');
  await key('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(link('Calling')).toHaveFocus();
  await key('r');
  await expect.element(field).toHaveValue('Here I am');
  await key('{Control>}{Enter}{/Control}');
  await expect.element(link('Calling')).toHaveFocus();
  await expect.element(row('Calling')).not.toHaveTextContent('Unread');
  expect(chat.ids('r-call').map((id) => chat.found(id).body)).toEqual(['Here I am']);
});

test('a comment is answered in the inbox, too', async () => {
  const data = { comment_id: 'x-1' };
  await inbox(serveInbox([assignedRow(1, { says: 'mentioned you', rights: { reply: true }, data })]));
  server.onAny('POST addTaskComment', ({ body }) => ({ _id: 'x-2', body }));
  focus('Task 1');
  await key('r');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect.element(reply).toHaveFocus();
  await expectAccessible();
  await reply.fill('The blue one');
  await key('{Control>}{Enter}{/Control}');
  await expect.element(link('Task 1')).toHaveFocus();
  await expect.element(row('Task 1')).not.toHaveTextContent('Unread');
  expect(server.inputs('POST addTaskComment')).toMatchObject([
    { task_id: 't-1', parent_id: 'x-1', body: 'The blue one' },
  ]);
});

test('among the unread ones the focus goes on to the next row, and at last to the filter', async () => {
  serveChat({ rooms: [groupOf('r-call', 'Calling')] });
  const kept = serveInbox([assignedRow(1), assignedRow(2), calledRow(3, { _id: 'r-call', name: 'Calling' })]);
  await inbox(kept);
  const filter = page.getByRole('button', { name: 'Unread', exact: true });
  await filter.click();
  await expect.element(filter).toHaveAttribute('aria-pressed', 'true');
  await expect.element(rows).toHaveLength(3);
  focus('Calling');
  await key('r');
  await page.getByRole('textbox', { name: 'Message to Calling' }).fill('Here');
  await key('{Enter}');
  await expect.element(row('Calling')).not.toBeInTheDocument();
  await expect.element(link('Task 2')).toHaveFocus();
  focus('Task 1');
  await key('u');
  await expect.element(row('Task 1')).not.toBeInTheDocument();
  await expect.element(link('Task 2')).toHaveFocus();
  await key('u');
  await expect.element(page.getByText('Nothing fits this filter.')).toBeVisible();
  await expect.element(filter).toHaveFocus();
});
