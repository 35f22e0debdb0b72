import { CornerDownRight } from 'lucide-react';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';
import type { TaskParent } from '@/lib/task/schema';

export function ParentMark({
  parent,
  short = false,
  titleClass,
}: {
  parent: TaskParent | null;
  short?: boolean;
  titleClass?: string;
}) {
  if (!parent) return null;
  return (
    <span
      className="inline-flex max-w-full min-w-0 items-center gap-1 text-xs text-text-3"
      title={`Part of ${parent.key} ${parent.title}`}
    >
      <CornerDownRight className="size-3 shrink-0" />
      <VisuallyHidden>Part of </VisuallyHidden>
      <span className="shrink-0 tabular-nums">{parent.key}</span>
      {!short && <span className={cn('truncate', titleClass)}>{parent.title}</span>}
    </span>
  );
}
