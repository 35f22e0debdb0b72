import 'server-only';
import { type OwnRecords, ownRecords } from '@/lib/account/queries.own';
import type { OwnData } from '@/lib/account/schema';
import { type AuthCtx, type Client, withAuth } from '@/lib/auth';
import type { Door } from '@/lib/contract/endpoint';
import type { RunningJob } from '@/lib/contract/job';
import { DomainError, notFound } from '@/lib/errors';
import { type Ctx, withOrg } from '@/lib/org';
import { addJobs } from '@/lib/queue/jobs';
import { inBriefSession } from '@/lib/session/sessions';

export const OWN_DATA_FILE = 'guildhall-my-data.json';

const NOTHING: OwnRecords = {
  projects: [],
  tasks_assigned: [],
  tasks_created: [],
  comments: [],
  time_entries: [],
  activity: [],
  notifications: [],
  role_requests: [],
  messages: [],
  reactions: [],
  file_comments: [],
  requests: [],
  project_updates: [],
  sign_offs: [],
  meetings: [],
  agenda_items: [],
  rooms: [],
  presence: null,
  notification_settings: null,
  push_subscriptions: [],
};

/** Each organisation is read through its own door; a closed one gives only the account's part and the reason. */
export async function collectOwnData(door: Door): Promise<OwnData> {
  const { personId, memberId, sessionId } = await door(async ({ actor, sessionId }) => ({ ...actor, sessionId }));
  const { account, client, memberships } = await withAuth(null, (auth) => ofAccount(auth, personId, sessionId));
  const organisations: OwnData['organisations'] = [];
  for (const { organisation_id, member_id, ...rest } of memberships) {
    const read = async (ctx: Ctx) => {
      ctx.happened('data.downloaded', { id: ctx.actor.memberId });
      return ownRecords(ctx);
    };
    const inside =
      member_id === memberId
        ? { records: await door(read) }
        : await orReason(
            inBriefSession(client, { org_id: organisation_id, member_id }, (sid) =>
              withOrg({ sid, ...client }, null, read),
            ),
          );
    if (!inside.records)
      await withAuth(client, async (auth) =>
        auth.happened({ orgId: organisation_id, memberId: member_id }, 'data.downloaded', { id: member_id }),
      );
    organisations.push({ ...rest, left_out: inside.reason ?? null, ...(inside.records ?? NOTHING) });
  }
  return { generated_at: new Date().toISOString(), account, organisations };
}

/** The same file, made by a job. */
export async function prepareOwnData({ db, actor: { memberId } }: Ctx): Promise<string> {
  const about = { name: OWN_DATA_FILE };
  const [id] = await addJobs(db, [{ kind: 'account.export', lane: 'work', memberId, about, payload: {} }]);
  return id as string;
}

/** All at once: each organisation is a transaction of its own. */
export async function writeOwnData({ door, write, advance }: RunningJob<unknown>): Promise<boolean> {
  const data = await collectOwnData(door);
  await door(async (ctx) => {
    await advance(ctx, { done: 1, total: 1 });
    await write(ctx, JSON.stringify(data, null, 2));
  });
  return true;
}

type Inside = { records?: OwnRecords; reason?: string };
type Membership = { organisation_id: string; member_id: string };

async function orReason(records: Promise<OwnRecords>): Promise<Inside> {
  try {
    return { records: await records };
  } catch (error) {
    if (error instanceof DomainError && (error.code === 'forbidden' || error.code === 'unauthenticated'))
      return { reason: error.code === 'forbidden' ? error.message : 'This organisation is closed.' };
    throw error;
  }
}

type AccountSide = Membership &
  Pick<OwnData['organisations'][number], 'organisation_name' | 'sub_domain' | 'membership' | 'sessions'>;

/** Never a hash, a secret or a session's id. */
async function ofAccount({ db }: AuthCtx, personId: string, sessionId: string | undefined) {
  const [account] = await db.$queryRaw<{ data: Record<string, unknown>; picture: Uint8Array | null }[]>`
    select json_build_object('name', p.name, 'email', p.email, 'email_verified_at', p.email_verified_at,
             'created_at', p.created_at, 'password_changed_at', p.password_changed_at, 'locale', p.locale,
             'time_zone', p.time_zone, 'working_days', p.working_days, 'theme', p.theme, 'single_keys', p.single_keys,
             'second_factor_since', p.totp_enabled_at,
             'recovery_codes_left', (select count(*) from recovery_code c where c.person_id = p.id and c.used_at is null)) as data,
           (select i.bytes from person_picture i where i.person_id = p.id) as picture
      from person p where p.id = ${personId}::uuid`;
  if (!account) throw notFound('Your account');
  const memberships = await db.$queryRaw<AccountSide[]>`
    select m.org_id as organisation_id, m.id as member_id, o.name as organisation_name, o.key as sub_domain,
           json_build_object('_id', m.id, 'role', m.role, 'approval_status', m.approval, 'name', m.name, 'email', m.email,
             'phone', m.phone, 'company', m.company, 'created_at', m.created_at, 'last_seen_at', m.last_seen_at,
             'deactivated_at', m.deactivated_at) as membership,
           (select coalesce(json_agg(json_build_object('kind', s.kind, 'ip', s.ip, 'user_agent', s.user_agent,
                     'created_at', s.created_at, 'last_seen_at', s.last_seen_at, 'expires_at', s.expires_at,
                     'is_this_one', s.id = ${sessionId ?? null}::uuid) order by s.created_at), '[]')
              from session s where s.org_id = m.org_id and s.member_id = m.id and s.expires_at > now()) as sessions
      from member m join organisation o on o.id = m.org_id
     where m.person_id = ${personId}::uuid order by lower(o.name), m.id`;
  const [seen] = await db.$queryRaw<{ ip: string | null; user_agent: string | null }[]>`
    select ip, user_agent from session where id = ${sessionId ?? null}::uuid`;
  const client: Client = { ip: seen?.ip ?? undefined, userAgent: seen?.user_agent ?? undefined };
  const picture = account.picture && {
    type: 'image/webp',
    base64: Buffer.from(account.picture).toString('base64'),
  };
  return { account: { ...account.data, picture }, client, memberships };
}
