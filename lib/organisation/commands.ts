import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Door } from '@/lib/contract/endpoint';
import { allow, invalidField, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { MAX_LOGO } from '@/lib/organisation/vocabulary';
import { type EncodedLogo, encodeLogo } from '@/lib/picture/logo-picture';
import { canEditOrganisation } from './policy';
import { getOrganisation, knowsTimeZone } from './queries';
import type { OrganisationSettings, UpdateOrganisation, UploadLogo } from './schema';

const REFUSED = 'Your role cannot change the organisation’s settings.';
const FIELDS = [
  'name',
  'tint',
  'listed',
  'working_days',
  'holidays',
  'time_zone',
  'mail_quotes',
  'client_requests',
] as const;

/** `conflict` with the current record if `version` is stale. */
export async function updateOrganisation(ctx: Ctx, input: UpdateOrganisation): Promise<OrganisationSettings> {
  const { db, org } = ctx;
  allow(canEditOrganisation(ctx.actor), REFUSED);
  const before = await getOrganisation(ctx);
  if (before.version !== input.version) throw stale(before);
  const changed = FIELDS.filter(
    (field) => input[field] !== undefined && JSON.stringify(input[field]) !== JSON.stringify(before[field]),
  );
  if (!changed.length) return before;
  const { name, tint, listed, working_days: workingDays, holidays, mail_quotes: mailQuotes } = input;
  const { time_zone: timeZone, client_requests: clientRequests } = input;
  if (timeZone && changed.includes('time_zone') && !(await knowsTimeZone(ctx, timeZone)))
    throw invalidField('time_zone', 'The database does not know this time zone. Choose another one of the same place.');
  const { count } = await db.organisation.updateMany({
    where: { id: org.id, version: input.version },
    data: {
      name,
      tint,
      listed,
      workingDays,
      holidays,
      timeZone,
      mailQuotes,
      clientRequests,
      version: { increment: 1 },
    },
  });
  const after = await getOrganisation(ctx);
  if (!count) throw stale(after);
  const only = (settings: OrganisationSettings) => Object.fromEntries(changed.map((field) => [field, settings[field]]));
  ctx.happened('organisation.changed', { target: after.name }, { before: only(before), after: only(after) });
  return after;
}

/** Encoded anew, so that only the file's pixels are kept. */
export async function setLogo(door: Door, { file }: UploadLogo): Promise<OrganisationSettings> {
  const organisation = await door(async ({ actor, org }) => {
    allow(canEditOrganisation(actor), REFUSED);
    return org.id;
  });
  // Between two transactions: unpacking takes a second and must hold no connection.
  const encoded = await encodeLogo(organisation, file.bytes, MAX_LOGO);
  return door((ctx) => keepLogo(ctx, encoded));
}

export async function keepLogo(ctx: Ctx, { webp, png }: EncodedLogo): Promise<OrganisationSettings> {
  const { db, org } = ctx;
  allow(canEditOrganisation(ctx.actor), REFUSED);
  // Random, so that URLs cannot be guessed.
  const version = randomBytes(16).toString('hex');
  await db.organisationLogo.deleteMany({});
  await db.organisationLogo.createMany({ data: [{ version, webp, png }] });
  await db.organisation.updateMany({ where: { id: org.id }, data: { logo: version, version: { increment: 1 } } });
  ctx.happened('organisation.logo_changed', { target: org.name }, { bytes: webp.byteLength });
  return getOrganisation(ctx);
}

export async function removeLogo(ctx: Ctx): Promise<OrganisationSettings> {
  const { db, org } = ctx;
  allow(canEditOrganisation(ctx.actor), REFUSED);
  const { count } = await db.organisation.updateMany({
    where: { id: org.id, logo: { not: null } },
    data: { logo: null, version: { increment: 1 } },
  });
  if (count) {
    await db.organisationLogo.deleteMany({});
    ctx.happened('organisation.logo_changed', { target: org.name }, { removed: true });
  }
  return getOrganisation(ctx);
}
