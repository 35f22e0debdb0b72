import { timingSafeEqual } from 'node:crypto';
import { deliverWhile, within } from '@/lib/delivery/delivery';
import { env } from '@/lib/env';
import { renewRendered } from '@/lib/markdown/rendering';
import { remindOfMeetings } from '@/lib/meeting/queries.remind';
import { noticeDueTasks, queueNotifications } from '@/lib/notification/queries.send';
import { sweep } from '@/lib/operations/sweep';
import { queueDueRecurrences } from '@/lib/recurrence/queries';
import { queueRules, queueRulesByDate } from '@/lib/rule/queries.run';
import { fillSearch } from '@/lib/search/queries.backlog';

/** Of the time; the rest is for the sweep. */
const DELIVERING = 0.8;

/** In seconds, for hosts that read it here. CRON_BUDGET_SECONDS is less. */
export const maxDuration = 60;

/** What waits, with what rules and repetitions make of it, until nothing is left. Returns how many left. */
async function deliverAll(goesOn: () => boolean): Promise<number> {
  let delivered = 0;
  await queueRulesByDate();
  await noticeDueTasks();
  await remindOfMeetings();
  for (let moved = 1; moved > 0 && goesOn(); ) {
    await queueDueRecurrences();
    await queueNotifications();
    const caused = await queueRules();
    const left = await deliverWhile(goesOn);
    delivered += left;
    moved = caused + left;
  }
  return delivered;
}

/** Delivers waiting mail, called by a serverless host's schedule. Needs `Authorization: Bearer CRON_SECRET`. */
export async function GET(request: Request): Promise<Response> {
  const wanted = Buffer.from(`Bearer ${env.cronSecret ?? ''}`);
  const given = Buffer.from(request.headers.get('authorization') ?? '');
  if (!env.cronSecret || wanted.length !== given.length || !timingSafeEqual(wanted, given))
    return Response.json(
      { status: 401, code: 'unauthenticated', message: 'Unauthorized! A schedule needs its secret.' },
      { status: 401 },
    );
  const budget = env.cronBudgetSeconds;
  const goesOn = within(budget);
  const delivered = await deliverAll(within(budget * DELIVERING));
  await sweep(goesOn);
  await renewRendered(goesOn);
  await fillSearch(goesOn);
  return Response.json({ status: 200, message: 'Delivered.', data: { delivered } });
}
