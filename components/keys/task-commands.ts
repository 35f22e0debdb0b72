import type { Action } from '@/lib/permission/schema';

export type TaskCommand =
  | 'status'
  | 'assignees'
  | 'priority'
  | 'due'
  | 'labels'
  | 'title'
  | 'watch'
  | 'timer'
  | 'move'
  | 'comment'
  | 'menu';

/**
 * Keys of a task, wherever it is: the one table that rows, cards, the task's page and the key sheet read. `field`: its name on
 * the task's page. A command that a place does not have is not there under its key either.
 */
export const TASK_COMMANDS: readonly {
  command: TaskCommand;
  letter: string;
  does: string;
  field?: string;
  /** Absent: everybody's. */
  needs?: Action;
  /** Where it is, if not everywhere. */
  only?: 'board' | 'page';
}[] = [
  { command: 'status', letter: 's', does: 'Status', field: 'Status', needs: 'task.move' },
  { command: 'assignees', letter: 'a', does: 'Assign', field: 'Assignees', needs: 'task.assign' },
  { command: 'priority', letter: 'p', does: 'Priority', field: 'Priority', needs: 'task.edit' },
  { command: 'due', letter: 'd', does: 'Due date', field: 'Due date', needs: 'task.edit' },
  { command: 'labels', letter: 'l', does: 'Labels', field: 'Labels', needs: 'task.edit' },
  { command: 'watch', letter: 'w', does: 'Watch, or stop watching', field: 'Watching', only: 'page' },
  { command: 'title', letter: 'e', does: 'Edit the title', field: 'Title', needs: 'task.edit' },
  { command: 'timer', letter: 't', does: 'Start or stop the timer', field: 'Timer', needs: 'time.view', only: 'page' },
  { command: 'move', letter: 'm', does: 'Move to…', field: 'Move', needs: 'task.move' },
  { command: 'comment', letter: 'r', does: 'Write a comment', field: 'Comment', needs: 'comment.add', only: 'page' },
  { command: 'menu', letter: '.', does: 'All actions of the task', only: 'board' },
];

export const commandOf = (key: string) => TASK_COMMANDS.find(({ letter }) => letter === key);
