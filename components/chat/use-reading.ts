import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { useShell } from '@/components/viewer/shell-context';
import type { MessageRecord } from '@/lib/message/schema';

type ReadingParts = {
  /** As far as they are shown, oldest first. */
  docs: readonly MessageRecord[];
  /** The last one that is read, by what the server said last, on whichever device; null: none. */
  read: string | null;
  /** Whether all of it is read as it is opened. */
  isRead: boolean;
  /** Where the line is at first. */
  first: ReadLine['to'];
  /** Counts how often it was opened again without having been away. */
  opened: number;
  save: (message_id: string | null) => Promise<void>;
};

/** What is new begins behind `to`; null: with the first, undefined: there is nothing. `set`: counts how often it was sought. */
export type ReadLine = { to: string | null | undefined; set: number };

/**
 * What is read of a room or a thread, and where what is new begins. What was marked unread stays so, whatever is said
 * behind it, until its reader writes or opens it again.
 */
export function useReading({ docs, read: known, isRead, first, opened, save }: ReadingParts) {
  const { member } = useShell();
  // It does not move while one reads.
  const [line, setLine] = useState<ReadLine>({ to: first, set: 0 });
  const read = useRef(known);
  /** Whether the server has been told. */
  const told = useRef(isRead);
  /** The last one that was shown when something was marked unread. */
  const held = useRef<string | null>(null);
  /** One after the other: what is marked last counts. */
  const saving = useRef(Promise.resolve());
  const isOwn = ({ author }: MessageRecord) => author?._id === member._id;
  const placeOf = (id: string | null) => docs.findIndex(({ _id }) => _id === id);

  function mark(to: string | null): Promise<void> {
    read.current = to;
    told.current = true;
    const marking = saving.current.then(() => save(to));
    saving.current = marking.catch(() => {
      told.current = false;
    });
    return marking;
  }
  /** This message is in sight, and the last. */
  function see(last: MessageRecord): void {
    if (held.current !== null) {
      const from = placeOf(held.current);
      if (from < 0 || !docs.slice(from + 1).some(isOwn)) return;
      held.current = null;
    }
    // Who writes has read what came before.
    if (isOwn(last) && told.current) read.current = last._id;
    else if (read.current !== last._id || !told.current) void mark(last._id).catch(() => undefined);
  }
  /** Its reader was away. `isNew`: whether there is something new, where the end is not shown. @returns whether the line is sought anew */
  function comeBack(isNew?: boolean): boolean {
    if (held.current !== null) return false;
    const at = Math.max(placeOf(read.current), placeOf(known));
    if (!(isNew ?? docs.slice(at + 1).some((one) => !isOwn(one) && one.deleted_at === null))) return false;
    begin(docs[at]?._id ?? read.current);
    return true;
  }
  function begin(to: ReadLine['to']): void {
    setLine(({ set }) => ({ to, set: set + 1 }));
  }
  /** What stands behind this one. */
  async function unreadFrom(before: string | null): Promise<void> {
    held.current = docs.at(-1)?._id ?? null;
    try {
      await mark(before);
      setLine(({ set }) => ({ to: before, set }));
      showToast({ kind: 'success', text: 'Unread from this message on.' });
    } catch (error) {
      held.current = null;
      showToast({ kind: 'failure', text: `The message was not marked unread. ${reasonOf(error)}` });
    }
  }
  const again = useEffectEvent(() => {
    if (held.current === null) return;
    held.current = null;
    told.current = false;
    begin(read.current);
  });
  useEffect(() => {
    if (opened) again();
  }, [opened]);
  return { line, begin, see, comeBack, unreadFrom };
}
