import 'server-only';
import { presentKey } from '@/lib/auth/keys';
import type { OrganisationListing, OrganisationStanding } from '@/lib/auth/schema';
import { asAuth } from '@/lib/db';
import { contains } from '@/lib/validation';

/** Verified organisations that did not leave the directory, by name; at most 50. Names and keys alone (decisions 8). */
export async function listDirectory(q = ''): Promise<OrganisationListing[]> {
  return asAuth(
    (db) => db.$queryRaw<OrganisationListing[]>`
      select name as organisation_name, key as sub_domain from organisation
       where listed and verified_at is not null and deleted_at is null and (name ilike ${contains(q)} or key ilike ${contains(q)})
       order by lower(name), key limit 50`,
  );
}

/** What strangers may see of an organisation whose key they know: its login page shows it. */
export type OrganisationFace = { name: string; tint: string; logo: string | null; deleted: boolean };

/**
 * The organisation with this key, listed or not (whoever knows the key may come to its login); null if none. One that
 * is being deleted is shown to its login alone, so that an admin can take the deletion back.
 */
export async function organisationFace(key: string): Promise<OrganisationFace | null> {
  const [row] = await asAuth(
    (db) => db.$queryRaw<OrganisationFace[]>`
      select name, tint, logo, deleted_at is not null as deleted from organisation
       where key = ${key} and (deleted_at is null or deleted_at > now() - interval '30 days')`,
  );
  return row ? { ...row, logo: row.deleted ? null : row.logo } : null;
}

/** Name of the organisation with this key, listed or not; null if there is none, or none any more. */
export async function organisationNamed(key: string): Promise<string | null> {
  const face = await organisationFace(await presentKey(key));
  return face && !face.deleted ? face.name : null;
}

/** What `verifyorganisation` tells of an organisation: name, key, and whether its founder verified it; null if none. */
export async function lookUpOrganisation(given: string): Promise<OrganisationStanding | null> {
  const key = await presentKey(given);
  const [row] = await asAuth(
    (db) => db.$queryRaw<OrganisationStanding[]>`
      select name as organisation_name, key as sub_domain, verified_at is not null as verified from organisation
       where key = ${key} and deleted_at is null`,
  );
  return row ?? null;
}
