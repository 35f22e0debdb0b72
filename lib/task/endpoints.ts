import 'server-only';
import { z } from 'zod';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { BIN_DAYS } from '@/lib/retention';
import { createTask, editTask, moveTask } from '@/lib/task/commands';
import { deleteTask, restoreTask } from '@/lib/task/commands.bin';
import { countTasks, getCard, getTask, listBin, listProjectTasks, listTasks } from '@/lib/task/queries';
import {
  BinnedTask,
  BoardColumn,
  CountTasks,
  CreateTask,
  EditTask,
  ListBin,
  ListProjectTasks,
  ListTasks,
  MovedTask,
  MoveTask,
  TaskCard,
  TaskCounts,
  TaskDetail,
  TaskReference,
} from '@/lib/task/schema';
import { id } from '@/lib/validation';

// For a single task only `task.view` is asked here; the command looks first, so that a hidden task is 404, not 403.
export const taskEndpoints = defineEndpoints({
  'GET taskList': list(
    ListTasks,
    TaskCard,
    'task.view',
    (ctx, input) => listTasks(ctx, input),
    'Tasks of all the caller’s projects, filtered and sorted',
  ),
  'GET taskListByProject': list(
    ListProjectTasks,
    z.union([TaskCard, BoardColumn]),
    'task.view',
    (ctx, input) => listProjectTasks(ctx, input),
    'Tasks of one project; with group=status the columns of its board',
  ),
  'POST Task': create(CreateTask, TaskDetail, 'task.create', createTask, 'Create a task'),
  'GET task/{id}': query(
    TaskReference,
    TaskDetail,
    'task.view',
    getTask,
    'One task with comments, history and subtasks, by id or key',
  ),
  'PATCH task/{id}': command(
    EditTask,
    TaskDetail,
    'task.view',
    (ctx, input) => editTask(ctx, input, getTask),
    'Change fields of a task',
    { decides: 'task.edit' },
  ),
  'PATCH taskCard/{id}': command(
    EditTask,
    TaskCard,
    'task.view',
    (ctx, input) => editTask(ctx, input, getCard),
    'The same, but returns the card that boards and lists show, without comments and history',
    { decides: 'task.edit' },
  ),
  'DELETE task/{id}': command(
    TaskReference,
    BinnedTask,
    'task.view',
    deleteTask,
    `Move a task to the bin for ${BIN_DAYS} days`,
    { decides: 'task.delete' },
  ),
  'GET taskCard/{id}': query(
    z.strictObject({ id }),
    TaskCard,
    'task.view',
    getCard,
    'One task as shown on boards and in lists',
  ),
  'POST changeTaskStatus': command(
    MoveTask,
    MovedTask,
    'task.view',
    (ctx, input) => moveTask(ctx, input),
    'Move a task to a status and a position on the board',
    { decides: 'task.move' },
  ),
  'POST restoreTask': command(TaskReference, TaskCard, 'task.view', restoreTask, 'Restore a task from the bin', {
    decides: 'bin.restore',
  }),
  'GET taskBin': list(
    ListBin,
    BinnedTask,
    'task.delete',
    listBin,
    `Tasks that were deleted from a project in the last ${BIN_DAYS} days`,
  ),
  'GET taskcount': query(
    CountTasks,
    TaskCounts,
    'task.view',
    countTasks,
    'Number of tasks by status, and how many are overdue or due today',
  ),
});
