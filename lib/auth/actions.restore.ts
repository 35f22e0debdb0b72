'use server';

import { redirect } from 'next/navigation';
import { formFailure } from '@/lib/auth/forms';
import { restoreOrganisation } from '@/lib/auth/restore';
import type { FormState } from '@/lib/auth/schema';
import { pageCaller } from '@/lib/auth/session';
import { organisationLinks } from '@/lib/organisation-links';
import { publicAction } from '@/lib/transport';

/** The form of `/deleted`; leads into the organisation, which is open again. */
export const restoreOwnOrganisation = publicAction(async (_before: FormState, _form: FormData): Promise<FormState> => {
  let key: string;
  try {
    ({ sub_domain: key } = await restoreOrganisation(await pageCaller()));
  } catch (error) {
    return formFailure(error, {});
  }
  redirect((await organisationLinks(key))('settings?section=danger'));
});
