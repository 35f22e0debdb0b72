export type Priority = 'urgent' | 'high' | 'medium' | 'low' | 'none';

const PRIORITY: Record<Priority, { label: string; look: string }> = {
  urgent: { label: 'Urgent', look: 'mark-urgent' },
  high: { label: 'High', look: 'mark-high' },
  medium: { label: 'Medium', look: 'mark-medium' },
  low: { label: 'Low', look: 'mark-low' },
  none: { label: 'No priority', look: 'mark-low' },
};

/** On cards (`card`) only Urgent and High are drawn, on narrow ones the mark alone. */
export function PriorityMark({ priority, card = false }: { priority: Priority; card?: boolean }) {
  if (card && priority !== 'urgent' && priority !== 'high') return null;
  const { label, look } = PRIORITY[priority];
  return (
    <span dir="auto" title={card ? label : undefined} className={look}>
      {card ? (
        <span dir="auto" className="word-priority">
          {label}
        </span>
      ) : (
        label
      )}
    </span>
  );
}
