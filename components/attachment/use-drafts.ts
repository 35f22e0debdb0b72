import { type RefObject, useState } from 'react';
import type { Pictures } from '@/components/editor/text-editor';
import { call } from '@/components/query/api-client';
import type { FileRecord } from '@/lib/file/schema';
import { useAttaching } from './use-attaching';

/** A file chosen for something that is not written yet. `own`: uploaded for it, and not needed without it. */
type Chosen = { file: FileRecord; own: boolean };

/** What will hang on something that is being written, or stand in its text. Drafts that nobody attaches are removed after a day. */
export function useDrafts(projectId: string, pictures?: RefObject<Pictures | null>) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const add = (file: FileRecord, own: boolean) =>
    setChosen((all) => (all.some((one) => one.file._id === file._id) ? all : [...all, { file, own }]));
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
      setChosen((all) => all.filter((one) => one !== gone));
      // It is removed by itself where this fails.
      if (gone?.own) call('DELETE file/{id}', { id: _id }).catch(() => undefined);
    },
    /** Takes them out of the form; `back` puts them in again. */
    take: () => {
      setChosen([]);
      return { back: () => setChosen((since) => [...chosen, ...since]) };
    },
  };
}
