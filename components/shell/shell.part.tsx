import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ChatWatch } from '@/components/chat-frame/chat-watch';
import { hasDraft, writeDraft } from '@/components/draft/draft-store';
import { LazyErrorScreen } from '@/components/error/lazy-error-screen';
import { showFrame } from '@/components/test/frame';
import { member } from '@/components/test/gallery/member';
import { CLIENT, LEADER, PEOPLE, USER } from '@/components/test/gallery/people';
import { PROJECT } from '@/components/test/gallery/project';
import { dismiss, finish, press, pressOn } from '@/components/test/keys';
import { expectAccessible, list, live, navigation, onAction, server, show } from '@/components/test/part';
import { Avatar } from '@/components/ui/avatar';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import { keepSignedIn } from '@/components/viewer/browser-storage';
import { UNAVAILABLE } from '@/lib/unavailable/reference';
import { LogoutDialog } from './logout-dialog';
import { ProfileButton } from './profile-button';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const ORGANISATIONS = [
  { key: 'acme', name: 'Acme Studio', tint: 'c1', logo: null },
  { key: 'globex', name: 'Globex', tint: 'c2', logo: null },
] as const;

test('on a phone the places are in a bar and in a drawer, which closes with Escape, a press and a swipe', async () => {
  await showFrame(undefined, { width: 390, height: 844 });
  const bar = page.getByRole('navigation', { name: 'Quick access' });
  await expect.element(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'Task', exact: true }).click();
  expect(navigation.url).toBe('/acme/task');
  await expect.element(bar.getByRole('link', { name: 'Task', exact: true })).toHaveAttribute('aria-current', 'page');
  const more = bar.getByRole('button', { name: 'More' });
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await more.click();
  await expect.element(drawer).toBeVisible();
  expect(Math.round(drawer.element().getBoundingClientRect().width)).toBe(240);
  await expectAccessible(drawer.element());
  await dismiss(drawer);
  await expect.element(more).toHaveFocus();
  await more.click();
  await drawer.getByRole('link', { name: 'Website relaunch' }).click();
  expect(navigation.url).toBe('/acme/projectdetails?project=WEB');
  await expect.element(drawer).not.toBeInTheDocument();
  await more.click();
  const inside = drawer.getByRole('link', { name: 'Settings' }).element();
  const touch = (name: string, clientX: number) => {
    const changedTouches = [new Touch({ identifier: 1, target: inside, clientX, clientY: 300 })];
    inside.dispatchEvent(new TouchEvent(name, { bubbles: true, touches: changedTouches, changedTouches }));
  };
  touch('touchstart', 200);
  touch('touchmove', 100);
  await expect.element(drawer).not.toBeInTheDocument();
  await more.click();
  await expect.element(drawer).toBeVisible();
  await page.viewport(1360, 850);
  await expect.element(drawer).not.toBeInTheDocument();
});

test('the sidebar has the places of the role, and New task only for whoever makes tasks', async () => {
  await showFrame(undefined, { as: 'client', width: 390, height: 844 });
  await expect.element(page.getByRole('link', { name: 'New task' })).not.toBeInTheDocument();
  await page.viewport(1360, 850);
  const places = page.getByRole('navigation', { name: 'Main' });
  await expect.element(places.getByRole('link', { name: 'File', exact: true })).toBeVisible();
  for (const name of ['Users', 'Settings'])
    await expect.element(places.getByRole('link', { name, exact: true })).not.toBeInTheDocument();
});

