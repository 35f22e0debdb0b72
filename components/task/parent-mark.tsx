import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { bidi } from '@/lib/bidi';
import type { TaskParent } from '@/lib/task/schema';

export function ParentMark({ parent, short = false }: { parent: TaskParent | null; short?: boolean }) {
  if (!parent) return null;
  return (
    <span className="mark-parent" title={bidi`Part of ${parent.key} ${parent.title}`}>
      <VisuallyHidden>Part of </VisuallyHidden>
      <span className="shrink-0 tabular-nums">{parent.key}</span>
      {!short && (
        <span dir="auto" className="word-parent truncate">
          {parent.title}
        </span>
      )}
    </span>
  );
}
