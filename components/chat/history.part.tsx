import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeDraft } from '@/components/draft/draft-store';
import {
  choose,
  fileOf,
  groupOf,
  messageBy,
  ROOM,
  serveChat,
  showChat,
  shownIds,
} from '@/components/test/gallery/chat';
import { LEADER, USER } from '@/components/test/gallery/people';
import { PROJECT } from '@/components/test/gallery/project';
import {
  dismiss,
  enter,
  expectAccessible,
  expectAccessibleInAll,
  live,
  pasteFiles,
  Refusal,
  server,
  textFile,
  uploads,
} from '@/components/test/part';
import { wholeTest } from '@/lib/test/whole';

const log = page.getByRole('log', { name: 'Messages of Website relaunch' });
const field = page.getByRole('textbox', { name: 'Message to the team' });
const newLine = page.getByText('New', { exact: true });
/** What stands behind the line. */
const firstNew = () => document.querySelector('[data-new] + [data-message]')?.textContent ?? '';
const lines = (count: number, name = 'Line') => Array.from({ length: count }, (_, at) => `${name} ${at + 1} of it`);
const scrollTo = (top: 'start' | 'end') => {
  const box = log.element();
  box.scrollTo(0, top === 'start' ? 0 : box.scrollHeight);
};
const read = () => server.inputs('POST readRoom').at(-1)?.message_id;

/** As if another tab were in front, or this one again. */
function turn(state: 'hidden' | 'visible') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}
afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
  vi.useRealTimers();
});

const entry = page.getByRole('list', { name: 'Rooms', exact: true }).getByRole('button', { name: /^Website relaunch/ });

test('a room begins at what is new; further up what is read stays where it is while earlier messages come', async () => {
  const chat = serveChat({ lines: lines(180), readTo: 100 });
  await showChat(chat);
  await expect.element(newLine).toBeInViewport();
  await expect.poll(firstNew).toContain('Line 101 of');
  await expect.element(messageBy('Line 101 of')).toBeInViewport();
  expect(read()).toBeUndefined();
  const places = () => {
    const { top } = log.element().getBoundingClientRect();
    const rows = [...log.element().querySelectorAll<HTMLElement>('[data-message]')];
    const all = rows.map((row) => [row.dataset.message, row.getBoundingClientRect().top - top] as const);
    return new Map(all.filter(([, place]) => place >= 0 && place < 300));
  };
  // What is near is there already.
  await expect.poll(() => shownIds()[0]).toBe('s-25');
  const late = server.hold('GET messageList');
  log.element().scrollTop = 60;
  await late.reached;
  const before = places();
  late.release();
  await expect.poll(() => shownIds()[0]).toBe('s-1');
  const after = places();
  for (const [id, top] of before) expect(Math.abs((after.get(id) ?? Number.NaN) - top)).toBeLessThan(3);

  await page.getByRole('button', { name: '80 new' }).click();
  await expect.element(messageBy('Line 180 of')).toBeInViewport();
  await expect.poll(read).toBe('s-180');
  await page.getByRole('button', { name: 'To the first unread' }).click();
  await expect.element(messageBy('Line 101 of')).toBeInViewport();
});

test('what is said below while one reads further up is counted, and a press leads there', async () => {
  const chat = serveChat({ lines: lines(60) });
  await showChat(chat);
  await expect.element(messageBy('Line 60 of')).toBeInViewport();
  const below = page.getByRole('button', { name: /new$|^To the newest$/ });
  await expect.element(below).not.toBeInTheDocument();
  scrollTo('start');
  await expect.element(below).toHaveTextContent('To the newest');
  chat.saidByOther('Further below');
  chat.saidByOther('At the end');
  await expect.element(below).toHaveTextContent('2 new');
  await expectAccessible();
  await below.click();
  await expect.element(messageBy('At the end')).toBeInViewport();
  await expect.element(below).not.toBeInTheDocument();
  await expect.poll(read).toBe('s-62');
});