test('the menus of the organisation and of the person open by key, give the focus back, and lead on', async () => {
  await showFrame(undefined, { shell: { organisations: [...ORGANISATIONS] } });
  const organisation = button(/change organisation$/);
  await pressOn(organisation, '{Enter}');
  const menu = page.getByRole('menu');
  await expect.element(menu.getByRole('menuitem', { name: 'Globex' })).toBeVisible();
  await expectAccessible(menu.element());
  await dismiss(menu);
  await expect.element(organisation).toHaveFocus();
  onAction('switchOrganisation', () => {
    throw new Error('not now');
  });
  await organisation.click();
  await menu.getByRole('menuitem', { name: 'Globex' }).click();
  await expect.element(page.getByText('The organisation could not be changed. Try again.')).toBeVisible();
  const person = button(new RegExp(`^${LEADER.name}`));
  await pressOn(person, '{Enter}');
  await expect.element(menu.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  await press('{Escape}');
  await expect.element(person).toHaveFocus();
});

test('Logout says what becomes of drafts, waits for a connection, and gives the focus back', async () => {
  writeDraft(`${LEADER._id} a comment`, 'Not sent');
  await showFrame();
  const opener = button('Logout');
  const dialog = page.getByRole('alertdialog', { name: 'Logout' });
  await opener.click();
  await expect.element(dialog).toHaveTextContent('What you have not sent stays in this browser');
  await dialog.getByRole('checkbox', { name: 'Keep it until I log in here again' }).click();
  await expect.element(dialog).toHaveTextContent('not sent is deleted from this browser');
  await expectAccessible(dialog.element());
  server.setOnline(false);
  await expect.element(dialog.getByRole('button', { name: 'Yes' })).toBeDisabled();
  await expect.element(dialog).toHaveTextContent('You are offline.');
  await finish(dialog, 'No');
  await expect.element(opener).toHaveFocus();
});

test('the bell counts what is unread, as it becomes more and less', async () => {
  await showFrame(undefined, { shell: { unread: 3 } });
  await expect.element(button('Notifications, 3 unread')).toBeVisible();
  server.onAny('GET notificationList', () => list([], { totalDocs: 4 }));
  live.say(`private-user-${LEADER._id}`, 'notification.added', { id: 'n-4' });
  await expect.element(button('Notifications, 4 unread')).toBeVisible();
  server.onAny('GET notificationList', () => list([]));
  live.catchUp('reconnected');
  await expect.element(button(/^Notifications$/)).toBeVisible();
  // What only the server renders may have changed as well.
  expect(navigation.refreshes).toBe(1);
});

test('the dialog that the address asks for opens, and the address forgets it', async () => {
  await showFrame(undefined, { url: '/acme/task?project=WEB&new=project' });
  await expect.element(page.getByRole('dialog', { name: 'New project' })).toBeVisible();
  expect(navigation.url).toBe('/acme/task?project=WEB');
});

test('a hover shows who a person is and goes with the pointer; a press keeps the card, Escape gives the focus back', async () => {
  const person = { id: USER._id, name: USER.name };
  await showFrame(
    <>
      <Avatar person={person} size={24} />
      <button type="button" data-person-trigger="" aria-label={USER.name}>
        <Avatar person={person} size={24} />
      </button>
    </>,
  );
  const card = page.getByRole('dialog', { name: USER.name });
  await page.getByCss('main [data-person]').first().hover();
  await expect.element(card).toHaveTextContent('user@acme.test');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).hover();
  await expect.element(card).not.toBeInTheDocument();
  const trigger = page.getByRole('button', { name: USER.name, exact: true });
  await pressOn(trigger, '{Enter}');
  await expect.element(card).toHaveTextContent('User');
  await expectAccessible(card.element());
  // A card that was pressed for stays however long the pointer has been elsewhere.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await trigger.hover();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).hover();
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  await press('{Shift}');
  await expect.element(card).toBeVisible();
  await dismiss(card);
  await expect.element(trigger).toHaveFocus();
});

test('from a person’s card one writes to them, but not to oneself or an observer; what is refused is said there', async () => {
  const people = (['leader', 'observer', 'user'] as const).map((seat) => member(seat));
  server.onAny('GET userList', ({ ids }) => list(people.filter(({ _id }) => _id === ids)));
  await show(people.map(({ _id, name }) => <AvatarPopover key={_id} person={{ id: _id, name }} />));
  const card = (name: string) => page.getByRole('dialog', { name });
  const open = ({ name }: { name: string }) =>
    pressOn(page.getByRole('main').getByRole('button', { name, exact: true }), '{Enter}');
  const write = (name: string) => card(name).getByRole('button', { name: 'Message' });
  for (const one of [LEADER, PEOPLE.observer]) {
    await open(one);
    await expect.element(card(one.name)).toHaveTextContent('@acme.test');
    expect(write(one.name).query()).toBeNull();
    await dismiss(card(one.name));
  }
  await open(USER);
  server.refuse('POST room', 403, 'forbidden', 'Not with them.');
  await write(USER.name).click();
  await expect.element(card(USER.name).getByRole('alert')).toHaveTextContent('Not with them.');
  server.onAny('POST room', () => ({ _id: 'r-two' }));
  await write(USER.name).click();
  await expect.poll(() => navigation.url).toBe('/acme/chat?room=r-two');
  expect(server.inputs('POST room').at(-1)).toEqual({ kind: 'direct', member_ids: [USER._id] });
});

