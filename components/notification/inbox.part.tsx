import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setSingleKeys } from '@/components/keys/single-keys';
import { groupOf, serveChat } from '@/components/test/gallery/chat';
import { assignedRow, calledRow, PROJECT, serveInbox } from '@/components/test/gallery/records';
import { dismiss, enter, press, pressOn } from '@/components/test/keys';
import { expectAccessible, list, navigation, onAction, server, show } from '@/components/test/part';
import { OtherOrganisation } from '@/components/today/other-organisation';
import { TodayInbox } from '@/components/today/today-inbox';
import { wasSwitchedTo } from '@/components/viewer/change-organisation';
import type { AnswerOf } from '@/lib/api/contract';
import { DEFAULT_CHANNELS, type InboxState } from '@/lib/notification/vocabulary';
import { Bell } from './bell';
import { InboxPage } from './inbox-page';
import { RowMenu } from './notification-menus';
import { NotificationSettingsForm } from './settings-form';
import { closeReadPushes } from './shown-pushes';

const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
const row = (words: string) => rows.filter({ hasText: words });
const link = (words: string) => row(words).getByRole('link');
const undo = page.getByRole('button', { name: 'Undo' });
const pill = page.getByRole('button', { name: /new notification/ });
const texts = () => rows.elements().map((one) => /Task \d|(First|Second|Third) group/.exec(one.textContent ?? '')?.[0]);
const marks = () => server.inputs('POST markNotifications');
const focus = (words: string) => (link(words).element() as HTMLElement).focus();

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
  await press('j');
  await expect.element(link('Task 3')).toHaveFocus();
  await press('j');
  await press('k');
  await press('{ArrowDown}');
  await expect.element(link('Task 2')).toHaveFocus();
  await expectAccessible();
  await press('e');
  await expect.element(row('Task 2')).not.toBeInTheDocument();
  await expect.element(link('Task 1')).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
  await undo.click();
  await expect.element(row('Task 2')).toBeVisible();
  await expect.poll(() => kept.rows('inbox')).toHaveLength(3);
  expect(marks().at(-1)).toMatchObject({ restore: [{ _id: 'n-2', read_at: null }] });

  await pressOn(link('Task 1'), 'h');
  await expect.element(page.getByRole('menuitem', { name: 'Tomorrow' })).toBeVisible();
  await expectAccessible();
  await press('{Escape}');
  await expect.element(link('Task 1')).toHaveFocus();
  await press('h');
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await expect.element(row('Task 1')).not.toBeInTheDocument();
  await expect.element(link('Task 2')).toHaveFocus();
  expect(Date.parse(String(marks().at(-1)?.snooze_until))).toBeGreaterThan(Date.now());
  await press('u');
  await expect.element(row('Task 2')).not.toHaveTextContent('Unread');
  await press('u');
  await expect.element(row('Task 2')).toHaveTextContent('Unread');
  // As another tab sees it.
  kept.readElsewhere('n-3');
  await expect.element(row('Task 3')).not.toHaveTextContent('Unread');
  await expect.element(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();

  await screen.unmount();
  await inbox(kept, 'snoozed');
  await expect.element(row('Task 1')).toHaveTextContent('Back on');
  await press('j');
  await press('h');
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
  await pressOn(link('Task 1'), 'e');
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
  await pressOn(link('Task 2'), 'e');
  await expect.element(link('Task 1')).toHaveFocus();
  await press('u');
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
  const late = Array.from({ length: 4 }, () => server.hold('GET notificationList'));
  await pressOn(link('Task 1'), 'e');
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

  await press('{Shift>}U{/Shift}');
  await expect.element(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect.element(row('Unread')).not.toBeInTheDocument();
  await undo.click();
  await expect.element(row('Unread')).toHaveLength(4);
  // Also those that were not shown come back.
  expect(marks().at(-1)).toMatchObject({ restore: expect.any(Array) });

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
  await pressOn(link('Calling'), 'r');
  const field = page.getByRole('textbox', { name: 'Message to Calling' });
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  await userEvent.type(field, 'Here I am');
  await dismiss(field);
  await expect.element(link('Calling')).toHaveFocus();
  await press('r');
  await expect.element(field).toHaveValue('Here I am');
  await press('{Control>}{Enter}{/Control}');
  await expect.element(link('Calling')).toHaveFocus();
  await expect.element(row('Calling')).not.toHaveTextContent('Unread');
  expect(chat.ids('r-call').map((id) => chat.found(id).body)).toEqual(['Here I am']);
});

