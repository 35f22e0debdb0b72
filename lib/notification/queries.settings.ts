import 'server-only';
import { env } from '@/lib/env';
import type { NotificationSettings } from '@/lib/notification/schema.settings';
import { type Channels, DEFAULT_CHANNELS, type Level, TOPICS, type Topic } from '@/lib/notification/vocabulary';
import type { Ctx } from '@/lib/org';
import { type Db, sql } from '@/lib/sql';

type Stored = {
  browsers: string[];
  events: Partial<Record<Topic, Partial<Channels>>> | null;
  projects: Record<string, Level>;
  emails: boolean | null;
  digest_hour: number | null;
  quiet_from: string | null;
  quiet_to: string | null;
};

/** With the defaults; of projects only those that the caller sees. */
export async function readSettings({ db, actor }: Ctx): Promise<NotificationSettings> {
  const me = sql`${actor.memberId}::uuid`;
  const [row] = await db.$queryRaw<[Stored]>`
    select array(select encode(sha256(convert_to(b.endpoint, 'UTF8')), 'hex') from push_subscription b where b.member_id = ${me}) as browsers,
           s.events, s.emails, s.digest_hour, s.quiet_from, s.quiet_to,
           coalesce((select jsonb_object_agg(p.id, s.projects -> p.id::text) from project p where jsonb_exists(s.projects, p.id::text)), '{}') as projects
      from (values (1)) as one(row) left join notification_setting s on s.member_id = ${me}`;
  const events = Object.fromEntries(
    TOPICS.map((topic) => [topic, { ...DEFAULT_CHANNELS[topic], ...row.events?.[topic] }]),
  ) as NotificationSettings['events'];
  return {
    events,
    digest: { hour: row.digest_hour ?? 8 },
    quiet_hours: row.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null,
    projects: row.projects,
    emails: row.emails ?? true,
    push_key: env.push?.publicKey ?? null,
    push_browsers: row.browsers,
  };
}

/** `projects`: those that changed; `all` is not kept. Choices of projects that are not seen now stay. */
export async function writeSettings({ db, actor }: Ctx, settings: NotificationSettings): Promise<void> {
  const { events, digest, quiet_hours: quiet, projects, emails } = settings;
  const kept = Object.fromEntries(Object.entries(projects).filter(([, level]) => level !== 'all'));
  const values = sql`${JSON.stringify(events)}::jsonb, ${emails}::boolean, ${digest.hour}::smallint, ${quiet?.from ?? null}, ${quiet?.to ?? null}`;
  await db.$executeRaw`
    insert into notification_setting as s (member_id, events, emails, digest_hour, quiet_from, quiet_to, projects)
    values (${actor.memberId}::uuid, ${values}, ${JSON.stringify(kept)}::jsonb)
    on conflict (org_id, member_id) do update set
      (events, emails, digest_hour, quiet_from, quiet_to) = (excluded.events, excluded.emails, excluded.digest_hour, excluded.quiet_from, excluded.quiet_to),
      projects = (s.projects - ${Object.keys(projects)}::text[]) || excluded.projects`;
}

/** Without signing in, as `worker`: further emails about notifications are sent again, or no more. */
export const setEmails = (db: Db, seat: { org_id: string; member_id: string }, emails: boolean) => db.$executeRaw`
  insert into notification_setting (org_id, member_id, emails)
  select ${seat.org_id}::uuid, ${seat.member_id}::uuid, ${emails}::boolean
  on conflict (org_id, member_id) do update set emails = excluded.emails`;
