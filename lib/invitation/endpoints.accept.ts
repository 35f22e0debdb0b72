import 'server-only';
import { command, defineEndpoints } from '@/lib/contract/endpoint';
import { acceptInvitation } from '@/lib/invitation/auth';
import { AcceptedInvitation, AcceptInvitation } from '@/lib/invitation/schema.accept';

export const invitationAcceptanceEndpoints = defineEndpoints({
  'POST acceptInvitation': command(
    AcceptInvitation,
    AcceptedInvitation,
    'anonymous',
    async (client, input) => (await acceptInvitation(input, client)).accepted,
    'Uses the token of an invitation, once: a new person chooses a password, a known one gives theirs. 403 for whoever is ' +
      'signed in with another address than the invited one.',
    { recognises: true },
  ),
});
