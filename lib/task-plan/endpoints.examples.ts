import type { taskPlanEndpoints } from '@/lib/task-plan/endpoints';
import { type Examples, inProject, query, WEB } from '@/lib/test/example';

export const examples: Examples<typeof taskPlanEndpoints> = {
  'GET taskCalendar': {
    ...query({ project_id: WEB, from: '2026-11-01', until: '2026-11-30', limit: '3' }),
    about: inProject(),
  },
  'GET taskTimeline': { ...query({ project_id: WEB, limit: '3' }), about: inProject() },
  'GET taskLinks': { ...query({ project_id: WEB }), about: inProject() },
};
