import 'server-only';
import { state, subject } from '@/lib/notification/queries.current';
import type { MarkNotifications } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { join, type Sql, sql } from '@/lib/sql';

/**
 * Of the rows of `ids`, or the whole inbox. One that becomes unread, alone: it stands for its row. Returns how many
 * notifications changed.
 */
export async function mark({ db, actor }: Ctx, input: MarkNotifications): Promise<number> {
  const { ids, read, archive, snooze_until: until } = input;
  const own = sql`n.member_id = ${actor.memberId}::uuid and n.in_app`;
  const named = sql`n.id = any(${[...(ids ?? [])]}::uuid[])`;
  const rows = sql`(${subject}, ${state}) in (select ${subject}, ${state} from notification n where ${own} and ${named})`;
  const within = !ids ? sql`${state} = 'inbox'` : read === false ? named : rows;
  const set: Sql[] = [];
  const changed: Sql[] = [];
  if (read !== undefined || until) {
    const unread = read === false || Boolean(until);
    set.push(unread ? sql`read_at = null` : sql`read_at = coalesce(n.read_at, now())`);
    changed.push(unread ? sql`n.read_at is not null` : sql`n.read_at is null`);
  }
  if (archive !== undefined || until) {
    set.push(archive && !until ? sql`archived_at = coalesce(n.archived_at, now())` : sql`archived_at = null`);
    changed.push(archive && !until ? sql`n.archived_at is null` : sql`n.archived_at is not null`);
  }
  if (until !== undefined || archive) {
    set.push(
      sql`snoozed_until = ${until ?? null}::timestamptz`,
      sql`arrived_at = coalesce(${until ?? null}::timestamptz, n.created_at)`,
    );
    changed.push(until ? sql`true` : sql`n.snoozed_until is not null`);
  }
  return db.$executeRaw`
    update notification n set ${join(set)} where ${own} and ${within} and (${join(changed, ' or ')})`;
}
