import type { TemplateContent, TemplateTask } from '@/lib/template/schema';

type Tasks = readonly TemplateTask[];

/** Without one of its tasks: those below it move up, nothing waits for it. `ofTask`: its first task holds the others. */
export function withoutTask(tasks: Tasks, at: number, ofTask: boolean): TemplateTask[] {
  const up = tasks[at]?.parent ?? (ofTask ? 0 : null);
  const now = (place: number) => (place > at ? place - 1 : place);
  return tasks.flatMap((task, place) => {
    if (place === at) return [];
    const parent = task.parent === at ? up : task.parent;
    return {
      ...task,
      parent: parent === null ? null : now(parent),
      blocked_by: task.blocked_by.filter((one) => one !== at).map(now),
    };
  });
}

/** With a task more at the end, which is still without a title. */
export const withTask = ({ tasks, project }: Pick<TemplateContent, 'tasks' | 'project'>): TemplateTask[] => [
  ...tasks,
  {
    ...{ title: '', description: '', priority: 'none', category_id: null, label_ids: [], estimate_minutes: null },
    ...{
      start_in: null,
      due_in: null,
      checklist: [],
      audience: 'internal',
      blocked_by: [],
      roles: [],
      milestone: null,
    },
    parent: project || !tasks.length ? null : 0,
  },
];
