import 'server-only';
import { withAuth } from '@/lib/auth';
import { GRACE_DAYS } from '@/lib/retention';
import { presentKey } from '@/lib/session/organisation-keys';
import type { OrganisationListing, OrganisationState } from '@/lib/session/schema';
import { isOrgKey } from '@/lib/tenant/tenant';
import { contains } from '@/lib/validation';

/** Verified and listed, at most 50: this key first, then look-alike names, then by name. Decisions 8. */
export async function listDirectory(q = ''): Promise<OrganisationListing[]> {
  return withAuth(
    null,
    ({ db }) => db.$queryRaw<OrganisationListing[]>`
      select name as organisation_name, key as sub_domain from organisation
       where listed and verified_at is not null and deleted_at is null
         and (fold(name) like ${contains(q)} or fold(key) like ${contains(q)} or name_skeleton(name) = name_skeleton(${q}))
       order by key <> ${q.toLowerCase()}, name_skeleton(name) <> name_skeleton(${q}), lower(name), key limit 50`,
  );
}

/** `certain`: the key to go to without asking. */
export type OrganisationMatches = { certain: string | null; matches: OrganisationListing[] };

/** A key is certain. A name is certain only if no other organisation, listed or not, has a look-alike name. */
export async function findOrganisations(query: string): Promise<OrganisationMatches> {
  const key = query.toLowerCase();
  if (isOrgKey(key) && (await organisationNamed(key)) !== null) return { certain: await presentKey(key), matches: [] };
  const matches = await listDirectory(query);
  const [only] = matches;
  if (!only || matches.length > 1 || only.organisation_name.toLowerCase() !== key) return { certain: null, matches };
  const [alike] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<{ count: number }[]>`
      select count(*)::int as count from organisation where verified_at is not null and deleted_at is null
         and name_skeleton(name) = name_skeleton(${query})`,
  );
  return { certain: alike?.count === 1 ? only.sub_domain : null, matches };
}

/** A listed organisation with a look-alike name. */
export async function namedAlike(name: string): Promise<OrganisationListing | null> {
  const [row] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<OrganisationListing[]>`
      select name as organisation_name, key as sub_domain from organisation
       where listed and verified_at is not null and deleted_at is null and name_skeleton(${name}) <> ''
         and name_skeleton(name) = name_skeleton(${name}) order by id limit 1`,
  );
  return row ?? null;
}

export type OrganisationFace = { name: string; tint: string; logo: string | null; deleted: boolean };

/** Listed or not; also while being deleted, so that an admin can sign in to restore it. */
export async function organisationFace(key: string): Promise<OrganisationFace | null> {
  const [row] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<OrganisationFace[]>`
      select name, tint, logo, deleted_at is not null as deleted from organisation
       where key = ${key} and (deleted_at is null or deleted_at > now() - make_interval(days => ${GRACE_DAYS}))`,
  );
  return row ? { ...row, logo: row.deleted ? null : row.logo } : null;
}

/** Listed or not; null also if being deleted. */
export async function organisationNamed(key: string): Promise<string | null> {
  const face = await organisationFace(await presentKey(key));
  return face && !face.deleted ? face.name : null;
}

export async function lookUpOrganisation(given: string): Promise<OrganisationState | null> {
  const key = await presentKey(given);
  const [row] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<OrganisationState[]>`
      select name as organisation_name, key as sub_domain, verified_at is not null as verified from organisation
       where key = ${key} and deleted_at is null`,
  );
  return row ?? null;
}
