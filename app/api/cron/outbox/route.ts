import { timingSafeEqual } from 'node:crypto';
import { deliverMailsOnce, deliverOnce } from '@/lib/delivery/delivery';
import { env } from '@/lib/env';
import { renewRendered } from '@/lib/markdown/rendering';
import { sweep } from '@/lib/operations/sweep';

/** The host ends long requests: what is left of a large renewal is done in the next ones. */
const RENDERED_ROUNDS = 20;

/** Delivers waiting mail, called by a serverless host's schedule. Needs `Authorization: Bearer CRON_SECRET`. */
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