test('a link leads to its message, also far up and in a thread; a search and a day lead there, too', async () => {
  const chat = serveChat({ lines: lines(110) });
  const reply = chat.say('At the fountain', { thread_id: 's-3' });
  const first = await showChat(chat, { message: 's-5' });
  await expect.element(messageBy('Line 5 of')).toHaveFocus();
  await expect.element(messageBy('Line 5 of')).toBeInViewport();
  await page.getByRole('button', { name: 'Search in this room' }).click();
  await enter(page.getByRole('searchbox', { name: 'Words' }), 'Line 102 of');
  const found = page.getByRole('list', { name: 'Found messages' }).getByRole('button', { name: /Line 102 of/ });
  await found.click();
  await expect.element(messageBy('Line 102 of', log)).toHaveFocus();
  await enter(page.getByRole('textbox', { name: 'Go to a day' }), '2026-11-24');
  await expect.poll(() => server.inputs('GET messageList').at(-1)?.at).toBe('2026-11-23T23:00:00.000Z');
  await expect.element(messageBy('Line 1 of')).toHaveFocus();
  await first.unmount();
  await showChat(chat, { message: reply._id });
  const thread = page.getByRole('region', { name: 'Thread' });
  await expect.element(messageBy('At the fountain', thread)).toHaveFocus();
  await dismiss(thread);
});

test('whoever is at the end is there again after a gap of several pages, with the field and the line as they were', async () => {
  const chat = serveChat({ lines: lines(30), readTo: 20, most: 20 });
  await showChat(chat);
  await expect.element(messageBy('Line 30 of')).toBeVisible();
  scrollTo('end');
  await expect.element(messageBy('Line 30 of')).toBeInViewport();
  live.become('paused');
  await field.fill('A draft\nof\nfive\nlines\nstays');
  for (const words of lines(50, 'Missed')) chat.say(words);
  live.become('live');
  await expect.element(messageBy('Missed 50 of')).toBeInViewport();
  expect(shownIds()).toEqual(chat.ids());
  expect(firstNew()).toContain('Line 21 of');
  await expect.element(newLine).toHaveLength(1);
  await expect.element(field).toHaveValue('A draft\nof\nfive\nlines\nstays');
});

test('whoever reads further up keeps the place after such a gap, and gets to the end', async () => {
  const chat = serveChat({ lines: lines(30), most: 20 });
  await showChat(chat);
  await expect.element(messageBy('Line 30 of')).toBeVisible();
  live.become('paused');
  const back = () => {
    scrollTo('start');
    return shownIds()[0];
  };
  await expect.poll(back).toBe('s-1');
  scrollTo('start');
  await expect.element(messageBy('Line 1 of')).toBeInViewport();
  for (const words of lines(60, 'Missed')) chat.say(words);
  live.become('live');
  await expect.poll(() => shownIds().length).toBeGreaterThan(30);
  await expect.element(messageBy('Line 1 of')).toBeInViewport();
  const further = () => {
    scrollTo('end');
    return shownIds().at(-1);
  };
  await expect.poll(further).toBe('s-90');
  scrollTo('end');
  await expect.element(messageBy('Missed 60 of')).toBeInViewport();
  expect(shownIds()).toEqual(chat.ids());
});

wholeTest('catching up goes on after refusals and another cut, with what is said and sent meanwhile', async () => {
  const chat = serveChat({ lines: lines(30), most: 20 });
  await showChat(chat);
  await expect.element(messageBy('Line 30 of')).toBeInViewport();
  live.become('paused');
  for (const words of lines(50, 'Missed')) chat.say(words);
  const late = server.hold('GET messageList');
  live.become('live');
  await late.reached;
  await enter(field, 'Sent into the gap');
  live.become('paused');
  server.refuseNext('GET messageList', 503, 'unavailable', 'Try again in a moment.', 2);
  late.release();
  chat.say('Said during the second cut');
  live.become('live');
  await expect.element(messageBy('Said during the second cut')).toBeInViewport();
  await expect.element(page.getByRole('list', { name: 'Messages on their way' })).not.toBeInTheDocument();
  await expect.poll(shownIds).toEqual(chat.ids());
  await expect.element(messageBy('Sent into the gap')).toHaveLength(1);
});

