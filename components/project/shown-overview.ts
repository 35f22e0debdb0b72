import type { ProjectDetail } from '@/lib/project/schema';
import type { TaskCard } from '@/lib/task/schema';

/** Lines of history. */
const LINES = 6;

/** What the overview draws of a project, and no more: whatever a page hands to the browser makes its HTML longer. */
export function shownOverview(project: ProjectDetail, late: readonly TaskCard[]) {
  const { _id, key, counts, progress, description_html, leader, start_date, due_date, member_count } = project;
  return {
    project: {
      ...{ _id, key, counts, progress, description_html, leader, start_date, due_date, member_count },
      attachments: project.attachments,
      activity: project.activity.slice(0, LINES),
      mayEdit: project.rights.edit,
    },
    late: late.map((task) => {
      const { _id, key, title, status, project_id, due_date } = task;
      return { _id, key, title, status, project_id, due_date };
    }),
  };
}
export type ShownOverview = ReturnType<typeof shownOverview>;
