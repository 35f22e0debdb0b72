import type { ProjectDetail } from '@/lib/project/schema';
import { PROJECT_TYPES } from '@/lib/project/vocabulary';

/** What stands in the form; an empty text is an empty field. */
export type Draft = {
  name: string;
  code: string;
  description: string;
  type: string;
  category_id: string;
  team_leader_id: string;
  start_date: string;
  due_date: string;
  member_ids: string[];
  client_ids: string[];
};

export const NEW_DRAFT: Draft = {
  name: '',
  code: '',
  description: '',
  type: PROJECT_TYPES[1],
  category_id: '',
  team_leader_id: '',
  start_date: '',
  due_date: '',
  member_ids: [],
  client_ids: [],
};

/** The form of a project that exists. Its people are changed elsewhere. */
export const draftOf = (project: ProjectDetail): Draft => ({
  ...NEW_DRAFT,
  name: project.name,
  code: project.key,
  description: project.description,
  type: project.type,
  category_id: project.category?._id ?? '',
  team_leader_id: project.leader?._id ?? '',
  start_date: project.start_date ?? '',
  due_date: project.due_date ?? '',
});

/** The body that creates it: fields that were left empty are left out. */
export function newProjectOf(draft: Draft): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => name === 'name' || (Array.isArray(value) ? value.length : value)),
  );
}

const EDITED = ['name', 'description', 'type', 'category_id', 'team_leader_id', 'start_date', 'due_date'] as const;
const NULLABLE: ReadonlySet<string> = new Set(['category_id', 'team_leader_id', 'start_date', 'due_date']);

/** The body that saves it: what was changed, and the version it was changed from. */
export function editOf(before: ProjectDetail, draft: Draft): Record<string, unknown> {
  const was = draftOf(before);
  const changes = EDITED.filter((name) => draft[name] !== was[name]).map((name) => [
    name,
    draft[name] === '' && NULLABLE.has(name) ? null : draft[name],
  ]);
  return { project_id: before._id, version: before.version, ...Object.fromEntries(changes) };
}