test('messages that come in any order, twice or not at all leave the room as the server has it', async () => {
  const chat = serveChat({ lines: ['Before all'] });
  await showChat(chat);
  await expect.element(messageBy('Before all')).toBeVisible();
  const said = lines(8, 'Number').map((words) => chat.say(words));
  for (const one of [...said.slice(3).toReversed(), ...said.slice(3)]) chat.tell('message.added', one);
  await expect.poll(shownIds).toEqual(chat.ids());
  await expect.element(page.getByRole('status').filter({ hasText: '8 new messages' })).toBeInTheDocument();
  const late = server.hold('GET message/{id}');
  chat.changedByOther('s-2', { body: 'Changed once' });
  await late.reached;
  chat.changedByOther('s-2', { body: 'Changed twice' });
  await expect.element(messageBy('Changed twice')).toBeVisible();
  // An older answer that comes late changes nothing.
  late.release();
  chat.changedByOther('s-3', { body: '', deleted_at: '2026-11-24T09:00:00.000Z' });
  chat.changedByOther('s-4', { reactions: [{ emoji: '👍', count: 1, mine: false, names: [] }] });
  await expect.element(messageBy('Number 2 of')).not.toBeInTheDocument();
  await expect.element(messageBy('Number 3 of').getByRole('button', { name: 'Thumbs up, 1' })).toBeVisible();
  await expect.element(messageBy('Changed twice')).toBeVisible();
  expect(shownIds()).toEqual(chat.ids());
});