test('in an answer Escape closes the offered names first, and then the answer', async () => {
  serveChat({ rooms: [groupOf('r-call', 'Calling')] });
  await inbox(serveInbox([calledRow(1, { _id: 'r-call', name: 'Calling' })]));
  await pressOn(link('Calling'), 'r');
  const field = page.getByRole('textbox', { name: 'Message to Calling' });
  await expect.element(field).toHaveFocus();
  await userEvent.type(field, 'For @');
  const people = page.getByRole('listbox', { name: 'People' });
  await expect.element(people).toBeVisible();
  await dismiss(people);
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('For @');
  await dismiss(field);
  await expect.element(link('Calling')).toHaveFocus();
});

test('a comment is answered in the inbox, too', async () => {
  const data = { comment_id: 'x-1' };
  await inbox(serveInbox([assignedRow(1, { says: 'mentioned you', rights: { reply: true }, data })]));
  server.onAny('POST addTaskComment', ({ body }) => ({ _id: 'x-2', body }));
  await pressOn(link('Task 1'), 'r');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect.element(reply).toHaveFocus();
  await expectAccessible();
  await enter(reply, 'The blue one', '{Control>}{Enter}{/Control}');
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
  await pressOn(link('Calling'), 'r');
  await enter(page.getByRole('textbox', { name: 'Message to Calling' }), 'Here');
  await expect.element(row('Calling')).not.toBeInTheDocument();
  await expect.element(link('Task 2')).toHaveFocus();
  await pressOn(link('Task 1'), 'u');
  await expect.element(row('Task 1')).not.toBeInTheDocument();
  await expect.element(link('Task 2')).toHaveFocus();
  await press('u');
  await expect.element(page.getByText('Nothing fits this filter.')).toBeVisible();
  await expect.element(filter).toHaveFocus();
});

type Settings = AnswerOf<'GET notificationSettings'>;
const SETTINGS: Settings = {
  ...{ events: DEFAULT_CHANNELS, digest: { hour: 8 }, quiet_hours: null, projects: {}, emails: true },
  ...{ push_key: null, push_browsers: [] },
};
const saved = page.getByText('Saved', { exact: true });
const place = 'https://push.example.org/1';

afterEach(() => void vi.restoreAllMocks());

function serveSettings(part: Partial<Settings> = {}) {
  let now: Settings = { ...SETTINGS, ...part };
  server.on('PUT notificationSettings', ({ events = {}, ...rest }) => {
    const changed = Object.entries(events).map(([topic, channels]) => [
      topic,
      { ...now.events[topic as keyof typeof events], ...channels },
    ]);
    now = { ...now, ...(rest as Partial<Settings>), events: { ...now.events, ...Object.fromEntries(changed) } };
    return now;
  });
  return show(<NotificationSettingsForm kept={now} projects={[PROJECT]} zone="Europe/Berlin" />, { as: 'user' });
}

test('each choice is saved at once, one after the other, and taken back where it is refused', async () => {
  await serveSettings();
  const comments = page.getByLabelText('Comments: by email');
  const overdue = page.getByLabelText('Overdue: in the inbox');
  const late = server.hold('PUT notificationSettings');
  await comments.selectOptions('Daily');
  await late.reached;
  await overdue.click();
  await expect.element(overdue).not.toBeChecked();
  expect(server.inputs('PUT notificationSettings')).toHaveLength(1);
  const next = server.hold('PUT notificationSettings');
  late.release();
  await next.reached;
  // What was chosen meanwhile stays.
  await expectAccessible();
  await expect.element(overdue).not.toBeChecked();
  next.release();
  await expect.element(saved).toBeVisible();
  expect(server.inputs('PUT notificationSettings')).toEqual([
    { events: { commented: { email: 'digest' } } },
    { events: { overdue: { in_app: false } } },
  ]);
  await expect.element(comments).toHaveDisplayValue('Daily');
  await expect.element(overdue).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Quiet hours' }).click();
  await expect.element(page.getByLabelText('From', { exact: true })).toHaveDisplayValue('20:00');
  await expectAccessible();
  server.refuseNext('PUT notificationSettings', 422, 'invalid', 'This cannot be.');
  await comments.selectOptions('At once');
  await expect.element(page.getByText('This cannot be.')).toBeVisible();
  await expect.element(comments).toHaveDisplayValue('Daily');
  await expect.element(saved).not.toBeInTheDocument();
});

