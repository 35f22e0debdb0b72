import { resumed } from '@/components/draft/text-draft';
import { mergeTexts } from '@/lib/markdown/merge-texts';
import type { TaskDetail } from '@/lib/task/schema';

/** Of any text that was changed since, a version that is not the stored one. */
const EARLIER = 1;

type Beginning = {
  text: string;
  /** What it is a change of. */
  base: TaskDetail;
  /** What somebody else made of the same lines meanwhile; both are shown. */
  conflict: TaskDetail | null;
  /** Somebody changed other lines meanwhile; they are in `text`. */
  merged: boolean;
};

/** Where the form begins: with the draft, if there is one, and with what others changed since that was begun. */
export function beginning(kept: unknown, stored: TaskDetail): Beginning {
  const { text, base } = resumed(kept, stored.description);
  if (base === stored.description) return { text, base: stored, conflict: null, merged: false };
  const both = base === null ? null : mergeTexts(base, stored.description, text);
  return both?.clean
    ? { text: both.text, base: stored, conflict: null, merged: true }
    : { text, base: { ...stored, version: EARLIER, description: base ?? '' }, conflict: stored, merged: false };
}