test('that live updates are paused is said, with what it means, and for a moment that they are live again', async () => {
  await showFrame();
  const status = page.getByRole('status').filter({ hasText: /^Live/ });
  await expect.element(status).not.toBeInTheDocument();
  live.become('paused');
  await expect.element(status).toHaveTextContent('Live updates paused. Changes you make are saved.');
  const details = button(/Live updates paused/);
  await details.click();
  await expect.element(details).toHaveAttribute('aria-expanded', 'true');
  await press('{Escape}');
  await expect.element(details).toHaveAttribute('aria-expanded', 'false');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  live.become('live');
  await expect.element(status).toHaveTextContent('Live again');
  const later = () => {
    vi.advanceTimersByTime(3_000);
    return status.query();
  };
  await expect.poll(later).toBeNull();
  // A right may be lost: the page shows what is left.
  const { refreshes } = navigation;
  live.returned();
  expect(navigation.refreshes).toBeGreaterThan(refreshes);
});

test('whether the chat has something unread is asked at once, and once for several messages or after a gap', async () => {
  let rooms = 1;
  const unread = vi.fn();
  server.on('GET unreadRooms', () => ({ rooms, mentions: 0 }));
  server.onAny('PUT presence', () => null);
  await show(<ChatWatch onUnread={unread} />);
  await expect.poll(() => unread.mock.lastCall).toEqual([1]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const said = (event: 'task.changed' | 'message.added' | 'room.read') =>
    live.say(`private-project-${PROJECT._id}`, event, { id: 'x-1', room_id: 'r-1' });
  said('task.changed');
  live.catchUp('poll');
  vi.advanceTimersByTime(5_000);
  rooms = 2;
  said('message.added');
  said('message.added');
  said('room.read');
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => unread.mock.lastCall).toEqual([2]);
  expect(server.inputs('GET unreadRooms')).toHaveLength(2);
  rooms = 0;
  live.catchUp('reconnected');
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => unread.mock.lastCall).toEqual([0]);
});