test('this browser is told when a button is pressed, and no more when it is pressed again', async () => {
  const unsubscribe = vi.fn(async () => true);
  const subscription = {
    endpoint: place,
    unsubscribe,
    toJSON: () => ({ endpoint: place, keys: { p256dh: 'p', auth: 'a' } }),
  } as unknown as PushSubscription;
  let here: PushSubscription | null = null;
  const pushManager = {
    getSubscription: async () => here,
    subscribe: async () => {
      here = subscription;
      return here;
    },
  };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
  const asked = vi.spyOn(Notification, 'requestPermission').mockResolvedValue('denied');
  server.onAny('POST pushSubscription', () => null);
  server.onAny('DELETE pushSubscription', () => null);
  await serveSettings({ push_key: 'KEY' });
  const on = page.getByRole('button', { name: 'Show them in this browser' });
  await expect.element(on).toBeVisible();
  await expectAccessible();
  expect(asked).not.toHaveBeenCalled();
  await on.click();
  await expect.element(on).toBeEnabled();
  expect(server.calls).not.toContain('POST pushSubscription');
  asked.mockResolvedValue('granted');
  server.refuseNext('POST pushSubscription', 422, 'invalid', 'This address is not known.');
  await on.click();
  await expect.element(page.getByText('This address is not known.')).toBeVisible();
  await on.click();
  await expect.element(page.getByText('This browser shows notifications, until you log out.')).toBeVisible();
  expect(server.inputs('POST pushSubscription').at(-1)).toEqual({ endpoint: place, keys: { p256dh: 'p', auth: 'a' } });
  await page.getByRole('button', { name: 'Show none in this browser' }).click();
  await expect.element(page.getByText('This browser shows no notifications.')).toBeVisible();
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(server.inputs('DELETE pushSubscription')).toEqual([{ endpoint: place }]);
});

test('a browser that blocks notifications is told where to allow them', async () => {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('denied');
  await serveSettings({ push_key: 'KEY' });
  await expect.element(page.getByText(/This browser blocks notifications of this page/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /in this browser/ })).not.toBeInTheDocument();
});

const todayRow = (number: number) => page.getByRole('listitem').filter({ hasText: `WEB-${number}` });

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
  (todayRow(3).getByRole('link').element() as HTMLElement).focus();
  const late = server.hold('POST markNotifications');
  await userEvent.keyboard('e');
  await expect.element(todayRow(3)).not.toBeInTheDocument();
  await expect.element(todayRow(2).getByRole('link')).toHaveFocus();
  await late.reached;
  // An undo does not overtake what it undoes.
  await undo.click();
  expect(server.inputs('POST markNotifications')).toHaveLength(1);
  late.release();
  await expect.element(todayRow(3)).toBeVisible();
  expect(kept.rows('inbox')).toHaveLength(3);
  await todayRow(2).getByRole('button', { name: 'Mark read: WEB-2' }).click();
  await expect.element(todayRow(2)).not.toBeInTheDocument();
  await expect.poll(() => kept.rows('inbox').find(({ _id }) => _id === 'n-2')?.read_at).toBeTruthy();
  server.refuseNext('POST markNotifications', 422, 'invalid', 'This cannot be read.');
  await pressOn(todayRow(1).getByRole('link'), 'u');
  await expect.element(page.getByText('This cannot be read.')).toBeVisible();
  await expect.element(todayRow(1)).toBeVisible();
  // From the last one to the one before.
  await expect.element(todayRow(3).getByRole('link')).toHaveFocus();
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
  await todayRow(1).getByRole('link').click();
  await expect.element(page.getByText('The organisation could not be changed. Try again.')).toBeVisible();
  expect(gone).toEqual([['globex', null]]);
  expect(navigation.all).toEqual([]);
  expect(server.inputs('POST markToday')).toHaveLength(1);
  expect(wasSwitchedTo('globex')).toBe(false);
});

test('times, quiet hours and projects are chosen in the settings, each sent alone', async () => {
  await serveSettings();
  const sent = () => server.inputs('PUT notificationSettings').at(-1);
  await page.getByLabelText('Daily emails leave at').selectOptions('06:00');
  await expect.poll(sent).toEqual({ digest: { hour: 6 } });
  await page.getByRole('checkbox', { name: 'Quiet hours' }).click();
  await expect.poll(sent).toEqual({ quiet_hours: { from: '20:00', to: '08:00' } });
  const end = page.getByLabelText('To', { exact: true });
  await end.fill('07:30');
  (end.element() as HTMLElement).blur();
  await expect.poll(sent).toEqual({ quiet_hours: { from: '20:00', to: '07:30' } });
  await page.getByRole('checkbox', { name: 'Quiet hours' }).click();
  await expect.poll(sent).toEqual({ quiet_hours: null });
  await expect.element(page.getByLabelText('From', { exact: true })).not.toBeInTheDocument();
  const project = page.getByLabelText(`What you are told of in ${PROJECT.name}`);
  const levels = [...(project.element() as HTMLSelectElement).options].map(({ value }) => value);
  expect(levels[0]).toBe('all');
  await project.selectOptions(levels[1] as string);
  await expect.poll(sent).toEqual({ projects: { [PROJECT._id]: levels[1] } });
  await page.getByRole('checkbox', { name: 'Send me emails about notifications' }).click();
  await expect.poll(sent).toEqual({ emails: false });
  await expect.element(page.getByLabelText('Comments: by email')).toBeDisabled();
  await expect.element(page.getByLabelText('Comments: in the inbox')).toBeEnabled();
  expect(page.getByLabelText('Comments: by push').elements()).toHaveLength(0);
});

