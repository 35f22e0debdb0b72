import type { CSSProperties } from 'react';
import { cn } from '@/lib/class-names';
import { VisuallyHidden } from './visually-hidden';

export type StatusCode = 1 | 2 | 3 | 4 | 5;

const STATUS: Record<StatusCode, string> = {
  1: 'Pending',
  2: 'In Process',
  3: 'Testing',
  4: 'Completed',
  5: 'Backlogs',
};

export const STATUS_CODES: readonly StatusCode[] = [1, 2, 3, 4, 5];

export function statusLabel(status: StatusCode): string {
  return STATUS[status];
}

export function isStatusCode(code: number): code is StatusCode {
  return code in STATUS;
}

/** The shape alone tells the five apart; styles draw it (`st-`), since lists repeat it. */
export function StatusMark({
  status,
  label = STATUS[status],
  tint,
  word = 'shown',
  size = 14,
}: {
  status: StatusCode;
  label?: string;
  /** c1 to c8 instead of the status's own colour. */
  tint?: string | null;
  /** `hidden` keeps the word for screen readers; `none` where the word is beside it already. */
  word?: 'shown' | 'hidden' | 'none';
  size?: 12 | 14 | 16;
}) {
  return (
    <span
      className={cn('st', `st-${status}`, size !== 14 && `st-size-${size}`)}
      style={tint ? ({ '--st': `var(--${tint}-text)` } as CSSProperties) : undefined}
    >
      {word === 'shown' && label}
      {word === 'hidden' && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
