import 'server-only';
import { z } from 'zod';
import { defineJobs, type RunningJob } from '@/lib/contract/job';
import { pushed, sendDue, writePushes } from '@/lib/notification/queries.send';
import { sendPush } from '@/lib/push/send';

/** As the person it is for: what they no longer see is not sent. */
async function sendOwn({ door, advance }: RunningJob<unknown>): Promise<boolean> {
  const { messages, targets } = await door(async (ctx) => writePushes(ctx, await sendDue(ctx)));
  // Between two transactions: what fails is tried again, and a browser shows the same one once.
  const outcomes = await Promise.all(
    messages.flatMap((message) =>
      targets.map(async (target) => ({ message, target, outcome: await sendPush(target, message) })),
    ),
  );
  await door(async (ctx) => {
    await pushed(ctx, outcomes);
    await advance(ctx, { done: 1, total: 1 });
  });
  return true;
}

export const notificationJobs = defineJobs({ 'notification.send': { payload: z.object({}), step: sendOwn } });
