import 'server-only';
import type { OrganisationListing, OrganisationStanding } from '@/lib/auth/schema';
import { asAuth } from '@/lib/db';
import { contains } from '@/lib/validation';

/** Verified organisations that did not leave the directory, by name; at most 50. Names and keys alone (decisions 8). */
export async function listDirectory(q = ''): Promise<OrganisationListing[]> {
  return asAuth(
    (db) => db.$queryRaw<OrganisationListing[]>`
      select name as organisation_name, key as sub_domain from organisation
       where listed and verified_at is not null and (name ilike ${contains(q)} or key ilike ${contains(q)})
       order by lower(name), key limit 50`,
  );
}

/** Name of the organisation with this key, listed or not (whoever knows the key may come to its login); null if none. */
export async function organisationNamed(key: string): Promise<string | null> {
  const [row] = await asAuth(
    (db) => db.$queryRaw<{ name: string }[]>`select name from organisation where key = ${key}`,
  );
  return row?.name ?? null;
}

/** What `verifyorganisation` tells of an organisation: name, key, and whether its founder verified it; null if none. */
export async function lookUpOrganisation(key: string): Promise<OrganisationStanding | null> {
  const [row] = await asAuth(
    (db) => db.$queryRaw<OrganisationStanding[]>`
      select name as organisation_name, key as sub_domain, verified_at is not null as verified from organisation where key = ${key}`,
  );
  return row ?? null;
}
