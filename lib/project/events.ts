/** Events of projects. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line, listed, type Telling } from '@/lib/contract/event';
import { PROJECT_STATUS_LABEL, PROJECT_STATUSES, PROJECT_TYPE_LABEL } from '@/lib/project/vocabulary';
import type { LiveEvent } from '@/lib/realtime/events';
import { changeInWords } from '@/lib/task/events';

/** After the change. Without `version` viewers reload it. */
export type ProjectSubject = { id: string; version?: number };
type WithPeople = ProjectSubject & {
  people: readonly string[];
};

const aboutProject = eventAbout<ProjectSubject>();
const aboutPeople = eventAbout<WithPeople>();

const toTeam = ({ id }: ProjectSubject): Line => ({ projectId: id, audience: 'internal' });
const toEverybody = ({ id }: ProjectSubject): Line => ({ projectId: id, audience: 'client' });
const target = ({ id }: ProjectSubject) => id;
const about = ({ id }: ProjectSubject) => ({ projectId: id });
const live =
  (...types: ('project.changed' | 'project.deleted' | 'project.restored')[]) =>
  ({ id, version }: ProjectSubject): LiveEvent[] =>
    types.map((type) => ({ type, projectId: id, ...(version && { version }) }));
/** `joined`: who is in it since. */
const membersOf = ({ id }: ProjectSubject, joined: readonly string[] = []): LiveEvent => ({
  type: 'members.changed',
  projectId: id,
  ...(joined.length > 0 && { joined }),
});

const person = z.object({ _id: z.string(), name: z.string() });
const named = z.object({ name: z.string(), key: z.string() });
type Named = z.infer<typeof named>;
/** Older entries: the audit log has key and name as one text, history only the name. */
const olderNamed = ({ name, project, key }: Readonly<Record<string, unknown>>) => ({
  name: name ?? (typeof project === 'string' ? project.replace(/^\S+ /, '') : ''),
  key: key ?? (typeof project === 'string' ? project.split(' ')[0] : ''),
});
const theProject = ({ name, key }: Named) => ['the project', key, name].filter(Boolean).join(' ');

const FIELD = {
  name: 'name',
  code: 'code',
  description: 'description',
  type: 'type',
  category: 'category',
  start_date: 'start date',
  due_date: 'due date',
  tint: 'colour',
} as const;
type Field = keyof typeof FIELD;
const FIELDS = Object.keys(FIELD) as [Field, ...Field[]];

function valueInWords(field: Field, value: string | null | undefined, { formats }: Telling): string | null {
  if (!value) return null;
  if (field === 'start_date' || field === 'due_date') return formats.day(value);
  if (field === 'type') return PROJECT_TYPE_LABEL[value as keyof typeof PROJECT_TYPE_LABEL] ?? value;
  return field === 'name' ? `“${value}”` : value;
}

const status = z.enum(PROJECT_STATUSES);

