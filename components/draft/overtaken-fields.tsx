import { ApiError } from '@/components/query/api-client';
import { ConflictBox } from './lazy-conflict-box';

/** Of `useFormDraft`: a field that somebody else changed since the draft began. */
export type Overtaken<T> = { field: keyof T; theirs: T[keyof T]; takeTheirs: () => void; takeMine: () => void };

/** Why a form with such fields is not sent yet; undefined if it may be. */
export const notChosen = (overtaken: readonly unknown[]): ApiError | undefined =>
  overtaken.length > 0
    ? new ApiError(409, 'conflict', 'Choose first what to keep where somebody else changed the same.')
    : undefined;

/** Both texts of each such field. `what`: its noun; `said`: a value in words, where it is no text. */
export function OvertakenFields<T extends object>({
  overtaken,
  draft,
  what,
  said = (_, value) => (typeof value === 'string' ? value : ''),
}: {
  overtaken: readonly Overtaken<T>[];
  draft: T;
  what: Record<keyof T, string>;
  said?: (field: keyof T, value: T[keyof T]) => string;
}) {
  return overtaken.map(({ field, theirs, takeTheirs, takeMine }) => (
    <ConflictBox
      key={String(field)}
      what={what[field]}
      theirs={said(field, theirs)}
      mine={said(field, draft[field])}
      onTheirs={takeTheirs}
      onMine={takeMine}
    />
  ));
}
