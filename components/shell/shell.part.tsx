import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeDraft } from '@/components/draft/draft-store';
import { onAction } from '@/components/test/actions';
import { expectAccessible } from '@/components/test/axe';
import { live } from '@/components/test/connection';
import '@/components/test/css';
import { showFrame } from '@/components/test/frame';
import { LEADER, USER } from '@/components/test/gallery/people';
import { navigation } from '@/components/test/navigation';
import { list, server } from '@/components/test/server';
import { Avatar } from '@/components/ui/avatar';

const press = (...keys: string[]) => userEvent.keyboard(keys.join(''));
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
  await press('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
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
  (organisation.element() as HTMLElement).focus();
  await press('{Enter}');
  const menu = page.getByRole('menu');
  await expect.element(menu.getByRole('menuitem', { name: 'Globex' })).toBeVisible();
  await expectAccessible(menu.element());
  await press('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(organisation).toHaveFocus();
  onAction('switchOrganisation', () => {
    throw new Error('not now');
  });
  await organisation.click();
  await menu.getByRole('menuitem', { name: 'Globex' }).click();
  await expect.element(page.getByText('The organisation could not be changed. Try again.')).toBeVisible();
  const person = button(new RegExp(`^${LEADER.name}`));
  (person.element() as HTMLElement).focus();
  await press('{Enter}');
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
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
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
  (trigger.element() as HTMLElement).focus();
  await press('{Enter}');
  await expect.element(card).toHaveTextContent('User');
  await expectAccessible(card.element());
  await press('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
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
