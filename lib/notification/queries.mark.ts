import 'server-only';
import { state, subject } from '@/lib/notification/queries.current';
import type { MarkNotifications, Standing } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { empty, join, recordset, type Sql, sql } from '@/lib/sql';

type Stood = { [K in keyof Standing]: K extends '_id' ? string : Date | null };

/**
 * Of the rows of `ids`, or the whole inbox. One that becomes unread, alone: it stands for its row. Returns how those that
 * changed stood before.
 */
export async function mark({ db, actor }: Ctx, input: MarkNotifications): Promise<Standing[]> {
  const { ids, read, archive, snooze_until: until, restore } = input;
  const own = sql`n.member_id = ${actor.memberId}::uuid and n.in_app`;
  if (restore)
    return standings(db, sql`${own} and n.id = any(${restore.map(({ _id }) => _id)}::uuid[])`, asIn(restore));
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
  return standings(db, sql`${own} and ${within} and (${join(changed, ' or ')})`, {
    set: join(set),
    from: empty,
    where: empty,
  });
}

type Change = { set: Sql; from: Sql; where: Sql };

const asIn = (restore: readonly Standing[]): Change => ({
  set: sql`read_at = given.read_at, archived_at = given.archived_at, snoozed_until = given.snoozed_until,
           arrived_at = coalesce(given.arrived_at, n.created_at)`,
  from: sql`, ${recordset(
    restore,
    sql`_id uuid, read_at timestamptz, archived_at timestamptz, snoozed_until timestamptz, arrived_at timestamptz`,
  )}`,
  where: sql`and given._id = n.id`,
});

async function standings(db: Ctx['db'], which: Sql, { set, from, where }: Change): Promise<Standing[]> {
  const rows = await db.$queryRaw<Stood[]>`
    with stood as (
      select n.id, n.read_at, n.archived_at, n.snoozed_until, n.arrived_at from notification n where ${which} for update),
    changed as (update notification n set ${set} from stood${from} where n.id = stood.id ${where} returning n.id)
    select id as _id, read_at, archived_at, snoozed_until, arrived_at from stood where id in (select id from changed)`;
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  return rows.map((row) => ({
    _id: row._id,
    read_at: text(row.read_at),
    archived_at: text(row.archived_at),
    snoozed_until: text(row.snoozed_until),
    arrived_at: text(row.arrived_at),
  }));
}
