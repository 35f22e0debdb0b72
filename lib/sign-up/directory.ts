import 'server-only';
import { withAuth } from '@/lib/auth';
import { GRACE_DAYS } from '@/lib/retention';
import { presentKey } from '@/lib/session/organisation-keys';
import type { OrganisationListing, OrganisationState } from '@/lib/session/schema';
import { isOrgKey } from '@/lib/tenant/tenant';
import { contains } from '@/lib/validation';

/**
 * Verified organisations that did not leave the directory; at most 50: the one with this key first, then those that look
 * named like it, then by name. Names and keys alone (decisions 8).
 */
export async function listDirectory(q = ''): Promise<OrganisationListing[]> {
  return withAuth(
    null,
    ({ db }) => db.$queryRaw<OrganisationListing[]>`
      select name as organisation_name, key as sub_domain from organisation
       where listed and verified_at is not null and deleted_at is null
         and (name ilike ${contains(q)} or key ilike ${contains(q)} or name_skeleton(name) = name_skeleton(${q}))
       order by key <> ${q.toLowerCase()}, name_skeleton(name) <> name_skeleton(${q}), lower(name), key limit 50`,
  );
}

/** What somebody's text for their organisation may mean. `certain`: the key to go to without asking. */
export type OrganisationMatches = { certain: string | null; matches: OrganisationListing[] };

/**
 * Finds organisations by key or name. A key is certain: there is one of each. A name can be anybody's, so it is certain only
 * where nothing else could be meant: no other match, and no organisation, listed or not, that looks named alike.
 */
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

/** A listed organisation whose name looks like this one, for whoever is about to give it to another; null if none. */
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

/** What strangers may see of an organisation whose key they know: its login page shows it. */
export type OrganisationFace = { name: string; tint: string; logo: string | null; deleted: boolean };

/**
 * The organisation with this key, listed or not (whoever knows the key may come to its login); null if none. One that
 * is being deleted is shown to its login alone, so that an admin can take the deletion back.
 */
export async function organisationFace(key: string): Promise<OrganisationFace | null> {
  const [row] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<OrganisationFace[]>`
      select name, tint, logo, deleted_at is not null as deleted from organisation
       where key = ${key} and (deleted_at is null or deleted_at > now() - make_interval(days => ${GRACE_DAYS}))`,
  );
  return row ? { ...row, logo: row.deleted ? null : row.logo } : null;
}

/** Name of the organisation with this key, listed or not; null if there is none, or none any more. */
export async function organisationNamed(key: string): Promise<string | null> {
  const face = await organisationFace(await presentKey(key));
  return face && !face.deleted ? face.name : null;
}

/** What `verifyorganisation` tells of an organisation: name, key, and whether its first admin verified it; null if none. */
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
