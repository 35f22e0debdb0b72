/** Whom an invitation is for, as people write or copy it. Runs anywhere. */
import { addresseeIn, oddSign } from '@/lib/invitation/vocabulary.addresses';
import { email as emailSchema } from '@/lib/session/schema';

/** `name`: if it stands beside the address. `problem`: why it is no address. */
export type Invited = { email: string; name: string | null; problem: null } | { problem: string };

export function invitedIn(given: string): Invited {
  const { email: address, name } = addresseeIn(given);
  const email = emailSchema.safeParse(address);
  if (email.success) return { email: email.data, name, problem: null };
  return { problem: oddSign(address) ?? email.error.issues[0]?.message ?? 'That is not an email address.' };
}
