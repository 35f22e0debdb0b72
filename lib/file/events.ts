/** Events of files. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';

/** `audience`: who sees it now; `before`: who saw it, where that changed. */
export type FileSubject = {
  id: string;
  projectId: string | null;
  version: number;
  audience: 'internal' | 'client';
  before?: 'internal' | 'client';
  /** The space that it came from. */
  from?: string | null;
  /** Of a file on a task, with its task's own audience. */
  task?: { id: string; audience: string };
};

const aboutFile = eventAbout<FileSubject>();
const named = z.object({ file_id: z.string(), name: z.string() });

const activity = ({ projectId, audience, task }: FileSubject): Line | undefined =>
  projectId === null ? undefined : { projectId, audience, ...(task && { task }) };

const live = ({ id, projectId, version, audience, before, from, task }: FileSubject): LiveEvent[] =>
  [...new Set([projectId, from === undefined ? projectId : from])].map((space) => ({
    type: 'file.changed',
    itemId: id,
    projectId: space,
    version,
    client: audience === 'client' || before === 'client',
    ...(task && { taskId: task.id }),
  }));

/** Whoever shows it need not ask for what is not there. */
const gone = (file: FileSubject): LiveEvent[] =>
  live(file).map((event) => ({ ...event, type: 'file.deleted' }) as LiveEvent);

const target = ({ projectId }: FileSubject) => projectId ?? undefined;

export const fileEvents = defineEvents({
  'file.added': aboutFile({
    data: named,
    words: ({ name }, { it }) => `added the file “${name}” to ${it}`,
    activity,
    live,
  }),
  'file.version_added': aboutFile({
    data: named.extend({ version_number: z.number() }),
    words: ({ name, version_number }) => `added version ${version_number} of the file “${name}”`,
    activity,
    live,
  }),
  'file.version_restored': aboutFile({
    data: named.extend({ version_number: z.number() }),
    words: ({ name, version_number }) => `restored version ${version_number} of the file “${name}”`,
    activity,
    live,
  }),
  'file.renamed': aboutFile({
    data: named.extend({ from: z.string() }),
    words: ({ name, from }) => `renamed the file “${from}” to “${name}”`,
    activity,
    live,
  }),
  'file.moved': aboutFile({
    data: named.extend({ to: z.string().nullable() }),
    words: ({ name, to }) => `moved the file “${name}” ${to === null ? 'out of its folder' : `to the folder “${to}”`}`,
    activity,
    live,
  }),
  'file.shared': aboutFile({
    data: named,
    words: ({ name }) => `made the file “${name}” visible to the project’s clients`,
    activity,
    audit: { group: 'work', label: 'File shared', target },
    live,
  }),
  'file.unshared': aboutFile({
    data: named,
    words: ({ name }) => `hid the file “${name}” from the project’s clients`,
    activity,
    audit: { group: 'work', label: 'File hidden', target },
    live,
  }),
  'file.deleted': aboutFile({
    data: named,
    words: ({ name }) => `moved the file “${name}” to the bin`,
    activity,
    live: gone,
  }),
  'file.restored': aboutFile({
    data: named,
    words: ({ name }) => `restored the file “${name}” from the bin`,
    activity,
    live,
  }),
  'file.purged': aboutFile({
    data: named,
    words: ({ name }) => `removed the file “${name}” for good`,
    audit: { group: 'work', label: 'File removed', target },
    live,
  }),
});
