import type { InputOf } from '@/lib/api/contract';
import type { ProjectDetail } from '@/lib/project/schema';
import { PROJECT_TYPES } from '@/lib/project/vocabulary';

type Named = { _id: string; name: string };

/** Form values; empty text is an empty field. */
export type Draft = {
  name: string;
  code: string;
  description: string;
  type: (typeof PROJECT_TYPES)[number];
  category: Named | null;
  leader: Named | null;
  start_date: string;
  due_date: string;
  member_ids: string[];
  client_ids: string[];
  /** Empty: one is chosen for it. */
  tint: string;
};

export const NEW_DRAFT: Draft = {
  name: '',
  code: '',
  description: '',
  type: PROJECT_TYPES[1],
  category: null,
  leader: null,
  start_date: '',
  due_date: '',
  member_ids: [],
  client_ids: [],
  tint: '',
};

const named = (one: Named | null): Named | null => one && { _id: one._id, name: one.name };

/** Without people: they are changed elsewhere. */
export const draftOf = (project: ProjectDetail): Draft => ({
  ...NEW_DRAFT,
  name: project.name,
  code: project.key,
  description: project.description,
  type: project.type,
  category: named(project.category),
  leader: named(project.leader),
  start_date: project.start_date ?? '',
  due_date: project.due_date ?? '',
  tint: project.tint,
});

const fieldsOf = ({ category, leader, ...rest }: Draft) => ({
  ...rest,
  category_id: category?._id ?? '',
  team_leader_id: leader?._id ?? '',
});

/** Leaves out empty fields. */
export function newProjectOf(draft: Draft): InputOf<'POST project'> {
  const { name, type, ...rest } = fieldsOf(draft);
  const given = Object.entries(rest).filter(([, value]) => (Array.isArray(value) ? value.length : value));
  return { name, type, ...Object.fromEntries(given) };
}

const EDITED = [
  'name',
  'code',
  'description',
  'type',
  'category_id',
  'team_leader_id',
  'start_date',
  'due_date',
  'tint',
] as const;
const NULLABLE: ReadonlySet<string> = new Set(['category_id', 'team_leader_id', 'start_date', 'due_date']);

/** Changed fields only, and the version they were changed from. */
export function editOf(before: ProjectDetail, draft: Draft): InputOf<'PUT projectEdit'> {
  const was = fieldsOf(draftOf(before));
  const now = fieldsOf(draft);
  const changes = EDITED.filter((name) => now[name] !== was[name]).map((name) => [
    name,
    now[name] === '' && NULLABLE.has(name) ? null : now[name],
  ]);
  return { project_id: before._id, version: before.version, ...Object.fromEntries(changes) };
}
