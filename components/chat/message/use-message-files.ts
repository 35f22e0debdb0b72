import { useCallback, useEffect, useRef, useState } from 'react';
import { useAttaching } from '@/components/attachment/use-attaching';
import { readDraft, recallDraft, writeDraft } from '@/components/draft/draft-store';
import { call } from '@/components/query/api-client';
import type { FileRecord } from '@/lib/file/schema';
import type { RoomRecord } from '@/lib/room/schema';

/** Beside the draft of the text. */
const filesOf = (draft: string) => `${draft}:files`;

const idsIn = (kept: unknown): string[] => (Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []);

/** Keeps files of a message that was refused for the next one. */
export const keepFiles = (draft: string, ids: readonly string[]): void =>
  writeDraft(filesOf(draft), [...new Set([...ids, ...idsIn(readDraft(filesOf(draft)))])]);

/** What will hang on the message that is being written; kept until then, as its text is. The server removes drafts after a day. */
export function useMessageFiles({ project_id }: Pick<RoomRecord, 'project_id'>, draft: string) {
  const [files, setFiles] = useState<readonly FileRecord[]>([]);
  const latest = useRef(files);
  const change = useCallback(
    (next: readonly FileRecord[]) => {
      latest.current = next;
      setFiles(next);
      writeDraft(filesOf(draft), next.length ? next.map(({ _id }) => _id) : undefined);
    },
    [draft],
  );
  const attaching = useAttaching({ draft: 'true', ...(project_id && { project_id }) }, (file) =>
    change([...latest.current, file]),
  );
  useEffect(() => {
    latest.current = [];
    setFiles([]);
    let gone = false;
    async function read(kept: unknown) {
      const answers = await Promise.allSettled(idsIn(kept).map((id) => call('GET chatFile/{id}', { id })));
      const found = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const there = found.filter(({ message_id }) => message_id === null);
      if (!gone && there.length) change([...there, ...latest.current]);
    }
    const end = recallDraft(filesOf(draft), (kept) => void read(kept));
    return () => {
      gone = true;
      end();
    };
  }, [draft, change]);
  return {
    attaching,
    files,
    busy: attaching.sending.some(({ problem }) => !problem),
    remove: ({ _id: id }: Pick<FileRecord, '_id'>) => {
      change(latest.current.filter(({ _id }) => _id !== id));
      // It is removed by itself where this fails.
      call('DELETE chatFile/{id}', { id }).catch(() => undefined);
    },
    /** Takes them out of the field; `back` puts them in again. */
    take: () => {
      const taken = latest.current;
      change([]);
      return { ids: taken.map(({ _id }) => _id), back: () => change([...taken, ...latest.current]) };
    },
  };
}