test('a reading that failed says so, is repeated by itself, and at once by a press', async () => {
  const chat = serveChat({ lines: ['Before it'] });
  server.refuseNext('GET messageList', 503, 'unavailable', 'Try again in a moment.');
  await showChat(chat);
  await expect.element(page.getByText('The messages could not be loaded')).toBeVisible();
  // By itself it is repeated, too: a press is faster.
  const late = server.hold('GET messageList');
  await late.reached;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(messageBy('Before it')).toBeVisible();
  late.release();
  server.refuseNext('GET messageList', 503, 'unavailable', 'Try again in a moment.');
  chat.saidByOther('Said in a hole');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Messages may be missing here.');
  await expectAccessible();
  await expect.element(messageBy('Said in a hole')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('what was said while nobody looked stands behind a line, and is read when it is seen', async () => {
  const chat = serveChat({ lines: ['Before'] });
  await showChat(chat);
  await expect.element(messageBy('Before')).toBeVisible();
  turn('hidden');
  for (const words of lines(40, 'Meanwhile')) chat.say(words);
  chat.saidByOther('The last of them');
  await expect.element(messageBy('The last of them')).toBeInTheDocument();
  expect(read()).toBeUndefined();
  turn('visible');
  await expect.poll(firstNew).toContain('Meanwhile 1 of');
  await expect.element(newLine).toBeInViewport();
  await expect.element(messageBy('The last of them')).not.toBeInViewport();
  expect(read()).toBeUndefined();
  scrollTo('end');
  await expect.poll(read).toBe('s-42');
});

test('what was marked unread stays so until one writes, or opens the room again', async () => {
  const chat = serveChat({ lines: ['One', 'Two', 'Three'] });
  const screen = await showChat(chat, { opened: 0 });
  const unread = () => chat.room(ROOM).unread_count;
  const keep = async (words: string, count: number) => {
    await choose(words, 'Mark unread from here');
    await expect.poll(unread).toBe(count);
    await expect.poll(firstNew).toContain(words);
  };
  server.refuseNext('POST readRoom', 503, 'unavailable', 'Try again in a moment.');
  await choose('Two', 'Mark unread from here');
  await expect.element(page.getByText(/The message was not marked unread/)).toBeVisible();
  await keep('Two', 2);
  chat.saidByOther('Four');
  await expect.element(messageBy('Four')).toBeVisible();
  await expect.element(entry).toHaveTextContent('unread: 3');
  expect(unread()).toBe(3);
  await enter(field, 'Five');
  await expect.poll(unread).toBe(0);
  chat.saidByOther('Six');
  await expect.element(messageBy('Six')).toBeVisible();
  await expect.poll(unread).toBe(0);
  await keep('Six', 1);
  await screen.openAgain(1);
  await expect.poll(unread).toBe(0);
  await keep('Six', 1);
  await entry.click();
  await expect.poll(unread).toBe(0);
});

test('a room that is lost closes at once, with what was written there out of sight', async () => {
  const chat = serveChat({ lines: ['Only for those inside'] });
  await showChat(chat);
  await expect.element(messageBy('Only for those inside')).toBeVisible();
  chat.remove(ROOM);
  // The end of the connection says it: the room is asked for before a new one is.
  live.returned();
  await expect.element(page.getByRole('heading', { name: /^This room is not there/ })).toBeVisible();
  await expect.element(page.getByText('Only for those inside')).not.toBeInTheDocument();
  await expect.element(field).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Show all rooms' }).click();
  await expect.element(page.getByText('You are not in any room yet.')).toBeVisible();
});

test('without live updates the open room asks by itself: what was said is there, and a lost room closes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const chat = serveChat({ lines: ['Only for those inside', { body: 'Mine', by: USER }] });
  await showChat(chat);
  await expect.element(messageBy('Mine')).toBeVisible();
  live.become('paused');
  await expect.element(page.getByText(/Reconnecting… What you write is sent/)).toBeVisible();
  chat.say('Said unheard');
  vi.advanceTimersByTime(4_000);
  await expect.element(messageBy('Said unheard')).toBeVisible();
  chat.remove(ROOM);
  vi.advanceTimersByTime(4_000);
  await expect.element(page.getByRole('heading', { name: /^This room is not there/ })).toBeVisible();
  await expect.element(page.getByText('Said unheard')).not.toBeInTheDocument();
});

test('a room that cannot be read for another reason is not taken for lost', async () => {
  const chat = serveChat({ lines: ['Still there'] });
  const screen = await showChat(chat, { room: 'r-elsewhere' });
  await expect.element(page.getByRole('heading', { name: /^This room is not there/ })).toBeVisible();
  await screen.unmount();
  const answer = () => {
    throw new Refusal(500, 'unexpected', 'Something went wrong.');
  };
  server.on('GET room/{id}', answer);
  await showChat(chat, { room: 'r-other' });
  await expect.element(page.getByText('The room could not be loaded')).toBeVisible();
});

/** Files that wait for a message to the room. */
const FILES = 'm-user:chat:r-team:files';
const onTheWay = page.getByRole('list', { name: 'Messages on their way' });
const rooms = page.getByRole('list', { name: 'Rooms', exact: true });
const say = async (words: string) => {
  await enter(field, words);
};
const sent = () => server.inputs('POST message').map(({ body }) => body);

test('Enter sends what is written, which is shown at once and once, however late the answer is', async () => {
  const chat = serveChat();
  await showChat(chat);
  await expect.element(page.getByText('Nothing has been said here yet.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await enter(field, 'Which paper?', '{Shift>}{Enter}{/Shift}The thick one?');
  await expect.element(field).toHaveValue('Which paper?\nThe thick one?');
  await expectAccessible();
  const late = server.hold('POST message');
  await userEvent.keyboard('{Enter}');
  await late.reached;
  await expect.element(onTheWay).toHaveTextContent('Sending');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  // The message about it is faster than its answer.
  chat.tell('message.added', chat.found('s-1'));
  await expect.element(messageBy('Which paper?')).toBeVisible();
  await expect.element(onTheWay).not.toBeInTheDocument();
  // What is said next waits for its turn.
  await field.fill('Written meanwhile');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(onTheWay).toHaveTextContent('Written meanwhile');
  expect(sent()).toHaveLength(1);
  await field.fill('Half a thought');
  late.release();
  await expect.element(messageBy('Written meanwhile')).toBeVisible();
  await expect.poll(shownIds).toEqual(['s-1', 's-2']);
  await expect.element(onTheWay).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('Half a thought');
  expect(sent()).toEqual(['Which paper?\nThe thick one?', 'Written meanwhile']);
  // One’s own words are not read out: what a key alone leads to is drawn after whatever was to be said.
  await enter(field, '', '{Control}');
  expect(page.getByRole('status').filter({ hasText: 'Written meanwhile' }).query()).toBeNull();
});

test('a message that is refused returns to the field, before what was written since, with its quote and files', async () => {
  const chat = serveChat({ lines: ['Which paper?'] });
  server.on('GET chatFile/{id}', ({ id }) => fileOf(id, 'notes.txt'));
  writeDraft(FILES, ['f-1']);
  await showChat(chat);
  await expect.element(messageBy('Which paper?')).toBeVisible();
  await choose('Which paper?', 'Quote');
  await expect.element(field).toHaveFocus();
  const late = server.hold('POST message');
  server.refuse('POST message', 422, 'invalid', 'That is too much.');
  await say('The thick one');
  await late.reached;
  await expect.element(page.getByRole('button', { name: 'Do not quote' })).not.toBeInTheDocument();
  await field.fill('Or the thin one');
  late.release();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not sent. That is too much.');
  await expect.element(field).toHaveValue('The thick one\n\nOr the thin one');
  await expect.element(page.getByRole('list', { name: 'Attached to this message' })).toHaveTextContent('notes.txt');
  await expect.element(page.getByRole('button', { name: 'Do not quote' })).toBeVisible();
  await expectAccessible();
  await userEvent.click(field);
  await dismiss(page.getByRole('button', { name: 'Do not quote' }));
  await field.fill('Sent now');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('what is refused after another room was opened is kept with its files as a draft of its own room', async () => {
  const chat = serveChat({ rooms: [...serveChat().rooms(), groupOf('r-lunch', 'Lunch')] });
  server.on('GET chatFile/{id}', ({ id }) => fileOf(id, 'notes.txt'));
  writeDraft(FILES, ['f-1']);
  await showChat(chat);
  const attached = page.getByRole('list', { name: 'Attached to this message' });
  await expect.element(attached).toHaveTextContent('notes.txt');
  const late = server.hold('POST message');
  server.refuse('POST message', 422, 'invalid', 'That is too much.');
  await say('Lost?');
  await late.reached;
  await rooms.getByRole('button', { name: /^Lunch/ }).click();
  await expect.element(page.getByRole('textbox', { name: 'Message to Lunch' })).toHaveFocus();
  late.release();
  await expect.element(page.getByText(/A message was not sent; its text is kept as a draft/)).toBeVisible();
  await expect.element(attached).not.toBeInTheDocument();
  await rooms.getByRole('button', { name: /^Website relaunch/ }).click();
  await expect.element(field).toHaveValue('Lost?');
  await expect.element(attached).toHaveTextContent('notes.txt');
});

test('what the server cannot take now is sent again by itself, and said once', async () => {
  const chat = serveChat();
  await showChat(chat);
  server.refuseNext('POST message', 503, 'unavailable', 'Try again in a moment.');
  await say('Said twice, heard once');
  await expect.element(onTheWay).toHaveTextContent('Waiting for connection');
  await expect.element(messageBy('Said twice, heard once')).toBeVisible();
  await expect.element(onTheWay).not.toBeInTheDocument();
  const [first, second] = server.inputs('POST message');
  expect(second?.client_id).toBe(first?.client_id);
  expect(chat.ids()).toHaveLength(1);
});

test('without a connection messages wait, and go in their order, each once, when it is there again', async () => {
  const chat = serveChat({ lines: ['Before'] });
  await showChat(chat);
  await expect.element(messageBy('Before')).toBeVisible();
  server.setOnline(false);
  const status = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect.element(status).toHaveTextContent('What you write is kept on this device');
  await say('First of two');
  await say('Second of two');
  await field.fill('Half a thought');
  await expect.element(onTheWay.getByText('Waiting for connection')).toHaveLength(2);
  await expectAccessible();
  chat.say('Said meanwhile');
  server.setOnline(true);
  await expect.element(messageBy('Second of two')).toBeVisible();
  await expect.element(messageBy('Said meanwhile')).toBeVisible();
  await expect.element(onTheWay).not.toBeInTheDocument();
  await expect.element(status).not.toBeInTheDocument();
  expect(sent()).toEqual(['First of two', 'Second of two']);
  await expect.poll(shownIds).toEqual(chat.ids());
  await expect.element(field).toHaveValue('Half a thought');
});

test('each room keeps its own draft, over a new page too, and those that have one are marked', async () => {
  const given = [...serveChat().rooms(), groupOf('r-lunch', 'Lunch')];
  const chat = serveChat({ rooms: given });
  const screen = await showChat(chat);
  await field.fill('Half a thought');
  const [team, lunch] = [/^Website relaunch/, /^Lunch/].map((name) => rooms.getByRole('button', { name }));
  await lunch?.click();
  const other = page.getByRole('textbox', { name: 'Message to Lunch' });
  await expect.element(other).toHaveFocus();
  await expect.element(other).toHaveValue('');
  await expect.element(team).toHaveTextContent('Draft');
  await expectAccessible();
  await screen.unmount();
  await showChat(serveChat({ rooms: given }));
  await expect.element(field).toHaveValue('Half a thought');
  await expect.element(team).not.toHaveTextContent('Draft');
  await userEvent.click(field);
  await userEvent.keyboard('{Enter}');
  await expect.element(messageBy('Half a thought')).toBeVisible();
  await lunch?.click();
  await expect.element(lunch).toHaveAttribute('aria-current', 'true');
  await expect.element(team).not.toHaveTextContent('Draft');
});

test('names, emoji and calls to everybody are offered while one writes', async () => {
  await showChat(serveChat());
  await field.fill('Ask @inê');
  await expectAccessibleInAll();
  await page.getByRole('option', { name: 'Inês Rocha' }).click();
  await expect.element(field).toHaveValue('Ask @Inês Rocha ');
  await field.fill('');
  await userEvent.type(field, 'Out :rock');
  await expect.element(page.getByRole('option', { name: /rocket/ })).toHaveAttribute('aria-selected', 'true');
  await dismiss(page.getByRole('option', { name: /rocket/ }));
  await userEvent.keyboard('e');
  await expect.element(page.getByRole('option', { name: /rocket/ })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('Out 🚀');
  await userEvent.type(field, ' :tada:');
  await expect.element(field).toHaveValue('Out 🚀 🎉');

  server.on('GET roomSize/{id}', () => ({ people: 23 }));
  await say('@room, it is out');
  const question = page.getByRole('alertdialog', { name: 'Call everybody?' });
  await expect.element(question).toHaveTextContent('@room calls 23 people.');
  await expectAccessibleInAll();
  await expect.element(question.getByRole('button', { name: 'Go on writing' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveFocus();
  expect(sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await question.getByRole('button', { name: 'Call everybody' }).click();
  await expect.element(messageBy('@room, it is out')).toBeVisible();
  server.on('GET roomSize/{id}', () => ({ people: 10 }));
  await say('@room, all ten of you');
  await expect.element(messageBy('all ten of you')).toBeVisible();
});

test('files that wait beside the text are kept with the draft, removed, and go with the message', async () => {
  const chat = serveChat();
  // The third one was sent meanwhile, in another tab.
  server.on('GET chatFile/{id}', ({ id }) => ({
    ...fileOf(id, id === 'f-1' ? 'notes.txt' : 'door.png'),
    ...(id === 'f-3' && { message_id: 's-1' }),
  }));
  server.on('DELETE chatFile/{id}', ({ id }) => fileOf(id, 'notes.txt') as never);
  writeDraft(FILES, ['f-1', 'f-2', 'f-3']);
  await showChat(chat);
  const waiting = page.getByRole('list', { name: 'Attached to this message' });
  await expect.element(waiting.getByRole('listitem')).toHaveLength(2);
  await expectAccessible();
  await waiting.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect.element(waiting.getByRole('listitem')).toHaveLength(1);
  expect(server.inputs('DELETE chatFile/{id}')).toMatchObject([{ id: 'f-1' }]);
  await userEvent.click(field);
  await userEvent.keyboard('{Enter}');
  await expect.element(waiting).not.toBeInTheDocument();
  expect(server.inputs('POST message')).toMatchObject([{ body: '', attachment_ids: ['f-2'] }]);
});

test('that one writes is said once in a while, and who only reads is not asked to', async () => {
  const chat = serveChat();
  const screen = await showChat(chat);
  await userEvent.type(field, 'Hello');
  await expect.poll(() => server.inputs('POST typing')).toEqual([{ room_id: ROOM }]);
  await screen.unmount();
  const given = serveChat()
    .rooms()
    .map((one) => ({ ...one, rights: { ...one.rights, send: false } }));
  await showChat(serveChat({ rooms: given, lines: ['Read this'] }));
  await expect.element(page.getByText('You read this room and do not write in it.')).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  await messageBy('Read this').hover();
  await expect.element(messageBy('Read this').getByRole('button', { name: 'React' })).not.toBeInTheDocument();
  await messageBy('Read this').getByRole('button', { name: 'Message actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Pin' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
});

test('messages stand below their day; what follows closely has its author’s name above it, and none of its own', async () => {
  const said = (body: string, created_at: string) => ({ body, created_at });
  const lines = [
    said('The first', '2026-11-23T09:00:00.000Z'),
    said('Close behind', '2026-11-23T09:02:00.000Z'),
    said('Before midnight', '2026-11-23T22:58:00.000Z'),
    said('After midnight', '2026-11-23T23:01:00.000Z'),
  ];
  await showChat(serveChat({ lines }));
  await expect.element(messageBy('After midnight')).toBeVisible();
  const named = ({ body }: { body: string }) =>
    messageBy(body).getByText(LEADER.name, { exact: true }).elements().length;
  expect(lines.map(named)).toEqual([1, 0, 1, 1]);
  expect(log.element().textContent).toMatch(
    /23 Nov 2026.*The first.*Close behind.*Before midnight.*24 Nov 2026.*After midnight/s,
  );
});

test('Enter that ends a word of an input method sends nothing; the up arrow in a written line changes no message', async () => {
  await showChat(serveChat({ lines: [{ body: 'Mine', by: USER }] }));
  await expect.element(messageBy('Mine')).toBeVisible();
  await field.fill('Nihongo');
  const composed = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
  field.element().dispatchEvent(new KeyboardEvent('keydown', composed));
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field).toHaveValue('Nihongo');
  await expect.element(field).toHaveFocus();
  expect(page.getByRole('textbox', { name: 'Message', exact: true }).query()).toBeNull();
  expect(sent()).toEqual([]);
});

test('a message waits for the file that is put to it, and takes it along', async () => {
  onTestFinished(uploads.install());
  await showChat(serveChat());
  await field.fill('Look');
  pasteFiles(field.element(), textFile('notes.txt'));
  await expect.poll(() => uploads.of('notes.txt')?.place).toEqual({ project_id: PROJECT._id, draft: 'true' });
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Look');
  uploads.of('notes.txt')?.answer(fileOf('f-9', 'notes.txt'));
  await expect.element(page.getByRole('list', { name: 'Attached to this message' })).toHaveTextContent('notes.txt');
  await userEvent.keyboard('{Enter}');
  await expect.element(messageBy('Look')).toBeVisible();
  expect(server.inputs('POST message')).toMatchObject([{ body: 'Look', attachment_ids: ['f-9'] }]);
});
