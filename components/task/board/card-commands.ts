import type { TaskCard, TaskRights } from '@/lib/task/schema';

/** What the menu of a task and the keys can begin. */
export type CardCommand = 'menu' | 'status' | 'assignees' | 'due' | 'priority' | 'audience' | 'move' | 'remove';

/** Those that open something beside the task's button. */
export type PanelKind = Extract<CardCommand, 'menu' | 'status' | 'assignees' | 'due' | 'priority'>;

/** Whether the viewer may do it; what they may not is not offered. The menu is for everybody. */
export function mayRun(command: CardCommand, rights: TaskRights): boolean {
  switch (command) {
    case 'menu':
      return true;
    case 'status':
    case 'move':
      return rights.move;
    case 'assignees':
      return rights.assign || rights.assign_self;
    case 'due':
    case 'priority':
      return rights.edit;
    case 'audience':
      return rights.audience;
    case 'remove':
      return rights.delete;
  }
}

/** Who sees a task once its audience is the other one. */
export const otherAudience = ({ audience }: Pick<TaskCard, 'audience'>): TaskCard['audience'] =>
  audience === 'client' ? 'internal' : 'client';
