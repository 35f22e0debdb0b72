import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PLACES } from '@/components/viewer/places';
import { TASK_VIEWS } from '@/components/viewer/views';
import { readSources } from '@/lib/test/needs';
import { isTest } from '@/lib/test/sources';
import { MESSAGE_KEYS } from './chat-keys';
import { groupsFor } from './key-list';
import { TASK_COMMANDS } from './task-commands';

const LIST = 'Tasks in a list, on the board, in My day';
const TASK = 'A task: on its page, or where it has focus in a list or on the board';

/** What hears keys, and where the sheet tells of them; dialogs and menus close themselves. */
const HEARD: Record<string, readonly string[]> = {
  'components/keys/shell-keys.tsx': ['Everywhere'],
  'components/keys/use-undo.ts': ['Everywhere'],
  'components/keys/task-commands.ts': [TASK, 'On the board'],
  'components/task/use-row-keys.ts': [LIST],
  'components/task/list/use-selection.ts': [LIST],
  'components/task/columns-menu.tsx': [LIST],
  'components/task/filter/filter-chips.tsx': [LIST],
  'components/task/peek/use-peek.ts': ['A task beside the view'],
  'components/checklist/checklist-line.tsx': [TASK],
  'components/task/subtask/subtask-drag.ts': [TASK],
  'components/task/board/use-board-focus.ts': [LIST],
  'components/task/board/use-board-keys.ts': ['On the board'],
  'components/task/board/board-stops.ts': ['On the board', LIST],
  'components/task/board/lift.ts': ['On the board'],
  'components/calendar/use-calendar-keys.ts': ['In the calendar'],
  'components/timeline/use-timeline-keys.ts': ['In the timeline', LIST],
  'components/notification/inbox-list.tsx': ['In the inbox'],
  'components/today/today-inbox.tsx': ['In the inbox'],
  'components/chat-frame/chat-drawer.tsx': ['Everywhere'],
  'components/chat-frame/use-parent.ts': ['Everywhere'],
  'components/keys/chat-keys.ts': ['Chat'],
  'components/chat/keys/use-room-keys.ts': ['Chat'],
  'components/chat/message/use-log-keys.ts': ['Chat'],
  'components/file/list/use-file-keys.ts': ['Files'],
  'components/file/preview/file-preview.tsx': ['Files'],
};

/** Keys that fields, menus, tabs and dialogs have anyway; in what hears more than these, Enter and Tab are left out too. */
const USUAL = /^(?:Enter|Escape|Tab|Space|Home|End|Arrow\w+)$/;
const LEFT_OUT = /^(?:Enter|Tab)$/;

const SIGN: Record<string, string> = {
  ...{ '↑': 'ArrowUp', '↓': 'ArrowDown', '←': 'ArrowLeft', '→': 'ArrowRight' },
  ...{ Esc: 'Escape', ' ': 'Space' },
};
const named = (key: string) => SIGN[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** The keys that a file compares with, by name; letters in capitals. */
function keysIn(file: string, text: string): Set<string> {
  const compared = [...text.matchAll(/\bkey(?:\.toLowerCase\(\))?\s*[!=]==\s*'([^']+)'/g)];
  const cases = /switch \(key\b/.test(text) ? [...text.matchAll(/case '([^']+)':/g)] : [];
  const steps = [...text.matchAll(/[{,\s](Arrow\w+|Page(?:Up|Down)|Home|End|j|k): /g)];
  const letters = {
    'components/keys/shell-keys.tsx': [...PLACES, ...TASK_VIEWS].map(({ letter }) => letter),
    'components/keys/task-commands.ts': TASK_COMMANDS.map(({ letter }) => letter),
    'components/keys/chat-keys.ts': MESSAGE_KEYS.map(({ letter }) => letter),
  }[file];
  return new Set([...[...compared, ...cases, ...steps].map(([, key = '']) => key), ...(letters ?? [])].map(named));
}

/** `Shift ↑` is the key ArrowUp, `G P` are two. */
const keysOf = (sign: string) => sign.replace('Page ', 'Page').split(' ').map(named);
/** A sentence may name some. */
const keysWithin = (words: string) => words.split(/[^\w←→↑↓]+/).map(named);
const shownIn = (titles: readonly string[]) => groups.filter(({ title }) => titles.includes(title));

const groups = groupsFor({
  ...{ _id: 'm', name: 'Maya', email: 'maya@acme.test', role: 'admin', role_label: 'Admin', pic: null },
});
const heard = [...readSources(resolve(import.meta.dirname, '../..'))]
  .filter(([file]) => /^(?:components|app)\//.test(file) && !isTest(file))
  .map(([file, text]) => ({ file, text, keys: keysIn(file, text) }));

describe('the key sheet', () => {
  test('has a place for everything that hears keys which not every field or menu has', () => {
    const strange = heard.filter(
      ({ file, text, keys }) =>
        !HEARD[file] && (text.includes('aria-keyshortcuts') || [...keys].some((key) => !USUAL.test(key))),
    );
    expect(strange.map(({ file, keys }) => `${file}: ${[...keys].join(' ')}`)).toEqual([]);
    expect(Object.keys(HEARD).filter((file) => !heard.some((one) => one.file === file))).toEqual([]);
  });

  test.each(Object.entries(HEARD))('names every key that %s hears', (file, titles) => {
    const told = shownIn(titles).flatMap(({ keys }) =>
      keys.flatMap(([signs, does]) => [...signs.flatMap(keysOf), ...keysWithin(does)]),
    );
    const keys = heard.find((one) => one.file === file)?.keys ?? new Set();
    expect([...keys].filter((key) => !LEFT_OUT.test(key) && !told.includes(key))).toEqual([]);
  });

  test.each(groups.map(({ title, keys }) => [title, keys] as const))(
    'names no key that nothing hears: %s',
    (title, keys) => {
      const closes = title === 'Everywhere' ? ['Escape'] : [];
      const real = new Set(
        heard
          .filter(({ file }) => HEARD[file]?.includes(title))
          .flatMap(({ keys }) => [...keys])
          .concat(closes),
      );
      const signs = keys.flatMap(([signs]) => signs.flatMap(keysOf));
      expect(signs.filter((key) => !/^(?:Ctrl|Alt|Shift)$/.test(key) && !LEFT_OUT.test(key) && !real.has(key))).toEqual(
        [],
      );
    },
  );
});
