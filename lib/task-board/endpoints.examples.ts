import type { taskBoardEndpoints } from '@/lib/task-board/endpoints';
import { type Examples, inProject, query, WEB } from '@/lib/test/example';

export const examples: Examples<typeof taskBoardEndpoints> = {
  'GET taskBoard': { ...query({ project_id: WEB, group: 'assignee', lanes: 'priority' }), about: inProject() },
};
