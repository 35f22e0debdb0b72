import type { CategoryRecord } from '@/lib/category/schema';
import type { LabelRecord } from '@/lib/label/schema';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import { list, server } from '../server';
import { LEADER, OTHER_USER, USER } from './people';
import { OTHER_PROJECT, PROJECT, projectDetail } from './project';

const MADE_AT = '2026-11-02T09:00:00.000Z';
const record = (_id: string, name: string, colour: string) => ({ _id, name, colour, version: 1, created_at: MADE_AT });

export const DESIGN: LabelRecord = record('l-design', 'Design', 'c2');
export const PRINT: LabelRecord = record('l-print', 'Print', 'c4');
export const LABELS: readonly LabelRecord[] = [DESIGN, PRINT];
export function milestone(name: string, part: Partial<MilestoneRecord> = {}): MilestoneRecord {
  return {
    ...{ _id: `m-${name.toLowerCase()}`, project_id: PROJECT._id, project_key: PROJECT.key, name, due_date: null },
    ...{ audience: 'internal', reached_at: null, tasks: { total: 0, completed: 0 } },
    ...{ version: 1, created_at: MADE_AT, updated_at: MADE_AT },
    ...part,
  };
}
export const CATEGORY: CategoryRecord = record('c-roofs', 'Roofs', 'c3');

/** Answers what editors offer: people, labels, categories and projects. */
export function serveNames(): void {
  const people = [LEADER, USER, OTHER_USER].map(({ role: _, ...one }) => one);
  server.on('GET assigneeList', () => list(people));
  server.on('GET userList', ({ q = '' }) =>
    list(people.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))),
  );
  server.on('GET labelList', () => list(LABELS));
  server.on('GET categorylist', () => list([CATEGORY]));
  server.on('GET milestoneList', () => list([milestone('Launch')]));
  server.on('GET projectList', () => list([projectDetail(), projectDetail(OTHER_PROJECT)]));
}
