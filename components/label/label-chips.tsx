import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { TaskLabel } from '@/lib/label/schema';

/** Where there is little room; the task's page shows all. */
const SHOWN = 2;

/** Among other marks, each on its own, so that as many are drawn as fit. */
export const labelMarks = (labels: readonly TaskLabel[] = []) =>
  labels.map(({ _id, name, colour }, at) => (
    <span dir="auto" key={_id} title={name} className={`tint-${colour.slice(1)}`}>
      {at === 0 && <VisuallyHidden>{labels.length === 1 ? 'Label: ' : 'Labels: '}</VisuallyHidden>}
      {name}
    </span>
  ));

/** Labels of a field; nothing if there are none. `all`: as many as there are. */
export function LabelChips({ labels = [], all = false }: { labels?: readonly TaskLabel[]; all?: boolean }) {
  if (!labels.length) return null;
  const shown = all ? labels : labels.slice(0, SHOWN);
  const rest = labels.slice(shown.length);
  return (
    <span className={all ? 'label-chips flex-wrap py-1' : 'label-chips'}>
      <VisuallyHidden>{labels.length === 1 ? 'Label: ' : 'Labels: '}</VisuallyHidden>
      {shown.map(({ _id, name, colour }) => (
        <span dir="auto" key={_id} title={name} className={`tint-${colour.slice(1)}`}>
          {name}
        </span>
      ))}
      {rest.length > 0 && <span title={rest.map(({ name }) => name).join(', ')}>+{rest.length}</span>}
    </span>
  );
}
