import { afterEach, expect, test } from 'vitest';
import { ANYBODY } from '@/lib/formats';
import { type MailToRender, work as renderHere } from '@/lib/mail/render-work';
import { work as readHere } from '@/lib/task-import/schema.reading';
import { WorkerThread } from '@/lib/thread/worker-thread';

const started: { end: () => Promise<void> }[] = [];
const threadOf = <Input, Output>(module: string, limitMs: number, here: (input: Input) => Promise<Output>) => {
  const thread = new WorkerThread(module, limitMs, here);
  started.push(thread);
  return thread;
};
afterEach(() => Promise.all(started.splice(0).map((one) => one.end())));
const notHere = () => Promise.reject(new Error('This thread was to stay free.'));

const mail = (name: string, template = 'invitation'): MailToRender => ({
  mail: {
    to: 'a@acme.test',
    template: template as 'invitation',
    data: { organisation: 'Acme', inviter: 'Ada', role: 'User', path: '/invitation?token=t', name },
  },
  brand: undefined,
  reader: ANYBODY,
});

test('an email that is rendered in a thread is the same email, and one that cannot be fails alone', async () => {
  const thread = threadOf('lib/mail/render-work.ts', 60_000, notHere);
  const all = [mail('Bo'), mail('Cy', 'weather'), mail('Di')].map((one) => thread.run(one, 'acme'));
  const [first, wrong, third] = await Promise.allSettled(all);
  expect(first).toEqual({ status: 'fulfilled', value: await renderHere(mail('Bo')) });
  expect(wrong).toMatchObject({ status: 'rejected', reason: { message: 'There is no mail template weather.' } });
  expect(third).toMatchObject({ status: 'fulfilled' });
});

const file = (text: string) => ({
  source: 'csv' as const,
  bytes: new TextEncoder().encode(text),
  archived: false,
  reading: { dayOrder: 'dmy' as const, zone: 'UTC' },
});

test('a file is read as in this thread, and what is wrong with it is said', async () => {
  const thread = threadOf('lib/task-import/schema.reading.ts', 60_000, notHere);
  expect(await thread.run(file('Title,Labels\nPosters,"a, b"'), 'acme')).toEqual(
    await readHere(file('Title,Labels\nPosters,"a, b"')),
  );
  await expect(thread.run(file('<html>'), 'acme')).rejects.toMatchObject({
    name: 'UnreadableFile',
    message: expect.stringContaining('web page'),
  });
});

test('work whose time is up is ended, and the next has another thread', async () => {
  const thread = threadOf('lib/test/endless-work.ts', 200, notHere);
  await expect(thread.run('forever', 'acme')).rejects.toMatchObject({ name: 'TookTooLong' });
  expect(await thread.run('at once', 'acme')).toBe('at once');
});

test('where no thread can be started the work is done here', async () => {
  const thread = threadOf('lib/nowhere.ts', 1_000, async (input: string) => `${input}, here`);
  expect(await thread.run('done', 'acme')).toBe('done, here');
});
