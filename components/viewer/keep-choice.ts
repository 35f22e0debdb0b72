import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { ChangeProfile } from '@/lib/account/schema';

/** Saves in the account what already took effect here, for other browsers. */
export function keepChoice(choice: Pick<ChangeProfile, 'theme' | 'single_keys' | 'time_zone'>): Promise<boolean> {
  return call('PUT profile', choice).then(
    () => true,
    (error) => {
      showToast({
        kind: 'failure',
        text: `This works in this browser, but was not saved in your account. ${reasonOf(error)}`,
      });
      return false;
    },
  );
}
