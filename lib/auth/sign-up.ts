import 'server-only';
import { foundOrganisation } from '@/lib/auth/found';
import { askToJoin } from '@/lib/auth/join';
import { passwordProblem } from '@/lib/auth/password-rules';
import type { SignedUp, SignUp } from '@/lib/auth/schema';
import type { Client } from '@/lib/auth/sign-in';
import { invalidField } from '@/lib/errors';

/** Founds an organisation or asks to join one, once the password will do. */
export async function signUp(input: SignUp, client: Client): Promise<SignedUp> {
  const { email, name, organisation_name, sub_domain: key, password } = input;
  const problem = passwordProblem(password, { email, name, organisation: organisation_name, key });
  if (problem) throw invalidField('password', problem);
  return organisation_name === undefined
    ? askToJoin(input, client)
    : foundOrganisation({ ...input, organisation_name }, client);
}
