import type { TaskCard, TaskRights } from '@/lib/task/schema';
import type { FieldKind } from '../fields/field-panel';

export type CardCommand =
  | 'menu'
  | 'status'
  | 'assignees'
  | 'due'
  | 'priority'
  | 'labels'
  | 'title'
  | 'audience'
  | 'move'
  | 'remove';

/** Dialogs about the task that lie over the whole page. */
export type TaskOverlay = 'move-task' | 'duplicate-task';

/** The commands that open a panel beside the task's button. */
export type PanelKind = 'menu' | FieldKind;

/** What is not allowed is not offered. The menu is for everybody. */
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
    case 'labels':
    case 'title':
      return rights.edit;
    case 'audience':
      return rights.audience;
    case 'remove':
      return rights.delete;
  }
}

export const otherAudience = ({ audience }: Pick<TaskCard, 'audience'>): TaskCard['audience'] =>
  audience === 'client' ? 'internal' : 'client';