test('earlier notifications are read by a press, below those that are there', async () => {
  const kept = serveInbox([assignedRow(1)]);
  server.on('GET notificationList', ({ cursor, filter }) =>
    filter === 'unread'
      ? list([], { totalDocs: 0 })
      : cursor
        ? list([assignedRow(1)])
        : list([assignedRow(2)], { next_cursor: 'n-2' }),
  );
  await inbox(kept);
  await page.getByRole('button', { name: 'Show earlier ones' }).click();
  await expect.poll(texts).toEqual(['Task 2', 'Task 1']);
  expect(server.inputs('GET notificationList').at(-1)).toMatchObject({ cursor: 'n-2', state: 'inbox', filter: 'all' });
  await expect.element(page.getByRole('button', { name: 'Show earlier ones' })).not.toBeInTheDocument();
});

test('a held key archives one row alone; letters that are switched off, or pressed with Ctrl, do nothing', async () => {
  await inbox(serveInbox([assignedRow(1), assignedRow(2), assignedRow(3)]));
  focus('Task 3');
  const hold = (key: string, more = {}) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
  hold('e', { repeat: true });
  hold('e', { ctrlKey: true });
  setSingleKeys(false);
  hold('e');
  setSingleKeys(true);
  await expect.element(rows).toHaveLength(3);
  hold('e');
  await expect.element(row('Task 3')).not.toBeInTheDocument();
  hold('e', { repeat: true });
  await expect.element(rows).toHaveLength(2);
  await expect.poll(marks).toMatchObject([{ ids: ['n-3'], archive: true }]);
  // At the ends J and K stay.
  await pressOn(link('Task 1'), 'j');
  await expect.element(link('Task 1')).toHaveFocus();
  await press('kkk');
  await expect.element(link('Task 2')).toHaveFocus();
});

test('what a finger can do with a row stands in its menu', async () => {
  const act = { read: vi.fn(), archive: vi.fn(), snooze: vi.fn(), reply: vi.fn() };
  const one = assignedRow(1);
  const screen = await show(null, { as: 'user' });
  const lines = async (part: Partial<typeof one>, state: InboxState) => {
    const given = { row: { ...one, ...part }, act, state };
    await screen.showAgain(
      <RowMenu
        key={JSON.stringify([part, state])}
        {...given}
        trigger={<button type="button">Open</button>}
        open
        onOpenChange={() => {}}
      />,
    );
    await expect.element(page.getByRole('menu')).toBeVisible();
    return page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent);
  };
  const pressed = async (words: string) => page.getByRole('menuitem', { name: words, exact: true }).click();
  expect(await lines({}, 'inbox')).toEqual(expect.arrayContaining(['Mark read', 'Archive', 'Tomorrow', 'In a week']));
  expect(await lines({}, 'inbox')).not.toContain('Reply');
  await pressed('Mark read');
  expect(act.read).toHaveBeenLastCalledWith(expect.objectContaining({ _id: 'n-1' }), true);
  await pressed('Archive');
  expect(act.archive).toHaveBeenCalledOnce();
  await pressed('Tomorrow');
  expect(act.snooze).toHaveBeenLastCalledWith(expect.objectContaining({ _id: 'n-1' }), expect.any(Date), 'tomorrow');
  expect(await lines({ read_at: one.arrived_at, rights: { reply: true } }, 'archived')).toEqual(
    expect.arrayContaining(['Reply', 'Mark unread', 'Back to the inbox']),
  );
  await pressed('Mark unread');
  expect(act.read).toHaveBeenLastCalledWith(expect.objectContaining({ _id: 'n-1' }), false);
  await pressed('Reply');
  expect(act.reply).toHaveBeenCalledOnce();
  expect(await lines({}, 'snoozed')).toEqual(['Mark read', 'Back to the inbox', 'Archive']);
  await pressed('Back to the inbox');
  expect(act.snooze).toHaveBeenLastCalledWith(expect.objectContaining({ _id: 'n-1' }), null);
});