export const projectEvents = defineEvents({
  'project.created': aboutPeople({
    data: z.object({ name: z.string().optional() }),
    formerly: ['project.create'],
    words: (_, { it }) => `created ${it}`,
    activity: toTeam,
    audit: { group: 'work', label: 'Project created', target, it: (_, name) => `the project ${name}` },
    notify: {
      topic: 'invited',
      to: ({ people }) => people,
      about,
      words: (_, { it }) => `added you to ${it}`,
      while: 'still in the project',
    },
    live: (subject) => [...live('project.changed')(subject), membersOf(subject, subject.people)],
  }),
  'project.edited': aboutProject({
    data: z.object({ field: z.enum(FIELDS), from: z.string().nullish(), to: z.string().nullish() }),
    words: ({ field, from, to }, telling) =>
      // Colours are stored as numbers, which mean nothing to readers.
      changeInWords(
        `the ${FIELD[field]} of ${telling.it}`,
        field === 'tint' ? [null, null] : [valueInWords(field, from, telling), valueInWords(field, to, telling)],
      ),
    activity: toTeam,
    live: live('project.changed'),
  }),
  'project.picture_changed': aboutProject({
    data: z.object({ removed: z.boolean() }),
    words: ({ removed }, { it }) => `${removed ? 'removed' : 'changed'} the picture of ${it}`,
    activity: toTeam,
    live: live('project.changed'),
  }),
  'project.leader_changed': eventAbout<ProjectSubject>()({
    data: z.object({ from: person.nullable(), to: person.nullable() }),
    formerly: ['project.leader'],
    older: ({ from, to }) => ({ from: nobodyOr(from), to: nobodyOr(to) }),
    words: ({ from, to }, { it }) => changeInWords(`the leader of ${it}`, [from?.name ?? null, to?.name ?? null]),
    activity: toTeam,
    audit: {
      group: 'work',
      label: 'Project leader',
      target,
      it: (_, name) => `${name}`,
      before: ({ from }) => ({ leader_id: from?._id ?? null }),
      after: ({ to }) => ({ leader_id: to?._id ?? null }),
      read: ({ before, after }) => ({ from: nobodyOr(before.leader_id), to: nobodyOr(after.leader_id) }),
    },
    notify: {
      topic: 'invited',
      to: (_, { to }) => (to ? [to._id] : []),
      about,
      keeps: () => ({}),
      words: (_, { it }) => `made you the leader of ${it}`,
      while: 'still leads',
    },
    live: (subject, { to }) => [membersOf(subject, to ? [to._id] : []), ...live('project.changed')(subject)],
  }),
  'project.status_changed': aboutProject({
    data: z.object({ from: status.optional(), to: status }),
    formerly: ['project.status'],
    words: ({ from, to }, { it }) =>
      changeInWords(`the status of ${it}`, [from ? PROJECT_STATUS_LABEL[from] : null, PROJECT_STATUS_LABEL[to]]),
    activity: toEverybody,
    audit: {
      group: 'work',
      label: 'Project status',
      target,
      before: ({ from }) => ({ status: from }),
      after: ({ to }) => ({ status: to }),
      read: ({ before, after }) => ({ from: before.status, to: after.status }),
    },
    live: live('project.changed'),
  }),
  'project.members_changed': aboutProject({
    data: z.object({ added: z.array(person), removed: z.array(person) }),
    formerly: ['project.members', 'project.added'],
    // Older audit lines have only names, older notifications nothing.
    older: ({ added, removed }) => ({ added: everybody(added), removed: everybody(removed) }),
    words: ({ added, removed }, { it }) => {
      const [some, others] = [listed(added.map(({ name }) => name)), listed(removed.map(({ name }) => name))];
      if (some && others) return `added ${some} to ${it} and removed ${others}`;
      if (some) return `added ${some} to ${it}`;
      return others ? `removed ${others} from ${it}` : `changed who is in ${it}`;
    },
    activity: toTeam,
    audit: {
      group: 'work',
      label: 'Project members',
      target,
      after: ({ added, removed }) => ({ added: added.map(({ _id }) => _id), removed: removed.map(({ _id }) => _id) }),
      read: ({ after }) => ({ added: everybody(after.added), removed: everybody(after.removed) }),
    },
    notify: {
      topic: 'invited',
      to: (_, { added }) => added.map(({ _id }) => _id),
      about,
      keeps: () => ({}),
      words: (_, { it }) => `added you to ${it}`,
      while: 'still in the project',
    },
    revoke: (_, { removed }) => removed.map(({ _id }) => _id),
    live: (subject, { added }) => [
      membersOf(
        subject,
        added.map(({ _id }) => _id),
      ),
    ],
  }),
  'project.contacts_changed': aboutProject({
    data: z.object({ contacts_added: z.array(z.string()), contacts_removed: z.array(z.string()) }),
    formerly: ['project.contacts'],
    words: (_, { it }) => `changed who clients see in ${it}`,
    audit: { group: 'work', label: 'Contacts changed', target },
    live: (subject) => [membersOf(subject)],
  }),
  'project.deleted': eventAbout<WithPeople>()({
    data: named,
    formerly: ['project.delete'],
    older: olderNamed,
    words: (project) => `deleted ${theProject(project)}`,
    activity: toTeam,
    audit: { group: 'work', label: 'Project deleted', target },
    notify: {
      topic: 'invited',
      to: ({ people }) => people,
      about: ({ id }) => ({ goneProjectId: id }),
      words: () => 'deleted a project',
      while: 'project is gone',
    },
    outdate: (_, __, by) => (by ? [by] : []),
    live: live('project.deleted'),
  }),
  'project.restored': eventAbout<WithPeople>()({
    data: named,
    formerly: ['project.restore'],
    older: olderNamed,
    words: (project) => `restored ${theProject(project)}`,
    activity: toTeam,
    audit: { group: 'work', label: 'Project restored', target },
    notify: { topic: 'invited', to: ({ people }) => people, about, words: () => 'restored a project' },
    outdate: (_, __, by) => (by ? [by] : []),
    live: (subject) => [...live('project.restored')(subject), membersOf(subject, subject.people)],
  }),
  /** By the rollback of the import that made it: nobody had done anything there. */
  'project.unmade': aboutProject({
    data: named,
    words: (named) => `rolled back the import that made ${theProject(named)}`,
    audit: { group: 'work', label: 'Project removed', target },
    live: live('project.deleted'),
  }),
  'project.purged': aboutProject({
    data: named,
    formerly: ['project.purge'],
    older: olderNamed,
    words: (named) => `removed ${theProject(named)} for good`,
    audit: { group: 'work', label: 'Project removed', target },
  }),
});

/** Older data may have only a name. */
const nobodyOr = (name: unknown) => (typeof name === 'string' ? { _id: '', name } : (name ?? null));
const everybody = (list: unknown) => (Array.isArray(list) ? list.map(nobodyOr) : []);
