import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AnswerOf } from '@/lib/api/contract';
import { DEFAULT_CHANNELS } from '@/lib/notification/vocabulary';
import { expectAccessible } from '../test/axe';
import { PROJECT } from '../test/gallery/project';
import { server } from '../test/server';
import { show } from '../test/show';
import { NotificationSettingsForm } from './settings-form';

type Settings = AnswerOf<'GET notificationSettings'>;
const saved = page.getByText('Saved', { exact: true });
const place = 'https://push.example.org/1';

afterEach(() => void vi.restoreAllMocks());

function serveSettings(part: Partial<Settings> = {}) {
  let now: Settings = {
    ...{ events: DEFAULT_CHANNELS, digest: { hour: 8 }, quiet_hours: null, projects: {}, emails: true },
    ...{ push_key: null, push_browsers: [] },
    ...part,
  };
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
  await expectAccessible();
  const late = server.hold('PUT notificationSettings');
  await comments.selectOptions('Daily');
  await late.reached;
  await overdue.click();
  await expect.element(overdue).not.toBeChecked();
  expect(server.inputs('PUT notificationSettings')).toHaveLength(1);
  late.release();
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
