import { timingSafeEqual } from 'node:crypto';
import { deliverMailsOnce, deliverOnce } from '@/lib/delivery/delivery';
import { env } from '@/lib/env';
import { renewRendered } from '@/lib/markdown/rendering';
import { sweep } from '@/lib/operations/sweep';

/** A schedule's request ends: what is left of a large renewal goes with the next ones. */
const RENDERED_ROUNDS = 20;

/** For a serverless host's schedule: delivers what waits. Needs `Authorization: Bearer CRON_SECRET`. */
export async function GET(request: Request): Promise<Response> {
  const wanted = Buffer.from(`Bearer ${env.cronSecret ?? ''}`);
  const given = Buffer.from(request.headers.get('authorization') ?? '');
  if (!env.cronSecret || wanted.length !== given.length || !timingSafeEqual(wanted, given))
    return Response.json(
      { status: 401, code: 'unauthenticated', message: 'Unauthorized! A schedule needs its secret.' },
      { status: 401 },
    );
  const delivered = (await deliverOnce()) + (await deliverMailsOnce());
  await sweep();
  await renewRendered(RENDERED_ROUNDS);
  return Response.json({ status: 200, message: 'Delivered.', data: { delivered } });
}
