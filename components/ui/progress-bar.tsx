import { STATUS_CODES, type StatusCode, statusLabel } from './status-mark';

const FILL: Record<StatusCode, string> = {
  1: 'bg-st-pending',
  2: 'bg-st-in-process',
  3: 'bg-st-testing',
  4: 'bg-st-completed',
  // Striped, so that it can be told without colours.
  5: 'bg-st-backlogs bg-[repeating-linear-gradient(135deg,transparent_0_2px,var(--surface)_2px_4px)]',
};

export type StatusCounts = Partial<Record<StatusCode, number>>;

export function progressSentence(counts: StatusCounts): string {
  const total = STATUS_CODES.reduce((sum, code) => sum + (counts[code] ?? 0), 0);
  if (total === 0) return 'No tasks yet';
  const parts = STATUS_CODES.filter((code) => counts[code]).map((code) => `${counts[code]} ${statusLabel(code)}`);
  const percent = Math.floor((100 * (counts[4] ?? 0)) / total);
  return `${total} ${total === 1 ? 'task' : 'tasks'}: ${parts.join(', ')}. ${percent} % completed`;
}

export function ProgressBar({ counts }: { counts: StatusCounts }) {
  return (
    <div
      role="img"
      aria-label={progressSentence(counts)}
      className="flex h-2 w-full gap-px overflow-hidden rounded-full bg-hover forced-colors:border"
    >
      {STATUS_CODES.filter((code) => counts[code]).map((code) => (
        <span key={code} className={FILL[code]} style={{ flexGrow: counts[code], flexBasis: 0 }} />
      ))}
    </div>
  );
}
