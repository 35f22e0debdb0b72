import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { BinnedRecord } from '@/lib/bin/schema';

type Binned = Pick<BinnedRecord, 'kind' | '_id' | 'key' | 'name'>;

const nameOf = ({ kind, key, name }: Binned) => (kind === 'task' ? key : name);

/** Shows a message either way; returns whether it worked. */
export async function restore(one: Binned): Promise<boolean> {
  try {
    await call(one.kind === 'task' ? 'POST restoreTask' : 'POST restoreProject', { id: one._id });
    showToast({ kind: 'success', text: `${nameOf(one)} is restored.` });
    return true;
  } catch (error) {
    showToast({ kind: 'failure', text: `${nameOf(one)} was not restored. ${reasonOf(error)}` });
    return false;
  }
}

/** For good; throws ApiError. */
export async function purge(one: Binned): Promise<void> {
  await call(one.kind === 'task' ? 'DELETE binnedTask/{id}' : 'DELETE binnedProject/{id}', { id: one._id });
  showToast({ kind: 'success', text: `${nameOf(one)} was deleted permanently.` });
}
