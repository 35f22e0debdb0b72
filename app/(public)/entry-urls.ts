import 'server-only';
import { cookies } from 'next/headers';
import { pageClaims } from '@/lib/session/caller';
import { presentKey } from '@/lib/session/organisation-keys';
import { PENDING_COOKIE } from '@/lib/session-token';
import { type OrganisationFace, organisationFace } from '@/lib/sign-up/directory';
import { organisationHost, organisationLinks } from '@/lib/tenant/organisation-links';
import { isOrgKey, safeNext } from '@/lib/tenant/tenant';
import { cut } from '@/lib/text';

type Search = Promise<Record<string, string | string[] | undefined>>;

/** Empty if missing; the first value if given several times. */
export async function searchText(search: Search, name: string): Promise<string> {
  const value = (await search)[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
}

export function withNext(path: string, next: string | null): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}

/** `next` of a URL, if it is a path of this site; else null. */
export async function nextOf(search: Search): Promise<string | null> {
  return safeNext(await searchText(search, 'next'));
}

/** Login of the organisation's own host, else of the last one (cookie `company`), else the page that asks for it. */
export async function loginUrl(next: string | null = null): Promise<string> {
  const key = (await hostOrganisation()) ?? (await lastOrganisation());
  return withNext(key ? (await organisationLinks(key))('login') : '/already_registered', next);
}

/** `?organisation=`, else the host's organisation or the one used last; empty if none. */
export async function askedOrganisation(search: Search): Promise<string> {
  const asked = cut((await searchText(search, 'organisation')).toLowerCase(), 32);
  return asked || (await hostOrganisation()) || (await lastOrganisation()) || '';
}

/** The email a code was just sent to; empty if none. */
export async function pendingEmail(): Promise<string> {
  return cut((await cookies()).get(PENDING_COOKIE)?.value ?? '', 254);
}

/** Null for visitors who are not signed in. */
export async function dashboardUrl(): Promise<string | null> {
  if (!(await pageClaims())) return null;
  const key = (await hostOrganisation()) ?? (await lastOrganisation());
  return key && (await organisationLinks(key))('dashboard');
}

/** The organisation `loginUrl` leads to; null if it asks for one. */
export async function knownOrganisation(): Promise<OrganisationFace | null> {
  const key = (await hostOrganisation()) ?? (await lastOrganisation());
  const face = key && (await organisationFace(await presentKey(key)));
  return face && !face.deleted ? face : null;
}

const hostOrganisation = async () => (await organisationHost())?.key ?? null;

async function lastOrganisation(): Promise<string | null> {
  const company = (await cookies()).get('company')?.value ?? '';
  return isOrgKey(company) ? company : null;
}
