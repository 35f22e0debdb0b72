import { expect, test } from 'vitest';
import { LEADER } from '@/components/test/gallery/people';
import { live, navigation, show } from '@/components/test/part';
import { memberChannel } from '@/lib/realtime/events';
import { TodayRefresh } from './today-refresh';

test('Today is drawn anew once for a burst of changes, and not for what it does not show', async () => {
  await show(<TodayRefresh />);
  const say = (event: string) =>
    live.say(memberChannel(LEADER._id), event as 'task.changed', { id: 't-1', version: 2 });
  say('typing');
  say('settings.changed');
  say('notification.created');
  say('task.changed');
  await expect.poll(() => navigation.refreshes).toBe(1);
});

test('Today is drawn anew where what happens is asked for instead of heard', async () => {
  await show(<TodayRefresh />);
  live.catchUp('poll');
  await expect.poll(() => navigation.refreshes).toBe(1);
});
