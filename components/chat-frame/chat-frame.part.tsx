import { useState } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChatPlace } from '@/components/chat/chat-app';
import { ChatButton } from '@/components/shell/chat-button';
import { expectAccessible, navigation, pressOn, server, show } from '@/components/test/part';
import { ChatDrawer } from './chat-drawer';
import { type FromFrame, sealed } from './frame-messages';
import { sayThere } from './say-there';

const drawer = page.getByRole('dialog', { name: 'Chat' });
const note = page.getByRole('textbox', { name: 'Note' });
const failed = drawer.getByText('Chat did not load');
const frame = () => document.querySelector('iframe');
const PATIENCE_MS = 10_000;

/** What runs when the patience with the frame is at its end. */
let late: (() => void)[] = [];
beforeEach(() => {
  late = [];
  const real = window.setTimeout.bind(window);
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== PATIENCE_MS) return real(run, ms);
    late.push(run);
    return 0;
  }) as typeof window.setTimeout);
});
afterEach(() => vi.restoreAllMocks());

function Beside({ unread }: { unread: (rooms: number) => void }) {
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<ChatPlace>({ room: null, message: null });
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <textarea aria-label="Note" />
      <ChatDrawer
        id="chat"
        open={open}
        place={place}
        onPlace={setPlace}
        onUnread={unread}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

/** What the frame says; `source` and `origin` are those of the frame unless said otherwise. */
function say(message: FromFrame, from: { source?: Window; origin?: string } = {}) {
  const { source = frame()?.contentWindow, origin = window.location.origin } = from;
  window.dispatchEvent(new MessageEvent('message', { data: sealed(message), source, origin }));
}

async function beside() {
  const unread = vi.fn();
  server.onAny('POST chatToken', () => ({ url: `${window.location.origin}/embed/chat?token=t`, own_host: false }));
  await show(<Beside unread={unread} />);
  return unread;
}
const open = () => page.getByRole('button', { name: 'Open', exact: true }).click();

test('a chat that comes late is shown all the same, and takes the focus from nobody who went on', async () => {
  const held = server.hold('POST chatToken');
  await beside();
  await held.reached;
  await open();
  await expect.element(drawer).toHaveFocus();
  await expect.element(drawer.getByText('The chat is being opened')).toBeInTheDocument();
  await note.fill('Half a thought');
  for (const run of late) run();
  await expect.element(failed).toBeVisible();
  await expectAccessible();
  held.release();
  await expect.poll(frame).not.toBeNull();
  say({ kind: 'ready' });
  await expect.element(failed).not.toBeInTheDocument();
  await expect.poll(() => document.querySelector('[aria-label=Chat] [aria-busy=true]')).toBeNull();
  await userEvent.keyboard(', and the rest');
  await expect.element(note).toHaveValue('Half a thought, and the rest');
});

test('a chat that is refused is asked for again, and takes the focus of who waits for it', async () => {
  server.refuse('POST chatToken', 403, 'forbidden', 'No.');
  await show(<Beside unread={() => undefined} />);
  await open();
  await expect.element(failed).toBeVisible();
  server.onAny('POST chatToken', () => ({ url: `${window.location.origin}/embed/chat?token=t`, own_host: false }));
  await drawer.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(frame).not.toBeNull();
  say({ kind: 'ready' });
  await expect.poll(() => document.activeElement).toBe(frame());
  say({ kind: 'close' });
  await expect.element(drawer).not.toBeInTheDocument();
});

test('only the frame itself is heard; one whose session ends is opened anew, but not again and again', async () => {
  const unread = await beside();
  await open();
  await expect.poll(frame).not.toBeNull();
  say({ kind: 'ready' });
  say({ kind: 'unread', rooms: 3 }, { origin: 'https://elsewhere.test' });
  say({ kind: 'unread', rooms: 4 }, { source: window });
  say({ kind: 'open', path: '/other/task' });
  say({ kind: 'unread', rooms: 2 });
  await expect.poll(() => unread.mock.calls).toEqual([[2]]);
  expect(navigation.all).toEqual([]);
  say({ kind: 'open', path: '/acme/taskpage?task=WEB-1' });
  expect(navigation.url).toBe('/acme/taskpage?task=WEB-1');
  const asked = () => server.calls.filter((name) => name === 'POST chatToken').length;
  const before = asked();
  say({ kind: 'ended' });
  await expect.poll(asked).toBe(before + 1);
  await expect.poll(frame).not.toBeNull();
  say({ kind: 'ended' });
  await expect.element(failed).toBeVisible();
  expect(asked()).toBe(before + 1);
});

test('Escape closes the drawer, F6 leads into the chat and out of it, and its edge is moved by keys', async () => {
  localStorage.removeItem('chat-width');
  await beside();
  await open();
  await expect.poll(frame).not.toBeNull();
  say({ kind: 'ready' });
  (note.element() as HTMLElement).focus();
  await userEvent.keyboard('{F6}');
  await expect.poll(() => document.activeElement).toBe(frame());
  say({ kind: 'leave' });
  await expect.poll(() => document.activeElement?.id).toBe('main');
  const edge = page.getByRole('separator', { name: 'Width of the chat' });
  const width = (px: number) => expect.element(edge).toHaveAttribute('aria-valuenow', `${px}`);
  (edge.element() as HTMLElement).focus();
  await width(420);
  for (const [key, px] of [
    ['{ArrowLeft}', 440],
    ['{ArrowRight}{ArrowRight}', 400],
    ['{End}', 360],
    ['{ArrowRight}', 360],
    ['{Home}', 640],
    ['{ArrowLeft}', 640],
  ] as const) {
    await userEvent.keyboard(key);
    await width(px);
  }
  expect(localStorage.getItem('chat-width')).toBe('640');
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  localStorage.removeItem('chat-width');
});

test('that somebody is there is said by one tab for all, again when they come back, and not without a connection', async () => {
  localStorage.removeItem('presence-said');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    vi.useRealTimers();
  });
  const turn = (state: string) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  server.onAny('PUT presence', () => ({}));
  const said = () => server.inputs('PUT presence').map(({ state }) => state);
  const [end, endOther] = [sayThere(), sayThere()];
  await vi.advanceTimersByTimeAsync(0);
  expect(said()).toEqual(['active']);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(said()).toEqual(['active', 'active']);
  // Another tab in front has said so; who left all of them is away with the next beat.
  turn('hidden');
  expect(said()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(said()).toEqual(['active', 'active', 'away']);
  turn('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(said()).toEqual(['active', 'active', 'away', 'active']);
  // Nobody moves for five minutes.
  await vi.advanceTimersByTimeAsync(6 * 60_000);
  expect(said().at(-1)).toBe('away');
  const before = said().length;
  server.setOnline(false);
  await vi.advanceTimersByTimeAsync(80_000);
  server.setOnline(true);
  expect(said()).toHaveLength(before);
  end();
  endOther();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(said()).toHaveLength(before);
});

test('the button opens the chat, and has the focus again once that is closed, by Escape or its own button', async () => {
  server.onAny('POST chatToken', () => ({ url: `${window.location.origin}/embed/chat?token=t`, own_host: false }));
  server.onAny('GET unreadRooms', () => ({ rooms: 0 }));
  await show(<ChatButton />);
  const button = page.getByRole('button', { name: 'Chat', exact: true });
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => drawer.getByRole('button', { name: 'Close chat' }).click(),
  ]) {
    await pressOn(button, '{Enter}');
    await expect.element(drawer).toHaveFocus();
    await close();
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  }
});
