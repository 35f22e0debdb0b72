import 'server-only';
import { allow, DomainError, invalidField, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { canLockWeek, canLockWeeks, canUnlockWeek } from '@/lib/time-entry/policy';
import { deleteLock, insertLock, runsIn, type WeekFacts, weekFacts } from '@/lib/time-entry/queries.week';
import type { LockWeek, WeekLock } from '@/lib/time-entry/schema';
import { dateOfDay, mondayOfWeek } from '@/lib/working-days';

const MAY_NOT = 'Weeks are locked by admins, and by leaders for people of their projects.';
const NOT_YOURS = 'Somebody else locked this week. They or an admin can unlock it.';

async function find(ctx: Ctx, memberId: string, monday: string): Promise<WeekFacts> {
  const facts = await weekFacts(ctx, memberId, monday);
  if (!facts) throw notFound('The person');
  return facts;
}

/**
 * Locks a member's week, or opens it again; no change where it is so already. Time of a locked week is neither written,
 * changed nor removed: PostgreSQL refuses it. Throws `conflict` while a timer runs in it.
 */
export async function lockWeek(ctx: Ctx, { member_id: memberId, week, locked }: LockWeek): Promise<WeekLock> {
  allow(canLockWeeks(ctx.actor), MAY_NOT);
  const day = mondayOfWeek(week) as number;
  const monday = dateOfDay(day);
  const before = await find(ctx, memberId, monday);
  allow(canLockWeek(ctx.actor, before), MAY_NOT);
  if (locked && !before.locked) {
    if (before.role === 'client' || before.role === 'observer')
      throw invalidField('member_id', 'Clients and observers log no time.');
    if (monday > before.today) throw invalidField('week', 'This week has not begun yet.');
    if (await runsIn(ctx, memberId, monday))
      throw new DomainError('conflict', 'A timer is running in this week. It has to be stopped first.');
    if (await insertLock(ctx, memberId, monday)) ctx.happened('time.locked', { memberId }, { week });
  }
  if (!locked && before.locked) {
    allow(canUnlockWeek(ctx.actor, { led: before.led, lockedById: before.locked.byId }), NOT_YOURS);
    if (await deleteLock(ctx, memberId, monday)) ctx.happened('time.unlocked', { memberId }, { week });
  }
  const { locked: now } = await find(ctx, memberId, monday);
  return {
    member_id: memberId,
    week,
    from: monday,
    to: dateOfDay(day + 6),
    locked: now !== null,
    lock: now && { locked_at: now.at.toISOString(), locked_by: now.by },
  };
}
