/** Events of files, and those that files and folders have alike. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';

/** A file or folder. `audience`: who sees it now; `before`: who saw it, where that changed. */
export type ItemSubject = {
  id: string;
  projectId: string | null;
  version: number;
  audience: 'internal' | 'client';
  before?: 'internal' | 'client';
  /** Clients who see the item do not read this about it. */
  teamOnly?: boolean;
  /** The space that it came from. */
  from?: string | null;
  /** Of a file on a task, with its task's own audience. */
  task?: { id: string; audience: string };
  /** Who is told of it. */
  hearing?: readonly string[];
};

const aboutItem = eventAbout<ItemSubject>();

const activity = ({ projectId, audience, teamOnly, task }: ItemSubject): Line | undefined =>
  projectId === null ? undefined : { projectId, audience: teamOnly ? 'internal' : audience, ...(task && { task }) };

const liveAs =
  (type: Extract<LiveEvent, { itemId: string }>['type']) =>
  ({ id, projectId, version, audience, before, from, task }: ItemSubject): LiveEvent[] =>
    [...new Set([projectId, from === undefined ? projectId : from])].map((space) => ({
      type,
      itemId: id,
      projectId: space,
      version,
      client: audience === 'client' || before === 'client',
      ...(task && { taskId: task.id }),
    }));

const notify = {
  topic: 'file',
  to: ({ hearing = [] }: ItemSubject) => hearing,
  about: ({ projectId, task }: ItemSubject) => (task ? { taskId: task.id } : { projectId: projectId as string }),
  while: 'still there',
} as const;

const target = ({ projectId }: ItemSubject) => projectId ?? undefined;

/** What happens to files and folders alike. `named`: the payload of all of them, with the item's id. */
export function itemEvents<D extends { name: string }>(noun: 'file' | 'folder', named: z.ZodType<D>) {
  const live = liveAs(`${noun}.changed`);
  const audit = (what: string) =>
    ({ group: 'work', label: `${noun === 'file' ? 'File' : 'Folder'} ${what}`, target }) as const;
  const event = aboutItem<D>;
  return {
    renamed: aboutItem({
      data: z.intersection(named, z.object({ from: z.string() })),
      words: ({ name, from }) => `renamed the ${noun} “${from}” to “${name}”`,
      activity,
      live,
    }),
    moved: aboutItem({
      data: z.intersection(named, z.object({ to: z.string().nullable(), arrived: z.literal(true).optional() })),
      words: ({ name, to, arrived }) => {
        const where = arrived
          ? 'here from another project'
          : to === null
            ? 'out of its folder'
            : `to the folder “${to}”`;
        return `moved the ${noun} “${name}” ${where}`;
      },
      activity,
      live,
    }),
    shared: event({
      data: named,
      words: ({ name }) => `made the ${noun} “${name}” visible to the project’s clients`,
      activity,
      audit: audit('shared'),
      notify,
      live,
    }),
    unshared: event({
      data: named,
      words: ({ name }) => `hid the ${noun} “${name}” from the project’s clients`,
      activity,
      audit: audit('hidden'),
      live,
    }),
    // Whoever shows it need not ask for what is not there.
    deleted: event({
      data: named,
      words: ({ name }) => `moved the ${noun} “${name}” to the bin`,
      activity,
      live: liveAs(`${noun}.deleted`),
    }),
    restored: event({
      data: named,
      words: ({ name }) => `restored the ${noun} “${name}” from the bin`,
      activity,
      live,
    }),
    purged: event({
      data: named,
      words: ({ name }) => `removed the ${noun} “${name}” for good`,
      audit: audit('removed'),
      live,
    }),
    /** Any other, in these words. */
    other: <E extends D>(data: z.ZodType<E>, words: (data: E, telling: { it: string }) => string) =>
      aboutItem({ data, words, activity, live }),
  };
}

const named = z.object({ file_id: z.string(), name: z.string() });
const numbered = named.extend({ version_number: z.number() });
const file = itemEvents('file', named);

export const fileEvents = defineEvents({
  'file.added': { ...file.other(named, ({ name }, { it }) => `added the file “${name}” to ${it}`), notify },
  'file.version_added': file.other(
    numbered,
    ({ name, version_number }) => `added version ${version_number} of the file “${name}”`,
  ),
  'file.version_restored': file.other(
    numbered,
    ({ name, version_number }) => `restored version ${version_number} of the file “${name}”`,
  ),
  'file.renamed': file.renamed,
  'file.moved': file.moved,
  'file.shared': file.shared,
  'file.unshared': file.unshared,
  'file.deleted': file.deleted,
  'file.restored': file.restored,
  'file.purged': file.purged,
});
