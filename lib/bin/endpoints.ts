import 'server-only';
import { listBinned } from '@/lib/bin/queries';
import { BinnedRecord, ListBinned } from '@/lib/bin/schema';
import { command, defineEndpoints, list } from '@/lib/contract/endpoint';
import { deleteProject, purgeProject, restoreProject } from '@/lib/project/commands.bin';
import { DeletedProject, ProjectCard, ProjectId } from '@/lib/project/schema';
import { BIN_DAYS } from '@/lib/retention';
import { purgeTask } from '@/lib/task/commands.bin';
import { PurgedTask, TaskReference } from '@/lib/task/schema';

export const binEndpoints = defineEndpoints({
  'GET bin': list(
    ListBinned,
    BinnedRecord,
    'task.delete',
    listBinned,
    'Deleted items that the caller may restore: tasks, and for an admin projects.',
  ),
  // The command decides: 404 for hidden tasks comes before 403.
  'DELETE project/{id}': command(
    ProjectId,
    DeletedProject,
    'project.view',
    deleteProject,
    `Moves a project with all its tasks to the bin for ${BIN_DAYS} days; nobody can see it. Its key stays reserved.`,
    { decides: 'project.delete' },
  ),
  'POST restoreProject': command(
    ProjectId,
    ProjectCard,
    'project.delete',
    restoreProject,
    'Restores a project from the bin, with everything in it.',
  ),
  'DELETE binnedProject/{id}': command(
    ProjectId,
    DeletedProject,
    'project.delete',
    purgeProject,
    'Permanently removes a project that is in the bin, with its tasks, comments and history.',
  ),
  'DELETE binnedTask/{id}': command(
    TaskReference,
    PurgedTask,
    'task.purge',
    purgeTask,
    'Permanently removes a task that is in the bin. Its subtasks stay.',
  ),
});
