import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANYBODY } from '@/lib/formats';
import { endMailThread, mailThread, renderBeside, renderHere } from '@/lib/mail/render-beside';

// Its start takes as long as the machine is busy.
beforeEach(async () => {
  await mailThread()?.ready;
  expect(mailThread()?.running).toBe(true);
}, 180_000);
afterEach(() => endMailThread());

const mail = (name: string) => ({
  to: 'a@acme.test',
  template: 'invitation' as const,
  data: { organisation: 'Acme', inviter: 'Ada', role: 'User', path: '/invitation?token=t', name },
});

test('an email that is rendered in the thread is the same email, and this thread stays free', async () => {
  const [one, other] = await Promise.all(['Bo', 'Cy'].map((name) => renderBeside(mail(name), undefined, ANYBODY)));
  expect(one).toEqual(await renderHere(mail('Bo'), undefined, ANYBODY));
  expect(other).toEqual(await renderHere(mail('Cy'), undefined, ANYBODY));
});

test('one that cannot be rendered fails alone', async () => {
  const wrong = { ...mail('Bo'), template: 'weather' as never };
  const [refused, fine] = await Promise.allSettled([
    renderBeside(wrong, undefined, ANYBODY),
    renderBeside(mail('Cy'), undefined, ANYBODY),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: 'There is no mail template weather.' } });
  expect(fine.status).toBe('fulfilled');
});

test('until it is ready, and where it ended, emails are rendered here', async () => {
  await endMailThread();
  expect(await renderBeside(mail('Bo'), undefined, ANYBODY)).toEqual(await renderHere(mail('Bo'), undefined, ANYBODY));
  await mailThread()?.ready;
}, 180_000);

test('the thread’s end fails what waits in it, and the next email has another', async () => {
  const waits = renderBeside(mail('Bo'), undefined, ANYBODY).catch(({ message }) => message);
  await endMailThread();
  expect(await waits).toBe('The thread that renders emails ended.');
  expect((await renderBeside(mail('Cy'), undefined, ANYBODY)).to).toBe('a@acme.test');
});
