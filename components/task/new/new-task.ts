import type { Person } from '@/components/person/assignable-query';
import type { CustomValue } from '@/lib/custom-field/vocabulary';
import type { TaskDetail, TaskMilestone } from '@/lib/task/schema';
import type { Priority } from '@/lib/task/vocabulary';
import type { ProjectName } from './default-project';

export type NewTask = {
  title: string;
  description: string;
  /** Null until chosen: then `defaultProject` decides. */
  project: ProjectName | null;
  status: number;
  priority: Priority;
  people: Person[];
  category: TaskDetail['category'];
  /** Of the project. */
  milestone?: TaskMilestone | null;
  start_date: string | null;
  due_date: string | null;
  audience: TaskDetail['audience'];
  /** By the ids of the organisation's own fields of the project, and whom they name. */
  custom?: Record<string, CustomValue | null>;
  named?: Person[];
};

export const BLANK_TASK: NewTask = {
  title: '',
  description: '',
  project: null,
  status: 1,
  priority: 'none',
  people: [],
  category: null,
  start_date: null,
  due_date: null,
  audience: 'internal',
};

let begun: Partial<NewTask> = {};
/** What the dialog begins with when it opens next, until it closes. */
export const beginNewTaskWith = (task: Partial<NewTask>) => {
  begun = task;
};
export const begunTask = (): NewTask => ({ ...BLANK_TASK, ...begun });

export const newTaskOf = (
  { project: _chosen, named: _named, people, category, milestone, ...task }: NewTask,
  projectId: string,
) => ({
  ...task,
  title: task.title.trim(),
  description: task.description.trim(),
  project_id: projectId,
  assignee_ids: people.map(({ _id }) => _id),
  category_id: category?._id ?? null,
  ...(milestone && { milestone_id: milestone._id }),
});
