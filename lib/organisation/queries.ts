import 'server-only';
import { allow, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { membersWithoutSecondFactor } from '@/lib/organisation/auth.mfa';
import { GRACE_DAYS } from '@/lib/retention';
import { canViewSecurity, canViewSettings } from './policy';
import type { OrganisationSettings, SecurityRules } from './schema';
import { type JoinRule, logoPath } from './vocabulary';

export async function getOrganisation(ctx: Ctx): Promise<OrganisationSettings> {
  allow(canViewSettings(ctx.actor), 'Your role cannot see the settings.');
  const row = await ctx.db.organisation.findFirst({
    where: { id: ctx.org.id },
    select: {
      id: true,
      name: true,
      key: true,
      tint: true,
      logo: true,
      listed: true,
      workingDays: true,
      holidays: true,
      timeZone: true,
      mailQuotes: true,
      clientRequests: true,
      joinRule: true,
      joinDomains: true,
      requiresTotp: true,
      createdAt: true,
      version: true,
    },
  });
  if (!row) throw notFound('The organisation');
  const former = await ctx.db.formerKey.findMany({ orderBy: { createdAt: 'desc' }, select: { key: true } });
  return {
    _id: row.id,
    name: row.name,
    sub_domain: row.key,
    tint: row.tint,
    logo: logoPath(row.logo),
    listed: row.listed,
    working_days: row.workingDays,
    holidays: row.holidays,
    time_zone: row.timeZone,
    mail_quotes: row.mailQuotes,
    client_requests: row.clientRequests,
    join_rule: row.joinRule as JoinRule,
    join_domains: row.joinDomains,
    ...(canViewSecurity(ctx.actor) && { requires_second_factor: row.requiresTotp }),
    former_keys: former.map(({ key }) => key),
    created_at: row.createdAt.toISOString(),
    version: row.version,
  };
}

/** For whoever plans: the days on which the organisation works, and the clock by which they are counted. */
export async function workingCalendar(
  ctx: Ctx,
): Promise<Pick<OrganisationSettings, 'working_days' | 'holidays' | 'time_zone'>> {
  const row = await ctx.db.organisation.findFirst({
    where: { id: ctx.org.id },
    select: { workingDays: true, holidays: true, timeZone: true },
  });
  if (!row) throw notFound('The organisation');
  return { working_days: row.workingDays, holidays: row.holidays, time_zone: row.timeZone };
}

/** The clock by which the organisation's days are counted. */
export async function organisationZone({ db }: Pick<Ctx, 'db'>): Promise<string> {
  const [row] = await db.$queryRaw<{ zone: string }[]>`select app_time_zone() as zone`;
  return row?.zone ?? 'UTC';
}

/** Whether PostgreSQL counts days in it: its list of time zones may be older than the browser's. */
export async function knowsTimeZone({ db }: Ctx, name: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ known: boolean }[]>`
    select exists (select from pg_timezone_names where lower(name) = lower(${name})) as known`;
  return row?.known ?? false;
}

export async function getSecurityRules(ctx: Ctx): Promise<SecurityRules> {
  allow(canViewSecurity(ctx.actor), 'Your role cannot see the security rules.');
  const own = await ctx.db.organisation.findUnique({ where: { id: ctx.org.id }, select: { requiresTotp: true } });
  return { requires_second_factor: own?.requiresTotp ?? false, ...(await membersWithoutSecondFactor(ctx)) };
}

/** Uses the transaction's clock: emails queued in it must not be older than the deletion. Null if already deleted. */
export async function markDeleted({ db, org }: Ctx): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ until: Date }[]>`
    update organisation set deleted_at = now(), version = version + 1 where id = ${org.id}::uuid and deleted_at is null
    returning deleted_at + make_interval(days => ${GRACE_DAYS}) as until`;
  return row?.until ?? null;
}

/** One statement, safe for two at once. Returns the join rule from now on; null if the domain was not there. */
export async function dropDomain({ db, org }: Ctx, domain: string): Promise<JoinRule | null> {
  const [after] = await db.$queryRaw<{ join_rule: JoinRule }[]>`
    update organisation set join_domains = array_remove(join_domains, ${domain}), version = version + 1,
           join_rule = case when join_rule = 'domains' and array_remove(join_domains, ${domain}) = '{}' then 'approval' else join_rule end
     where id = ${org.id}::uuid and ${domain} = any (join_domains) returning join_rule`;
  return after?.join_rule ?? null;
}

type Taken = {
  name: string;
  tint: string;
  working_days: number[];
  holidays: string[];
  time_zone: string;
  mail_quotes: boolean;
  client_requests: boolean;
};

/** Of an archive that is imported; who may come in, and the key, stay as they are. */
export const takeSettings = ({ db, org }: Ctx, one: Taken) => db.$executeRaw`
  update organisation set name = ${one.name}, tint = ${one.tint}, working_days = ${one.working_days}::int[], holidays = ${one.holidays}::text[],
         time_zone = ${one.time_zone}, mail_quotes = ${one.mail_quotes}, client_requests = ${one.client_requests},
         version = version + 1 where id = ${org.id}::uuid`;
