import { useEffect, useState } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { useShell } from '@/components/viewer/shell-context';
import type { MessageRecord } from '@/lib/message/schema';
import { type ReadLine, ReadMark } from './read-mark';

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

/** What is read of what is shown, and the line before what is new. */
export function useReading({ docs, read, isRead, first, opened, save }: ReadingParts) {
  const { member } = useShell();
  const [line, show] = useState<ReadLine>({ to: first, set: 0 });
  const [mark] = useState(() => new ReadMark({ me: member._id, save, show }, { read, isRead, line: first }));
  async function unreadFrom(before: string | null): Promise<void> {
    try {
      await mark.unread(docs, before);
      showToast({ kind: 'success', text: 'Unread from this message on.' });
    } catch (error) {
      showToast({ kind: 'failure', text: `The message was not marked unread. ${reasonOf(error)}` });
    }
  }
  useEffect(() => {
    if (opened) mark.openAgain();
  }, [opened, mark]);
  return {
    ...{ line, unreadFrom },
    begin: (to: string | null) => mark.begin(to),
    /** The last of them is in sight. */
    see: () => mark.see(docs),
    comeBack: (isNew?: boolean) => mark.comeBack(docs, read, isNew),
  };
}
