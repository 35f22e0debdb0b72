import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readDraft, recallDraft, writeDraft } from '@/components/draft/draft-store';
import type { Pictures } from '@/components/editor/text-editor';
import { call } from '@/components/query/api-client';
import type { FileRecord } from '@/lib/file/schema';
import { useAttaching } from './use-attaching';

/** A file chosen for something that is not written yet. `own`: uploaded for it, and not needed without it. */
type Chosen = { file: FileRecord; own: boolean };

/**
 * What will hang on something that is being written, or stand in its text; kept with the draft of the text where it has a
 * `name`. Drafts that nobody attaches are removed after a day.
 */
export function useDrafts(projectId: string, pictures?: RefObject<Pictures | null>, name?: string) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const now = useRef(chosen);
  const show = (all: readonly Chosen[]) => {
    now.current = all;
    setChosen(all);
  };
  const put = (all: readonly Chosen[]) => {
    show(all);
    if (name) writeDraft(name, all.length > 0 ? all : undefined);
  };
  const begin = useEffectEvent((kept: unknown) => show(Array.isArray(kept) ? kept : []));
  const found = useEffectEvent((kept: unknown) => {
    if (!Array.isArray(kept)) return;
    const since = now.current.filter(({ file }) => !kept.some((one: Chosen) => one.file._id === file._id));
    put([...kept, ...since]);
  });
  useEffect(() => {
    if (!name) return;
    const own = readDraft(name);
    begin(own);
    return own === undefined ? recallDraft(name, (kept) => found(kept)) : undefined;
  }, [name]);
  const add = (file: FileRecord, own: boolean) => {
    if (!now.current.some((one) => one.file._id === file._id)) put([...now.current, { file, own }]);
  };
  const attaching = useAttaching(
    { project_id: projectId, draft: 'true' },
    (record, file) => {
      add(record, true);
      pictures?.current?.end(file, record._id);
    },
    (file) => pictures?.current?.end(file, null),
  );
  return {
    attaching,
    files: chosen.map(({ file }) => file),
    ids: chosen.map(({ file }) => file._id),
    busy: attaching.sending.some(({ problem }) => !problem),
    pick: (file: FileRecord) => add(file, false),
    remove: ({ _id }: Pick<FileRecord, '_id'>) => {
      const gone = chosen.find(({ file }) => file._id === _id);
      put(now.current.filter(({ file }) => file._id !== _id));
      // It is removed by itself where this fails.
      if (gone?.own) call('DELETE file/{id}', { id: _id }).catch(() => undefined);
    },
    /** Takes them out of the form; `back` puts them in again. */
    take: () => {
      put([]);
      return { back: () => put([...chosen, ...now.current]) };
    },
  };
}