test('offline, a link says that its page waits for the connection', async () => {
  await showFrame(<a href="/acme/plain">Plain link</a>);
  // There before it has something to say: what is put into a new region is often not read out.
  const status = page.getByRole('status').filter({ hasText: /^$/ }).first();
  await expect.element(status).toBeInTheDocument();
  server.setOnline(false);
  await expect.element(page.getByRole('button', { name: /offline/i }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Plain link' }).click();
  await expect.element(page.getByText('You are offline. Open this again when you are connected.')).toBeVisible();
  expect(navigation.url).toBe('/acme/dashboard');
});

test('logging out asks in the words agreed on, No first; where it fails one is still signed in', async () => {
  onAction('signOut', () => Promise.reject(new Error('no network')));
  const onOpenChange = vi.fn();
  const screen = await show(<LogoutDialog open onOpenChange={onOpenChange} />);
  const dialog = screen.getByRole('alertdialog', { name: 'Logout' });
  await expect.element(dialog).toHaveTextContent('Are you sure you want to logout ?');
  await expect.element(dialog.getByRole('button', { name: 'No' })).toHaveFocus();
  const words = dialog.getByRole('button', { name: /^(No|Yes)$/ }).elements();
  expect(words.map(({ textContent }) => textContent)).toEqual(['No', 'Yes']);
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('You are still signed in');
  await expectAccessible();
  server.setOnline(false);
  await expect.element(dialog.getByRole('button', { name: 'Yes' })).toBeDisabled();
  await expect.element(dialog.getByText(/^You are offline/)).toBeVisible();
  await pressOn(dialog.getByRole('button', { name: 'No' }), '{Enter}');
  expect(onOpenChange.mock.calls.at(-1)?.[0]).toBe(false);
});

test.each([
  ['kept', true],
  ['deleted where that was chosen', false],
])('what was not sent is %s when one logs out', async (_, keeps) => {
  onAction('signOut', () => Promise.resolve());
  writeDraft(`${LEADER._id} a comment`, 'Not sent');
  const screen = await show(<LogoutDialog open onOpenChange={() => undefined} />);
  if (!keeps) await screen.getByRole('checkbox', { name: /^Keep it/ }).click();
  // The test stays when the page is left.
  const left = new Promise<void>((resolve) => {
    window.navigation.onnavigate = (event) => {
      if (event.destination.sameDocument) return;
      event.preventDefault();
      resolve();
    };
  });
  onTestFinished(() => {
    window.navigation.onnavigate = null;
  });
  await screen.getByRole('button', { name: 'Yes' }).click();
  await left;
  expect(hasDraft(LEADER._id)).toBe(keeps);
});

test('on a phone one logs out from the menu behind one’s name', async () => {
  await showFrame(undefined, { width: 390, height: 844 });
  await button(new RegExp(`^${LEADER.name}`)).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Logout' })).toBeVisible();
});

test('what lies over a page goes with the page', async () => {
  await showFrame();
  await press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await expect.element(sheet).toBeVisible();
  window.history.pushState(null, '', '/acme/project');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('whoever looks as a client sees that and nothing of the client’s own business; the browser stays whose it is', async () => {
  localStorage.setItem('company', 'globex');
  const view = { ends_at: '2100-01-01T00:00:00.000Z' };
  await showFrame(undefined, { as: 'client', shell: { view, organisations: [...ORGANISATIONS] } });
  const banner = page.getByRole('region', { name: 'Viewing as a client' });
  await expect.element(banner).toHaveTextContent(`You view as ${CLIENT.name}. Nothing can be changed.`);
  for (const name of [/change organisation/, /^Notifications/, /^Chat/, /^Logout/])
    expect(button(name).query(), `${name}`).toBeNull();
  await press('g', 'i');
  expect([navigation.all, localStorage.getItem('company')]).toEqual([[], 'globex']);
});

test('who has not chosen a time zone is offered that of the device, and the page follows it', async () => {
  server.onAny('PUT profile', (input) => input);
  await showFrame(undefined, { reader: { locale: 'en-GB', timeZone: 'UTC' } });
  await expect.element(page.getByText('Times are shown in UTC. This device is in Europe/Berlin.')).toBeVisible();
  await button('Use Europe/Berlin').click();
  await expect.poll(() => navigation.refreshes).toBe(1);
  expect(server.inputs('PUT profile')).toEqual([{ time_zone: 'Europe/Berlin' }]);
});

test('the button with one’s name leads to the profile', async () => {
  const screen = await show(<ProfileButton />);
  await screen.getByRole('button', { name: 'Maya Lindqvist Team Leader' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => navigation.url).toBe('/profile');
});

const heading = page.getByRole('heading', { level: 1 });

test('an error of the browser gets a reference and is reported under it once', async () => {
  server.onAny('POST error-report', () => new Response(null, { status: 204 }));
  keepSignedIn({
    user: LEADER,
    organisation: { organisation_name: 'Acme', sub_domain: 'acme' },
    email: 'leader@acme.test',
  });
  writeDraft(`${LEADER._id} a comment`, 'Not sent');
  const error = new Error('planted');
  const screen = await show(<LazyErrorScreen error={error} retry={() => undefined} />);
  await expect.element(heading).toHaveTextContent('Something went wrong');
  await expect.element(page.getByText('If it happens again, give your admin this reference.')).toBeVisible();
  await expect.element(page.getByText('Text that you have not sent is kept in this browser.')).toBeVisible();
  const reference = page.getByCss('main code').element().textContent;
  expect(reference).toMatch(/^[0-9a-f]{10}$/);
  await screen.showAgain(<LazyErrorScreen error={error} retry={() => undefined} />);
  expect(server.calls).toEqual(['POST error-report']);
  await expectAccessible();
});

test('nothing is promised for a report that did not arrive', async () => {
  server.onAny('POST error-report', () => new Response(null, { status: 503 }));
  await show(<LazyErrorScreen error={new Error('another')} retry={() => undefined} />);
  await expect.element(page.getByText('The error could not be reported.')).toBeVisible();
  await expect.element(page.getByCss('main code')).toHaveTextContent(/^[0-9a-f]{10}$/);
});

test('an error of the server keeps its reference, and one of a database that is away is tried again by itself', async () => {
  const retry = vi.fn();
  const digest = `${UNAVAILABLE}7f`;
  await show(<LazyErrorScreen error={Object.assign(new Error('away'), { digest })} retry={retry} />);
  await expect.element(heading).toHaveTextContent('Back in a moment');
  await expect.element(page.getByCss('main code')).toHaveTextContent(digest);
  await expect.poll(() => retry.mock.calls.length).toBeGreaterThan(0);
  expect(server.calls).toEqual([]);
});

test('what could not be loaded after a new version says so', async () => {
  server.onAny('POST error-report', () => new Response(null, { status: 204 }));
  await show(
    <LazyErrorScreen error={Object.assign(new Error('gone'), { name: 'ChunkLoadError' })} retry={() => undefined} />,
  );
  await expect.element(heading).toHaveTextContent('Part of the page could not be loaded');
});
