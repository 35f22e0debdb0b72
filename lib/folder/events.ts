/** Events of folders. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';

/** `audience`: who sees it now; `before`: who saw it, where that changed. */
export type FolderSubject = {
  id: string;
  projectId: string | null;
  version: number;
  audience: 'internal' | 'client';
  before?: 'internal' | 'client';
};

const aboutFolder = eventAbout<FolderSubject>();
const named = z.object({ folder_id: z.string(), name: z.string() });

const activity = ({ projectId, audience }: FolderSubject): Line | undefined =>
  projectId === null ? undefined : { projectId, audience };

const live = ({ id, projectId, version, audience, before }: FolderSubject): LiveEvent[] => [
  {
    type: 'folder.changed',
    itemId: id,
    projectId,
    version,
    client: audience === 'client' || before === 'client',
  },
];

const gone = (folder: FolderSubject): LiveEvent[] =>
  live(folder).map((event) => ({ ...event, type: 'folder.deleted' }) as LiveEvent);

const target = ({ projectId }: FolderSubject) => projectId ?? undefined;

export const folderEvents = defineEvents({
  'folder.created': aboutFolder({
    data: named,
    words: ({ name }) => `made the folder “${name}”`,
    activity,
    live,
  }),
  'folder.renamed': aboutFolder({
    data: named.extend({ from: z.string() }),
    words: ({ name, from }) => `renamed the folder “${from}” to “${name}”`,
    activity,
    live,
  }),
  'folder.moved': aboutFolder({
    data: named.extend({ to: z.string().nullable() }),
    words: ({ name, to }) =>
      `moved the folder “${name}” ${to === null ? 'out of the folder it was in' : `to the folder “${to}”`}`,
    activity,
    live,
  }),
  'folder.shared': aboutFolder({
    data: named,
    words: ({ name }) => `made the folder “${name}” visible to the project’s clients`,
    activity,
    audit: { group: 'work', label: 'Folder shared', target },
    live,
  }),
  'folder.unshared': aboutFolder({
    data: named,
    words: ({ name }) => `hid the folder “${name}” from the project’s clients`,
    activity,
    audit: { group: 'work', label: 'Folder hidden', target },
    live,
  }),
  'folder.deleted': aboutFolder({
    data: named,
    words: ({ name }) => `moved the folder “${name}” to the bin`,
    activity,
    live: gone,
  }),
  'folder.restored': aboutFolder({
    data: named,
    words: ({ name }) => `restored the folder “${name}” from the bin`,
    activity,
    live,
  }),
  'folder.purged': aboutFolder({
    data: named,
    words: ({ name }) => `removed the folder “${name}” for good`,
    audit: { group: 'work', label: 'Folder removed', target },
    live,
  }),
});
