import 'server-only';
import { z } from 'zod';
import { type Endpoint, publicEndpoint, sessionEndpoint } from '@/lib/api/endpoint';
import { listDirectory, lookUpOrganisation } from '@/lib/auth/directory';
import {
  FindOrganisations,
  LookUpOrganisation,
  OrganisationListing,
  OrganisationStanding,
  SignedIn,
  SignIn,
} from '@/lib/auth/schema';
import { type Client, endSession, signInWithPassword } from '@/lib/auth/sign-in';
import { DomainError, notFound } from '@/lib/errors';
import type { Caller } from '@/lib/org';

export const authEndpoints: Endpoint[] = [
  publicEndpoint({
    method: 'POST',
    path: 'signinwithorgs',
    summary: 'Signs in to one organisation. The token counts for 12 hours, or until `signout`.',
    input: SignIn,
    output: SignedIn,
    shape: 'record',
    message: 'Signed in.',
    run: signIn,
  }),
  sessionEndpoint({
    method: 'POST',
    path: 'signout',
    summary: 'Ends the session of this token, at once and for good.',
    input: z.strictObject({}),
    output: z.null(),
    shape: 'record',
    message: 'Signed out.',
    run: signOut,
  }),
  publicEndpoint({
    method: 'GET',
    path: 'getOrganisationList',
    summary: 'Verified organisations that show themselves in the directory, by name; at most 50.',
    input: FindOrganisations,
    output: z.array(OrganisationListing),
    shape: 'record',
    message: 'Organisations.',
    run: (_client, { q }) => listDirectory(q),
  }),
  publicEndpoint({
    method: 'POST',
    path: 'verifyorganisation',
    summary: 'Looks an organisation up by its key.',
    input: LookUpOrganisation,
    output: OrganisationStanding,
    shape: 'record',
    message: 'Organisation.',
    run: lookUp,
  }),
];

async function signIn(client: Client, input: SignIn): Promise<SignedIn> {
  const { token, expiresAt, user, organisation } = await signInWithPassword(input, 'bearer', client);
  return { token: `Bearer ${token}`, expires_at: expiresAt.toISOString(), user, organisation };
}

async function signOut({ sid }: Caller): Promise<null> {
  if (!(await endSession(sid)))
    throw new DomainError('unauthenticated', 'Unauthorized! Your session has ended. Sign in again.');
  return null;
}

async function lookUp(_client: Client, { sub_domain }: LookUpOrganisation): Promise<OrganisationStanding> {
  const found = await lookUpOrganisation(sub_domain);
  if (!found) throw notFound('The organisation');
  return found;
}
