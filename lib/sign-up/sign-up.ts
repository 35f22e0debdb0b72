import 'server-only';
import type { Client } from '@/lib/auth';
import { invalidField } from '@/lib/errors';
import { passwordProblem } from '@/lib/password/password-rules';
import type { SignedUp, SignUp } from '@/lib/session/schema';
import { createOrganisation } from '@/lib/sign-up/create-organisation';
import { askToJoin } from '@/lib/sign-up/join';

export async function signUp(input: SignUp, client: Client): Promise<SignedUp> {
  const { email, name, organisation_name, sub_domain: key, password } = input;
  const problem = passwordProblem(password, { email, name, organisation: organisation_name, key });
  if (problem) throw invalidField('password', problem);
  return organisation_name === undefined
    ? askToJoin(input, client)
    : createOrganisation({ ...input, organisation_name }, client);
}
