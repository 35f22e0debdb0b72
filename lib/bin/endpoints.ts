import 'server-only';
import { type Endpoint, endpoint } from '@/lib/api/endpoint';
import { listBinned } from '@/lib/bin/queries';
import { BinnedRecord, ListBinned } from '@/lib/bin/schema';
import { deleteProject, purgeProject, restoreProject } from '@/lib/project/commands.bin';
import { DeletedProject, ProjectCard, ProjectId } from '@/lib/project/schema';
import { purgeTask } from '@/lib/task/commands.bin';
import { PurgedTask, TaskReference } from '@/lib/task/schema';

export const binEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'bin',
    summary: 'What the caller could take out of the bin: deleted tasks, and for an admin deleted projects.',
    permission: 'task.delete',
    input: ListBinned,
    output: BinnedRecord,
    shape: 'list',
    message: 'The bin.',
    run: listBinned,
  }),
  endpoint({
    method: 'DELETE',
    path: 'project/{id}',
    summary:
      'Moves a project with all its tasks to the bin for 30 days, out of sight for everybody. Its key stays taken.',
    // 404 for what is hidden before 403 for what may not be deleted: the command decides.
    permission: 'project.view',
    input: ProjectId,
    output: DeletedProject,
    shape: 'record',
    message: 'The project is in the bin.',
    run: deleteProject,
  }),
  endpoint({
    method: 'POST',
    path: 'restoreProject',
    summary: 'Takes a project out of the bin, with everything in it.',
    permission: 'project.delete',
    input: ProjectId,
    output: ProjectCard,
    shape: 'record',
    message: 'The project is back.',
    run: restoreProject,
  }),
  endpoint({
    method: 'DELETE',
    path: 'binnedProject/{id}',
    summary: 'Removes a project that is in the bin for good, with its tasks, comments and history.',
    permission: 'project.delete',
    input: ProjectId,
    output: DeletedProject,
    shape: 'record',
    message: 'The project is gone.',
    run: purgeProject,
  }),
  endpoint({
    method: 'DELETE',
    path: 'binnedTask/{id}',
    summary: 'Removes a task that is in the bin for good. Its subtasks stay.',
    permission: 'task.purge',
    input: TaskReference,
    output: PurgedTask,
    shape: 'record',
    message: 'The task is gone.',
    run: purgeTask,
  }),
];
