import { TASK_COMMANDS, type TaskCommand } from '@/components/keys/task-commands';
import type { TaskInHand } from '@/components/keys/task-in-hand';
import type { OverlayName } from '@/components/overlay/overlay';
import type { Shell } from '@/components/viewer/shell-context';
import { mayEver } from '@/lib/permission/policy';
import type { HrefTo } from '@/lib/tenant/organisation-path';
import type { Act, Entry, Here } from './palette-entries';

const COMMAND_WORDS: Partial<Record<TaskCommand, string>> = {
  status: 'change done complete state',
  assignees: 'person people who assignee',
  due: 'deadline day',
  labels: 'tag',
  timer: 'time track log',
  title: 'rename',
};

/** The commands of the task in hand that its place has, by name; they run as their keys do. */
export function taskEntries(
  { key, target, has, onBoard, peeks }: TaskInHand,
  { member }: Shell,
  hrefTo: HrefTo,
): Entry[] {
  const url = hrefTo(`taskpage?task=${key}`);
  const entry = { group: 'This task', note: key } as const;
  const copied = typeof window === 'undefined' ? url : new URL(url, window.location.origin).href;
  return [
    ...(peeks
      ? [
          {
            ...entry,
            id: 'task-peek',
            text: 'Open beside the view',
            words: 'peek preview',
            keys: 'O',
            act: { does: 'press', letter: 'o', on: target } satisfies Act,
          },
        ]
      : []),
    ...TASK_COMMANDS.filter(
      ({ command, field, needs, only }) =>
        command !== 'menu' &&
        (!needs || mayEver(member, needs)) &&
        (onBoard ? only !== 'page' : command !== 'move' && has(command, field)),
    ).map(
      ({ command, letter, does }): Entry => ({
        ...entry,
        id: `task-${command}`,
        text: does,
        words: COMMAND_WORDS[command],
        keys: letter.toUpperCase(),
        act: { does: 'press', letter, on: target },
      }),
    ),
    ...(mayEver(member, 'task.create')
      ? [
          {
            ...entry,
            id: 'task-duplicate',
            text: 'Duplicate task',
            words: 'copy clone',
            act: overlay('duplicate-task'),
          },
        ]
      : []),
    ...(mayEver(member, 'template.edit')
      ? [{ ...entry, id: 'task-template', text: 'Save task as template', act: overlay('save-template') }]
      : []),
    ...(mayEver(member, 'task.delete')
      ? [
          {
            ...entry,
            id: 'task-transfer',
            text: 'Move to another project',
            act: overlay('move-task'),
            keys: onBoard ? 'Shift M' : 'M',
          },
          {
            ...entry,
            id: 'task-delete',
            text: 'Delete task',
            words: 'remove bin trash',
            act: { does: 'delete', key } satisfies Act,
          },
        ]
      : []),
    {
      ...entry,
      id: 'task-link',
      text: 'Copy link to the task',
      words: 'share url address',
      act: { does: 'copy', text: copied, said: `The link to ${key} was copied.` },
    },
  ];
}

/** What the page itself offers. */
export function pageEntries({ filter, exporter, undoes }: Here): Entry[] {
  const group = 'This page' as const;
  const onFilter = (on: Element, shift?: true): Act => ({ does: 'press', letter: 'f', on, shift });
  return [
    ...(filter
      ? [
          { group, id: 'filter', text: 'Filter', words: 'narrow condition', keys: 'F', act: onFilter(filter) },
          {
            group,
            id: 'unfilter',
            text: 'Clear the filter',
            words: 'all reset',
            keys: 'Shift F',
            act: onFilter(filter, true),
          },
        ]
      : []),
    ...(exporter
      ? [
          {
            group,
            id: 'export',
            text: 'Export these tasks',
            words: 'download csv excel file',
            act: { does: 'click', on: exporter } satisfies Act,
          },
        ]
      : []),
    ...(undoes
      ? [
          {
            group,
            id: 'undo',
            text: 'Undo the last change',
            words: 'back',
            keys: 'Ctrl Z',
            act: { does: 'undo' },
          } as const,
        ]
      : []),
  ];
}

export const overlay = (name: OverlayName): Act => ({ does: 'overlay', name });
