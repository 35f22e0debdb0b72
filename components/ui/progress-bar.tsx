import { STATUS_CODES, type StatusCode, statusLabel } from './status-mark';

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
    <div role="img" aria-label={progressSentence(counts)} className="progress-bar">
      {STATUS_CODES.filter((code) => counts[code]).map((code) => (
        <span key={code} className={`progress-${code}`} style={{ flexGrow: counts[code] }} />
      ))}
    </div>
  );
}
