import { bidi } from '@/lib/bidi';
import { STATUS_CODES, type StatusCode, statusLabel } from './status-mark';

export type StatusCounts = Partial<Record<StatusCode, number>>;

/** What the statuses are called; `colour`: c1 to c8, null as always. */
type StatusNames = readonly { status: number; name: string; colour: string | null }[];

const columnOf = (names: StatusNames | undefined, code: StatusCode) => names?.find(({ status }) => status === code);

export function progressSentence(counts: StatusCounts, names?: StatusNames): string {
  const total = STATUS_CODES.reduce((sum, code) => sum + (counts[code] ?? 0), 0);
  if (total === 0) return 'No tasks yet';
  const parts = STATUS_CODES.filter((code) => counts[code]).map(
    (code) => bidi`${counts[code]} ${columnOf(names, code)?.name ?? statusLabel(code)}`,
  );
  const percent = Math.floor((100 * (counts[4] ?? 0)) / total);
  return `${total} ${total === 1 ? 'task' : 'tasks'}: ${parts.join(', ')}. ${percent} % completed`;
}

/** From the left, what is done first: it grows with the work. What nobody has begun is the track. */
const DRAWN: readonly StatusCode[] = [4, 3, 2];

/** Nothing is drawn while nothing is completed: at 0 % a coloured bar would say otherwise. */
export function ProgressBar({ counts, names }: { counts: StatusCounts; names?: StatusNames }) {
  return (
    <div role="img" aria-label={progressSentence(counts, names)} className="progress-bar">
      {(counts[4] ? DRAWN : [])
        .filter((code) => counts[code])
        .map((code) => {
          const tint = columnOf(names, code)?.colour;
          return (
            <span
              key={code}
              className={`progress-${code}`}
              style={{ flexGrow: counts[code], ...(tint && { background: `var(--${tint})` }) }}
            />
          );
        })}
      <span style={{ flexGrow: (counts[1] ?? 0) + (counts[5] ?? 0) }} />
    </div>
  );
}
