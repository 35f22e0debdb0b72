import { expect, type FrameLocator, type Page } from '@playwright/test';
import { chatIn, openChat } from './chat';
import { type Overlay, press, seen } from './overlays';

/** The team's room of a project of the demo, in which people have talked. */
const enter = async (page: Page | FrameLocator) => {
  const rooms = page.getByRole('list', { name: 'Rooms', exact: true });
  await rooms.getByRole('button', { name: /^Website relaunch.*Team(?! and)/ }).click();
  await expect(page.getByRole('article', { name: /^Message by/ }).first()).toBeVisible();
};
const said = (page: Page) => page.getByRole('article').filter({ hasText: 'The staging site is up' });

const IN_A_ROOM: Overlay[] = [
  { name: 'a room of the chat', path: '/embed/chat', open: async () => undefined },
  {
    name: 'the menu of a message',
    path: '/embed/chat',
    open: async (page) => {
      await said(page).hover();
      await said(page).getByRole('button', { name: 'Message actions' }).click();
      await seen(page, 'menu');
    },
  },
  {
    name: 'a message being changed',
    path: '/embed/chat',
    open: async (page) => {
      const own = page.getByRole('article').filter({ hasText: 'Agenda for the review' });
      await own.hover();
      await own.getByRole('button', { name: 'Message actions' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused();
    },
  },
  {
    name: 'a message about to be deleted',
    path: '/embed/chat',
    open: async (page) => {
      await said(page).hover();
      await said(page).getByRole('button', { name: 'Message actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await seen(page, 'alertdialog', 'Delete this message?');
    },
  },
  {
    name: 'pinned messages of a room',
    path: '/embed/chat',
    open: async (page) => {
      await press(page, 'Pinned messages');
      await expect(page.getByRole('list', { name: 'Pinned messages' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'the search of a room',
    path: '/embed/chat',
    open: async (page) => {
      await press(page, 'Search in this room');
      await page.getByRole('searchbox', { name: 'Words' }).fill('staging');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('list', { name: 'Found messages' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'the people of a room',
    path: '/embed/chat',
    open: async (page) => {
      await press(page, 'People in this room');
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'a message that becomes a comment',
    path: '/embed/chat',
    open: async (page) => {
      await said(page).hover();
      await said(page).getByRole('button', { name: 'Message actions' }).click();
      await page.getByRole('menuitem', { name: 'Comment on a task' }).click();
      await expect(page.getByRole('dialog', { name: 'Comment on a task' }).getByRole('radio').first()).toBeVisible();
    },
  },
  {
    name: 'a room in the chat drawer',
    path: '/acme/dashboard',
    open: async () => undefined,
  },
];

const OF_THE_CHAT: Overlay[] = [
  ...IN_A_ROOM.map(
    (one): Overlay => ({
      ...one,
      enter: async (page) => {
        if (!one.path.endsWith('dashboard')) {
          await openChat(page);
          return enter(page);
        }
        await page.getByRole('button', { name: 'Chat', exact: true }).click();
        await enter(chatIn(page));
      },
    }),
  ),
  {
    name: 'the search of all rooms',
    path: '/embed/chat?room=',
    enter: (page) => openChat(page),
    open: async (page) => {
      await press(page, 'Search all rooms');
      await page.getByRole('searchbox', { name: 'Words' }).fill('staging');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('list', { name: 'Found messages' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'a new conversation',
    path: '/embed/chat?room=',
    enter: (page) => openChat(page),
    open: async (page) => {
      await press(page, 'New conversation');
      await seen(page, 'dialog', 'New conversation');
      const people = page.getByRole('dialog').getByRole('checkbox');
      for (const at of [0, 1]) await people.nth(at).check();
      await expect(page.getByRole('textbox', { name: 'Name of the group' })).toBeVisible();
    },
  },
];

/** At both widths. */
export const OVERLAYS_OF_CHAT = OF_THE_CHAT.flatMap((one): Overlay[] => [
  one,
  { ...one, name: `${one.name} on a phone`, phone: true },
]);
