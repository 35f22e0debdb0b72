'use client';

import { Kbd } from '@/components/ui/key-hint';
import { placesFor } from '@/components/viewer/places';
import { type Shell, useShell } from '@/components/viewer/shell-context';
import { TASK_VIEWS } from '@/components/viewer/views';
import { mayEver } from '@/lib/permission/policy';

type Keys = readonly [keys: readonly string[], does: string];

function groupsFor(member: Shell['member']): readonly { title: string; keys: readonly Keys[] }[] {
  const moves = mayEver(member, 'task.move');
  return [
    {
      title: 'Everywhere',
      keys: [
        [['Ctrl K', '/'], 'Search or jump to'],
        ...only(mayEver(member, 'task.create'), [['C'], 'New task']),
        ...placesFor(member.role).map(({ letter, label }): Keys => [[`G ${letter.toUpperCase()}`], `Go to ${label}`]),
        ...TASK_VIEWS.map(({ letter, does }): Keys => [[`V ${letter.toUpperCase()}`], does]),
        [['?'], 'This list'],
        [['Esc'], 'Close the dialog or menu'],
      ],
    },
    {
      title: 'Tasks in a list, on the board, in My day',
      keys: [
        [['J', 'K'], 'Next, previous task; the first one from elsewhere on the page'],
        [['Enter'], 'Open the task'],
      ],
    },
    {
      title: 'A task that has focus, in a list or on the board',
      keys: !moves
        ? []
        : [
            [['S'], 'Status'],
            [['A'], 'Assign'],
            [['P'], 'Priority'],
            [['D'], 'Due date'],
            [['Ctrl Z'], 'Undo the last change'],
          ],
    },
    {
      title: 'On the board',
      keys: [
        [['←', '→'], 'To the column beside it'],
        [['↑', '↓'], 'To the task above, below'],
        [['Home', 'End'], 'To the first, last task of the column'],
        ...only(moves, [['Space'], 'Lift the task: arrows move it, Space drops it, Esc puts it back']),
        ...only(moves, [['M'], 'Move to…']),
        [['.', 'Tab'], 'All actions of the task'],
      ],
    },
    {
      title: 'Files',
      keys: [
        [['J', 'K'], 'Next, previous file or folder; with Shift and arrows several are selected'],
        [['X'], 'Select'],
        [['Space'], 'Preview'],
        ...only(mayEver(member, 'file.edit'), [['F2'], 'Rename']),
        ...only(mayEver(member, 'file.edit'), [['M'], 'Move to…']),
        ...only(mayEver(member, 'file.edit'), [['Ctrl X', 'Ctrl V'], 'Cut and paste into another folder']),
        ...only(mayEver(member, 'file.edit'), [['Delete'], 'To the bin']),
      ],
    },
    { title: 'Writing', keys: only(mayEver(member, 'comment.add'), [['Ctrl Enter'], 'Send the comment']) },
  ];
}

const only = (may: boolean, keys: Keys): Keys[] => (may ? [keys] : []);

export function KeyList({ query = '' }: { query?: string }) {
  const wanted = query.trim().toLowerCase();
  const groups = groupsFor(useShell().member)
    .map((group) => ({
      ...group,
      keys: group.keys.filter(([keys, does]) => `${keys.join(' ')} ${does}`.toLowerCase().includes(wanted)),
    }))
    .filter((group) => group.keys.length > 0);
  if (groups.length === 0) return <p className="text-base text-text-2">No key matches “{query}”.</p>;
  return (
    <div className="flex flex-col gap-5">
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <p className="mb-1 text-sm font-semibold text-text-2">{group.title}</p>
          <dl className="divide-y divide-border">
            {group.keys.map(([keys, does]) => (
              <div key={does} className="flex min-h-8 items-center justify-between gap-4 py-1">
                <dt className="text-base">{does}</dt>
                <dd className="flex shrink-0 gap-1.5">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
