import { ChevronsUp, Flag } from 'lucide-react';
import { cn } from '@/lib/class-names';

export type Priority = 'urgent' | 'high' | 'medium' | 'low' | 'none';

const PRIORITY: Record<Priority, { label: string; look: string }> = {
  urgent: { label: 'Urgent', look: 'text-danger-text font-semibold' },
  high: { label: 'High', look: 'text-danger-text' },
  medium: { label: 'Medium', look: 'text-warn-text' },
  low: { label: 'Low', look: 'text-text-3' },
  none: { label: 'No priority', look: 'text-text-3' },
};

/** On cards (`card`) only Urgent and High are drawn, on narrow ones the mark alone. */
export function PriorityMark({ priority, card = false }: { priority: Priority; card?: boolean }) {
  if (card && priority !== 'urgent' && priority !== 'high') return null;
  const { label, look } = PRIORITY[priority];
  const Mark = priority === 'urgent' ? ChevronsUp : Flag;
  return (
    <span
      title={card ? label : undefined}
      className={cn('inline-flex items-center gap-1 text-xs whitespace-nowrap', look)}
    >
      <Mark className="size-3" />
      {card ? <span className="@max-[17rem]/task:sr-only">{label}</span> : label}
    </span>
  );
}
