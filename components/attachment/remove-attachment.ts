import { loadAhead } from '@/components/overlay/load-ahead';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import type { Removal } from './attachment-removal';

const load = () => import('./attachment-removal');

/** Shows a message either way, with Undo, also by Ctrl+Z. */
export function removeAttachment(by: Removal, file: { _id: string; name: string }, onChanged: () => void): void {
  loadAhead(load);
  load().then(
    ({ remove }) => remove(by, file, onChanged),
    () => showToast({ kind: 'failure', text: bidi`${file.name} was not removed. Try again.` }),
  );
}
