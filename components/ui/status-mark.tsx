import { cn } from '@/lib/class-names';
import { VisuallyHidden } from './visually-hidden';

export type StatusCode = 1 | 2 | 3 | 4 | 5;

const STATUS: Record<StatusCode, { label: string; colour: string }> = {
  1: { label: 'Pending', colour: 'text-st-pending' },
  2: { label: 'In Process', colour: 'text-st-in-process' },
  3: { label: 'Testing', colour: 'text-st-testing' },
  4: { label: 'Completed', colour: 'text-st-completed' },
  5: { label: 'Backlogs', colour: 'text-st-backlogs' },
};

export const STATUS_CODES: readonly StatusCode[] = [1, 2, 3, 4, 5];

export function statusLabel(status: StatusCode): string {
  return STATUS[status].label;
}

export function isStatusCode(code: number): code is StatusCode {
  return code in STATUS;
}

/** The shape alone tells the five apart. */
export function StatusMark({
  status,
  label = STATUS[status].label,
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
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        className={cn('shrink-0', STATUS[status].colour)}
        style={tint ? { color: `var(--${tint}-text)` } : undefined}
      >
        <Shape status={status} />
      </svg>
      {word === 'shown' && label}
      {word === 'hidden' && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}

function Shape({ status }: { status: StatusCode }) {
  switch (status) {
    case 1:
      return <circle cx="8" cy="8" r="6" strokeWidth="2" />;
    case 2:
      return (
        <>
          <circle cx="8" cy="8" r="6" strokeWidth="2" />
          <path d="M8 4.5a3.5 3.5 0 0 1 0 7z" fill="currentColor" stroke="none" />
        </>
      );
    case 3:
      return (
        <>
          <circle cx="8" cy="8" r="6" strokeWidth="2" />
          <path d="M8 8V4.5A3.5 3.5 0 1 1 4.5 8z" fill="currentColor" stroke="none" />
        </>
      );
    case 4:
      return (
        <>
          <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
          <path
            d="m5 8.3 2.1 2.1L11 6.3"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="stroke-surface"
          />
        </>
      );
    case 5:
      // Two bars in a broken ring: a pile, not the empty ring of Pending.
      return (
        <>
          <circle cx="8" cy="8" r="6.5" strokeWidth="1.5" strokeDasharray="2.55 2.55" />
          <path d="M5.5 6.25h5M5.5 9.75h5" strokeWidth="1.75" strokeLinecap="round" />
        </>
      );
  }
}
