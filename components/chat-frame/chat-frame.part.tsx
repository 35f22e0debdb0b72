import { useState } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ChatPlace } from '@/components/chat/chat-app';
import { setSingleKeys, singleKeysAreOn } from '@/components/keys/single-keys';
import { ChatButton } from '@/components/shell/chat-button';
import {
  expectAccessible,
  expectLink,
  navigation,
  press,
  pressOn,
  server,
  shellOf,
  show,
} from '@/components/test/part';
import { ShellProvider } from '@/components/viewer/shell-context';
import { ChatDrawer } from './chat-drawer';
import { type FromFrame, sealed, type ToFrame } from './frame-messages';
import { sayThere } from './say-there';
import { useParent } from './use-parent';

const drawer = page.getByRole('dialog', { name: 'Chat' });
const note = page.getByRole('textbox', { name: 'Note' });
const failed = drawer.getByText('Chat did not load');
const frame = () => document.querySelector('iframe');
const PATIENCE_MS = 10_000;
const [ROOM, OTHER] = ['1', '2'].map((at) => `0000000${at}-0000-4000-8000-000000000000`) as [string, string];

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
      <button type="button" onClick={() => setPlace({ room: ROOM, message: null })}>
        To a room
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

test('the chat is told how the page looks, which keys it has and where it goes, and leads where the chat went itself', async () => {
  await beside();
  await open();
  await expect.poll(frame).not.toBeNull();
  const told: Record<string, unknown>[] = [];
  const inside = { postMessage: (message: object, to: string) => void told.push({ ...message, to }) };
  Object.defineProperty(frame(), 'contentWindow', { get: () => inside });
  const hear = (message: FromFrame) => {
    const event = new MessageEvent('message', { data: sealed(message), origin: window.location.origin });
    window.dispatchEvent(Object.defineProperty(event, 'source', { value: inside }));
  };
  const to = window.location.origin;
  const last = (kind: ToFrame['kind']) => told.findLast((one) => one.kind === kind);
  const { dataset } = document.documentElement;
  onTestFinished(() => {
    setSingleKeys(true);
    delete dataset.theme;
  });
  hear({ kind: 'ready' });
  await expect.poll(() => last('theme')).toMatchObject({ theme: 'light', contrast: false, to });
  expect(last('keys')).toMatchObject({ single: true, to });
  dataset.theme = 'dark';
  await expect.poll(() => last('theme')).toMatchObject({ theme: 'dark' });
  setSingleKeys(false);
  expect(last('keys')).toMatchObject({ single: false });
  hear({ kind: 'place', room: OTHER, message: null });
  await expectLink(drawer.getByRole('link', { name: 'Full page' }), `/acme/chat?room=${OTHER}`);
  expect(last('go')).toBeUndefined();
  await page.getByRole('button', { name: 'To a room' }).click();
  await expect.poll(() => last('go')).toMatchObject({ room: ROOM, message: null, to });
  hear({ kind: 'overlay', name: 'keys' });
  await expect.element(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
});

const AROUND = 'https://work.test';

function Inside(heard: Parameters<typeof useParent>[1]) {
  useParent(AROUND, heard);
  return (
    <>
      <textarea aria-label="Field" />
      <a href="/acme/taskpage?task=WEB-1#comments">Ours</a>
      <a href="/globex/task">Of others</a>
      <a href="https://elsewhere.test/">Elsewhere</a>
    </>
  );
}

/** What stands in the frame. `said`: to the page around it; `hear`: what that says. */
async function inFrame() {
  const said: Record<string, unknown>[] = [];
  const real = window.parent.postMessage.bind(window.parent);
  vi.spyOn(window.parent, 'postMessage').mockImplementation(((message: Record<string, unknown>, to: string) => {
    if (message?.from === 'guildhall-chat') said.push({ ...message, to });
    else real(message, to);
  }) as typeof window.postMessage);
  const heard = { onGo: vi.fn(), onFocus: vi.fn(), onHello: vi.fn() };
  await render(
    <ShellProvider shell={shellOf('user')}>
      <Inside {...heard} />
    </ShellProvider>,
  );
  const hear = (message: ToFrame, { source = window.parent, origin = AROUND } = {}) =>
    window.dispatchEvent(new MessageEvent('message', { data: sealed(message), source, origin }));
  const saidOf = (...kinds: FromFrame['kind'][]) => said.filter(({ kind }) => kinds.includes(kind as 'open'));
  return { ...heard, saidOf, hear };
}

test('in its frame the chat hands on the keys of the page around it, and goes on where one was', async () => {
  const { saidOf } = await inFrame();
  const field = page.getByRole('textbox', { name: 'Field' });
  const leave = () => (field.element() as HTMLElement).blur();
  await field.click();
  await press('/?{Control>}k{/Control}');
  await expect.element(field).toHaveValue('/?');
  leave();
  window.dispatchEvent(new Event('focus'));
  await expect.element(field).toHaveFocus();
  leave();
  await press('/?');
  setSingleKeys(false);
  await press('/?');
  setSingleKeys(true);
  await press('{Escape}{F6}');
  const handed = saidOf('overlay', 'close', 'leave');
  expect(handed.map(({ kind, name }) => name ?? kind)).toEqual(['palette', 'palette', 'keys', 'close', 'leave']);
  expect(handed.every(({ to }) => to === AROUND)).toBe(true);
});

test('a link of the organisation opens in the page around the chat, any other in a tab of its own', async () => {
  const { saidOf } = await inFrame();
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener('click', stay);
  onTestFinished(() => document.removeEventListener('click', stay));
  const [ours, others, elsewhere] = ['Ours', 'Of others', 'Elsewhere'].map((name) => page.getByRole('link', { name }));
  await ours?.click({ modifiers: ['Control'] });
  expect(saidOf('open')).toEqual([]);
  await ours?.click();
  for (const link of [others, elsewhere]) {
    await link?.click();
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
  expect(saidOf('open')).toMatchObject([{ path: '/acme/taskpage?task=WEB-1#comments', to: AROUND }]);
});

test('the chat follows the page around it, and nobody else', async () => {
  const { saidOf, hear, onGo, onFocus, onHello } = await inFrame();
  const { dataset } = document.documentElement;
  onTestFinished(() => {
    setSingleKeys(true);
    delete dataset.theme;
  });
  const go = { kind: 'go', room: ROOM, message: null } as const;
  hear(go, { origin: 'https://elsewhere.test' });
  hear(go, { source: window });
  expect(onGo).not.toHaveBeenCalled();
  hear(go);
  expect(onGo.mock.calls).toEqual([[{ room: ROOM, message: null }]]);
  hear({ kind: 'focus' });
  expect(onFocus).toHaveBeenCalledOnce();
  hear({ kind: 'theme', theme: 'dark', contrast: true });
  expect([dataset.theme, dataset.contrast]).toEqual(['dark', 'more']);
  hear({ kind: 'theme', theme: 'light', contrast: false });
  expect([dataset.theme, dataset.contrast]).toEqual(['light', undefined]);
  hear({ kind: 'keys', single: false });
  expect(singleKeysAreOn()).toBe(false);
  // Whoever begins to listen later is told that it is there.
  expect(saidOf('ready')).toHaveLength(1);
  hear({ kind: 'hello' });
  expect(onHello).toHaveBeenCalledOnce();
  expect(saidOf('ready')).toHaveLength(2);
});
