'use client';

import { Kbd } from '@/components/ui/key-hint';
import { INBOX, placesFor } from '@/components/viewer/places';
import { type Shell, useShell } from '@/components/viewer/shell-context';
import { TASK_VIEWS } from '@/components/viewer/views';
import { bidi } from '@/lib/bidi';
import { textFilter } from '@/lib/fold';
import { mayEver } from '@/lib/permission/policy';
import { chatKeys } from './chat-keys';
import { TASK_COMMANDS } from './task-commands';

type Keys = readonly [keys: readonly string[], does: string];

/** What the keys do, by place, for whoever may do it. */
function groupsFor(member: Shell['member']): readonly { title: string; keys: readonly Keys[] }[] {
  const moves = mayEver(member, 'task.move');
  const files = mayEver(member, 'file.edit');
  const meets = mayEver(member, 'meeting.create');
  return [
    {
      title: 'Everywhere',
      keys: [
        [['Ctrl K', '/'], 'Search or jump to'],
        ...only(mayEver(member, 'task.create'), [['C'], 'New task']),
        ...[...placesFor(member.role), ...(member.viewing ? [] : [INBOX])].map(
          ({ letter, label }): Keys => [[`G ${letter.toUpperCase()}`], bidi`Go to ${label}`],
        ),
        ...TASK_VIEWS.map(({ letter, does }): Keys => [[`V ${letter.toUpperCase()}`], does]),
        [['F6', 'Shift F6'], 'Next, previous part of the page: navigation, bar, page, open task, chat'],
        ...only(moves || files, [['Ctrl Z'], 'Undo the last change']),
        [['?'], 'This list'],
        [['Esc'], 'Close the dialog or menu'],
      ],
    },
    {
      title: 'Tasks in a list, on the board, in My day',
      keys: [
        [['J', 'K'], 'Next, previous task; the first one from elsewhere on the page'],
        [['↑', '↓'], 'To the row above, below'],
        [['Enter'], 'Open the task; on the board beside it'],
        [['Ctrl Enter'], 'Open it in a new tab'],
        [['F', 'Shift F'], 'Filter; clear the filter'],
        ...only(moves, [['X'], 'Select a row of a list']),
        ...only(moves, [['Shift ↑', 'Shift ↓'], 'Select the rows above, below too']),
        ...only(moves, [['Ctrl A'], 'Select all rows that show']),
        ...only(moves, [['Esc'], 'Select nothing']),
        [['Alt ↑', 'Alt ↓'], 'Move a column, in the menu of columns'],
      ],
    },
    {
      title: 'A task beside the view',
      keys: [
        [['O'], 'Open the task that has the focus, or close it again'],
        [['Space'], 'The same, in a list'],
        [['J', 'K'], 'While one is open: the next, previous one'],
        [['Esc'], 'Close it'],
      ],
    },
    {
      title: 'A task: on its page, or where it has focus in a list or on the board',
      keys: [
        ...keysOfTask(member, undefined),
        ...keysOfTask(member, 'page').map(([keys, does]): Keys => [keys, `${does}, on its page`]),
        ...only(mayEver(member, 'task.edit'), [['Alt ↑', 'Alt ↓'], 'Move a line of the checklist, or a subtask']),
      ],
    },
    {
      title: 'On the board',
      keys: [
        [['←', '→'], 'To the column beside it'],
        [['↑', '↓'], 'To the task above, below'],
        [['Home', 'End'], 'To the first, last task of the column'],
        ...only(moves, [['Space'], 'Lift the task: arrows move it, Space drops it, Esc puts it back']),
        ...only(mayEver(member, 'task.delete'), [['Shift M'], 'Move the task to another project']),
        ...keysOfTask(member, 'board'),
      ],
    },
    {
      title: 'In the calendar',
      keys: [
        [['←', '→', '↑', '↓'], 'To the day beside it, to the task or week above, below'],
        [['Page Up', 'Page Down'], 'Previous, next month or week'],
        [['T'], 'Today'],
        ...only(mayEver(member, 'task.create'), [['N'], 'New task on that day']),
        ...only(moves, [['Alt ←', 'Alt →'], 'The task a day earlier, later; with ↑ and ↓ a week']),
      ],
    },
    {
      title: 'In Meeting',
      keys: [
        [['←', '→'], 'Earlier, later days; in the calendar to the day beside it'],
        [['↑', '↓'], 'To the meeting above, below'],
        [['T'], 'Today'],
        [['Enter'], 'Open the meeting'],
        ...only(meets, [['N'], 'New meeting; in the calendar on the day that has the focus']),
        ...only(meets, [['Space'], 'Lift the meeting: arrows move it, Space drops it, Esc puts it back']),
        ...only(meets, [['Shift ↑', 'Shift ↓'], 'The end of the meeting that is lifted']),
      ],
    },
    {
      title: 'In the timeline',
      keys: [
        [['↑', '↓'], 'To the task above, below'],
        [['+', '-'], 'Zoom in, out'],
        [['T'], 'Today'],
        ...only(moves, [['Alt ←', 'Alt →'], 'The task a day earlier, later; with ↑ and ↓ a week']),
        ...only(moves, [['Alt Shift ←', 'Alt Shift →'], 'Its end a day earlier, later; with ↑ and ↓ its start']),
        ...only(moves, [['M'], 'Move the task to another project']),
        ...only(moves, [['B'], 'It blocks the task on which B is pressed next, or no longer does; Esc ends that']),
      ],
    },
    {
      title: 'In the inbox',
      keys: [
        [['J', 'K', '↑', '↓'], 'Next, previous notification'],
        [['E'], 'Archive it, or move it back'],
        [['H'], 'Snooze it, or end that'],
        [['U'], 'Mark it as read or unread'],
        [['Shift U'], 'Mark all as read'],
        [['R'], 'Reply'],
      ],
    },
    {
      title: 'Files',
      keys: [
        [['J', 'K'], 'Next, previous file or folder'],
        [['↑', '↓', '←', '→'], 'To the one beside it; with Shift several are selected'],
        [['X'], 'Select'],
        [['Ctrl A'], 'Select all'],
        [['Esc'], 'Select nothing'],
        [['Space'], 'Preview; there ← and → go on, and Space closes'],
        ...only(files, [['F2'], 'Rename']),
        ...only(files, [['M'], 'Move to…']),
        ...only(files, [['Ctrl X', 'Ctrl C', 'Ctrl V'], 'Cut, copy and paste into another folder']),
        ...only(files, [['Delete'], 'To the bin']),
      ],
    },
    ...chatKeys(member),
    {
      title: 'Writing',
      keys: [
        ...only(mayEver(member, 'comment.add'), [['Ctrl Enter'], 'Send the comment']),
        [['Alt F10'], 'To the buttons of the rich text editor; Esc goes back'],
        [['Tab', 'Shift Tab'], 'In a table: next, previous cell; a new row behind the last one'],
        [['Enter'], 'In a table: the cell below, and out of the table'],
      ],
    },
  ];
}

const keysOfTask = (member: Shell['member'], where: 'board' | 'page' | undefined): Keys[] =>
  TASK_COMMANDS.filter((one) => one.only === where && (!one.needs || mayEver(member, one.needs))).map(
    ({ letter, does }): Keys => [letter === '.' ? ['.', 'Tab'] : [letter.toUpperCase()], does],
  );

const only = (may: boolean, keys: Keys): Keys[] => (may ? [keys] : []);

export function KeyList({ query = '' }: { query?: string }) {
  const fits = textFilter(query);
  const groups = groupsFor(useShell().member)
    .map((group) => ({
      ...group,
      keys: group.keys.filter(([keys, does]) => fits(`${keys.join(' ')} ${does}`)),
    }))
    .filter((group) => group.keys.length > 0);
  if (groups.length === 0) return <p className="text-base text-text-2">No key matches “{query}”.</p>;
  return (
    <div className="flex flex-col gap-5">
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <p dir="auto" className="mb-1 text-sm font-semibold text-text-2">
            {group.title}
          </p>
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