test('from the bell a row opens its page and the panel closes; what is gone has no page, and a press reads it', async () => {
  const gone = { kind: 'project.deleted', says: 'deleted the project', task: null, data: { name: 'Old shop' } };
  const kept = serveInbox([assignedRow(1), assignedRow(2, gone)]);
  await show(<Bell />, { as: 'user', shell: { unread: 2 } });
  const bell = page.getByRole('button', { name: /^Notifications, \d unread$/ });
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const over = row('Old shop').getByRole('button', { name: /deleted the project/ });
  await bell.click();
  await expect.element(over).toBeVisible();
  expect(row('Old shop').getByRole('link').query()).toBeNull();
  await over.click();
  await expect.element(panel).not.toBeInTheDocument();
  expect(navigation.all).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  await bell.click();
  await link('Task 1').click();
  await expect.element(panel).not.toBeInTheDocument();
  expect(navigation.url).toBe('/acme/taskpage?task=WEB-1');
  await expect.poll(() => kept.rows('inbox').every(({ read_at }) => read_at)).toBe(true);
});

test('an answer to what a client may read begins as the team’s own, and one in a thread stays there', async () => {
  const chat = serveChat({ rooms: [groupOf('r-call', 'Calling')] });
  const { _id: thread_id } = chat.say('Which key?', { room_id: 'r-call' });
  const { task } = assignedRow(1);
  const shared = { task: task && { ...task, audience: 'client' as const }, data: { comment_id: 'x-1' } };
  const called = calledRow(2, { _id: 'r-call', name: 'Calling' }, { data: { thread_id } });
  await inbox(serveInbox([assignedRow(1, { ...shared, rights: { reply: true } }), called]));
  server.onAny('POST addTaskComment', ({ body }) => ({ _id: 'x-2', body }));
  await pressOn(link('Task 1'), 'r');
  await expect.element(page.getByRole('radio', { name: 'Internal note' })).toBeChecked();
  await enter(page.getByRole('textbox', { name: 'Reply' }), 'For us', '{Control>}{Enter}{/Control}');
  await expect.poll(() => server.inputs('POST addTaskComment')).toMatchObject([{ parent_id: 'x-1', internal: true }]);
  await expect.element(link('Task 1')).toHaveFocus();
  await pressOn(link('Calling'), 'r');
  const field = page.getByRole('textbox', { name: 'Reply in the thread' });
  await expect.element(field).toHaveFocus();
  await enter(field, 'Here');
  await expect
    .poll(() => server.inputs('POST message'))
    .toMatchObject([{ room_id: 'r-call', thread_id, body: 'Here' }]);
});

test('of what was read the push goes from the screen; all stay where it is not known what is read', async () => {
  const closed: string[] = [];
  const push = (tag: string, organisation = 'acme') => ({
    ...{ tag, data: { url: `/${organisation}/taskpage?task=${tag}` } },
    close: () => void closed.push(tag),
  });
  const getNotifications = async () => [push('t-1'), push('t-2'), push('t-3', 'globex')];
  const registration = { getNotifications } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  const close = (unread: number[], part: Partial<Settings['events']> = {}) => {
    server.on('GET notificationList', () => list(unread.map((number) => assignedRow(number))));
    server.on('GET notificationSettings', () => ({ ...SETTINGS, events: { ...DEFAULT_CHANNELS, ...part } }));
    return closeReadPushes('acme');
  };
  await close([2], { commented: { in_app: false, email: false, push: true } });
  await close(Array.from({ length: 200 }, (_, at) => at + 2));
  expect(closed).toEqual([]);
  await close([2]);
  expect(closed).toEqual(['t-1']);
});

test('a browser that is told says so from the beginning; one that the server has forgotten does not', async () => {
  const known = '572ed3dbb3c937f4344e8eecdfed6a122c87d1cf8d03e6f211812966af3ff539';
  const registration = { pushManager: { getSubscription: async () => ({ endpoint: place }) } };
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration as never);
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted');
  const screen = await serveSettings({ push_key: 'KEY', push_browsers: [known] });
  await expect.element(page.getByText('This browser shows notifications, until you log out.')).toBeVisible();
  await page.getByLabelText('Comments: by push').click();
  await expect
    .poll(() => server.inputs('PUT notificationSettings'))
    .toEqual([{ events: { commented: { push: !DEFAULT_CHANNELS.commented.push } } }]);
  await screen.unmount();
  await serveSettings({ push_key: 'KEY', push_browsers: [] });
  await expect.element(page.getByText('This browser shows no notifications.')).toBeVisible();
});
