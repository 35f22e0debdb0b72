import 'server-only';
import { allow } from '@/lib/errors';
import { canKeepCalendar } from '@/lib/meeting/policy';
import { projectOf } from '@/lib/meeting/queries';
import { placeOf, urlOf } from '@/lib/meeting/queries.feed';
import type { CalendarFeedRecord, FeedPlace } from '@/lib/meeting/schema';
import type { Ctx } from '@/lib/org';
import { seal } from '@/lib/seal';
import { newSecretToken } from '@/lib/secret-token';
import { newId } from '@/lib/validation';

/** A new address; the one before is revoked. */
export async function makeFeed(ctx: Ctx, { project_id }: FeedPlace): Promise<CalendarFeedRecord> {
  allow(canKeepCalendar(ctx.actor));
  if (project_id) await projectOf(ctx, project_id);
  const place = placeOf(ctx, project_id);
  const { token, tokenHash } = newSecretToken();
  await ctx.db.calendarFeed.deleteMany({ where: place });
  await ctx.db.calendarFeed.createMany({
    data: [{ ...place, id: newId(), tokenHash, sealed: seal({ calendar: token }) }],
  });
  ctx.happened('calendar.shared', {}, {});
  return { url: urlOf(token) };
}

/** From now on the address leads nowhere. */
export async function revokeFeed(ctx: Ctx, { project_id }: FeedPlace): Promise<CalendarFeedRecord> {
  allow(canKeepCalendar(ctx.actor));
  const { count } = await ctx.db.calendarFeed.deleteMany({ where: placeOf(ctx, project_id) });
  if (count) ctx.happened('calendar.revoked', {}, {});
  return { url: null };
}
