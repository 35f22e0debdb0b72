import { timingSafeEqual } from 'node:crypto';
import { deliverWhile, within } from '@/lib/delivery/delivery';
import { env } from '@/lib/env';
import { renewRendered } from '@/lib/markdown/rendering';
import { sweep } from '@/lib/operations/sweep';

/** Of the time; the rest is for the sweep. */
const DELIVERING = 0.8;

/** In seconds, for hosts that read it here. CRON_BUDGET_SECONDS is less. */
export const maxDuration = 60;

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
  const delivered = await deliverWhile(within(budget * DELIVERING));
  await sweep(goesOn);
  await renewRendered(goesOn);
  return Response.json({ status: 200, message: 'Delivered.', data: { delivered } });
}
