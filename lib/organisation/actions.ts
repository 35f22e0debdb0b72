'use server';

import { redirect } from 'next/navigation';
import { restoreOrganisation } from '@/lib/organisation/auth.restore';
import { pageCaller } from '@/lib/session/caller';
import { formFailure } from '@/lib/session/forms';
import type { FormState } from '@/lib/session/schema';
import { publicAction } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export const restoreOwnOrganisation = publicAction([], async (): Promise<FormState> => {
  let key: string;
  try {
    ({ sub_domain: key } = await restoreOrganisation(await pageCaller()));
  } catch (error) {
    return formFailure(error, {});
  }
  redirect((await organisationLinks(key))('settings?section=danger'));
});
