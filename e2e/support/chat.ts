import { randomUUID } from 'node:crypto';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { Program } from './program';

/** The chat as the page around it shows it: in the drawer, or on its page. */
export const chatIn = (page: Page): FrameLocator => page.frameLocator('iframe[title="Chat"]');

/** The same application in this tab, without a page around it. `search`: such as `?room=…`. */
export async function openChat(page: Page, search = ''): Promise<void> {
  await page.goto('/embed/chat');
  const opening = await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/chatToken', { method: 'POST', headers, body: '{}' });
    return ((await answer.json()) as { data: { url: string } }).data.url;
  });
  const address = new URL(opening);
  for (const [name, value] of new URLSearchParams(search)) address.searchParams.set(name, value);
  await page.goto(`${address.pathname}${address.search}`);
}

export const roomOf = async (program: Program, project: { _id: string }, kind = 'project') => {
  const { docs } = await program.ask('GET', `roomList?kind=${kind}&limit=200`);
  return String(docs.find(({ project_id }) => project_id === project._id)?._id);
};
export const say = async (program: Program, room_id: string, body: string, rest: object = {}) =>
  (await program.ask('POST', 'message', { room_id, body, client_id: randomUUID(), ...rest })).data;
export const message = (page: Page | FrameLocator | Locator, words: string) =>
  page.getByRole('article', { name: /^Message by/ }).filter({ hasText: words });
