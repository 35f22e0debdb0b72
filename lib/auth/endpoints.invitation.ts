import 'server-only';
import { type Endpoint, publicEndpoint } from '@/lib/api/endpoint';
import { acceptInvitation } from '@/lib/auth/invitation';
import { AcceptedInvitation, AcceptInvitation } from '@/lib/auth/schema.invitation';

export const invitationAcceptanceEndpoints: Endpoint[] = [
  publicEndpoint({
    method: 'POST',
    path: 'acceptInvitation',
    summary:
      'Uses the token of an invitation, once: a new person chooses a password, a known one gives theirs. 403 for whoever is ' +
      'signed in with another address than the invited one.',
    input: AcceptInvitation,
    output: AcceptedInvitation,
    shape: 'record',
    message: 'Welcome.',
    recognises: true,
    run: async (client, input) => (await acceptInvitation(input, client)).accepted,
  }),
];
