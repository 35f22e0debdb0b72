import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAnswer } from '@/lib/after-answer';
import { env } from '@/lib/env';
import type { Ctx } from '@/lib/org';
import { deliveriesOf, type LiveEvent } from '@/lib/realtime/events';
import { publishBatch } from '@/lib/realtime/publish';

/** What happens in the organisation within this is said once (ms). */
const CALM_MS = 2_000;

const calm = new Set<string>();

/** Says what is over in a moment: it is not kept, not tried again, and no answer waits for it. `after`: in so many ms. */
export function sayFleeting({ org }: Pick<Ctx, 'org'>, event: LiveEvent, after = 0): void {
  const config = env.realtime;
  if (!config) return;
  const publish = async () => {
    if (after) await sleep(after, undefined, { ref: false });
    calm.delete(`${org.id} ${event.type}`);
    // Away, or refused: whoever comes back asks anyway.
    await publishBatch(config, deliveriesOf(org.id, event));
  };
  afterAnswer(publish());
}

/** The same, once for all that happens within two seconds, when they are over. */
export function saySoon(ctx: Pick<Ctx, 'org'>, event: LiveEvent): void {
  const key = `${ctx.org.id} ${event.type}`;
  if (calm.has(key)) return;
  calm.add(key);
  sayFleeting(ctx, event, CALM_MS);
}
