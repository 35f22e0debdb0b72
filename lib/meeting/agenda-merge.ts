/** What two people made of one agenda line. Pure. */
import { mergeTexts } from '@/lib/markdown/merge-texts';
import type { MeetingAudience } from '@/lib/meeting/vocabulary';

export type LineFields = {
  title: string;
  minutes: number | null;
  notes: string;
  owner_id: string | null;
  audience: MeetingAudience;
  done: boolean;
  decision: boolean;
  task_id: string | null;
};
export type LineField = keyof LineFields;
/** What became of minutes that others wrote in since: put together, or beside each other where they touch. */
type Met = 'merged' | 'both';

type LineMerge = {
  /** What is to be written. */
  fields: Partial<LineFields>;
  /** Changed to something else by somebody else since. */
  conflicts: LineField[];
  met: Met | null;
};

/** `base`: what the change was begun from, of the fields that others have changed since; null: that is not known any more. */
export function mergeLine(
  base: Partial<LineFields> | null,
  now: LineFields,
  mine: Partial<LineFields>,
  by: string,
): LineMerge {
  const merge: LineMerge = { fields: {}, conflicts: [], met: null };
  for (const field of Object.keys(mine) as LineField[]) {
    const wanted = mine[field];
    if (wanted === undefined || wanted === now[field]) continue;
    const isChanged = base === null || field in base;
    if (isChanged && base !== null && base[field] === wanted) continue;
    if (!isChanged || base?.[field] === now[field]) Object.assign(merge.fields, { [field]: wanted });
    else if (field === 'notes')
      Object.assign(merge, mergeNotes(merge.fields, base?.notes ?? '', now.notes, String(wanted), by));
    else merge.conflicts.push(field);
  }
  return merge;
}

function mergeNotes(fields: Partial<LineFields>, base: string, theirs: string, mine: string, by: string) {
  let met: Met = 'merged';
  const { text } = mergeTexts(base, theirs, mine, (one, other) => {
    // What is sent again, or was begun from one's own change on its way, is in it already.
    if (endsOrBegins(one, other)) return one;
    if (endsOrBegins(other, one)) return other;
    met = 'both';
    if (one.length === 0 || other.length === 0) return [...one, ...other];
    return [...one, '', `*At the same time, ${plain(by)}:*`, '', ...other];
  });
  return text === theirs ? { met: null } : { fields: { ...fields, notes: text }, met };
}

const endsOrBegins = (long: readonly string[], short: readonly string[]) =>
  short.length > 0 &&
  short.length <= long.length &&
  (short.every((line, at) => line === long[at]) ||
    short.every((line, at) => line === long[long.length - short.length + at]));

/** Without what Markdown would read. */
const plain = (name: string) => name.replace(/[\\`*_[\]<>#!|~]/g, '');
