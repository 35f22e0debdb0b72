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
    'Accepts an invitation, once: a new person chooses a password, a known one enters theirs. 403 for anybody who is ' +
      'signed in with an email other than the invited one.',
    { recognises: true },
  ),
});
