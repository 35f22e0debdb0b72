import 'server-only';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { epochOf, namesFor } from '@/lib/realtime/epoch';
import { deliveriesOf, type LiveEvent } from '@/lib/realtime/events';
import { publishBatch } from '@/lib/realtime/publish';

/** What happens in the organisation within this is said once (ms). */
const CALM_MS = 2_000;

const calm = new Set<string>();

/**
 * Says what is over in a moment: it is not kept, not tried again, and no answer waits for it. One statement, for the
 * channels' names. `after`: in so many ms.
 */
export async function sayFleeting({ db, org }: Ctx, event: LiveEvent, after = 0): Promise<void> {
  const config = env.realtime;
  if (!config) return;
  const select = { liveEpoch: true, sessionEpoch: true };
  const epoch = epochOf(await db.organisation.findUniqueOrThrow({ where: { id: org.id }, select }), config.local);
  const messages = deliveriesOf(org.id, event).flatMap((one) =>
    namesFor(one.channel, epoch, config.local).map((channel) => ({ ...one, channel })),
  );
  const publish = () => {
    calm.delete(`${org.id} ${event.type}`);
    // Away, or refused: whoever comes back asks anyway.
    publishBatch(config, messages).catch(() => undefined);
  };
  if (after) setTimeout(publish, after).unref();
  else publish();
}

/** The same, once for all that happens within two seconds, when they are over. */
export async function saySoon(ctx: Ctx, event: LiveEvent): Promise<void> {
  const key = `${ctx.org.id} ${event.type}`;
  if (calm.has(key)) return;
  calm.add(key);
  await sayFleeting(ctx, event, CALM_MS);
}
