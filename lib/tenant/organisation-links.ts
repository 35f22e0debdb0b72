import 'server-only';
import { headers } from 'next/headers';
import { cache } from 'react';
import { env } from '@/lib/env';
import { type HrefTo, linksOf, type OrganisationHost } from '@/lib/tenant/organisation-path';
import { hostOf, subdomainOf } from '@/lib/tenant/tenant';

/** The organisation whose own host was requested; null at the root. Middleware refused unknown hosts. */
export const organisationHost = cache(async (): Promise<OrganisationHost | null> => {
  const host = hostOf(await headers()).toLowerCase();
  const key = subdomainOf(host, env.rootDomain);
  return key ? { key, origin: `${env.secure ? 'https' : 'http'}://${host}` } : null;
});

export const organisationLinks = async (key: string): Promise<HrefTo> => linksOf(key, await organisationHost());
