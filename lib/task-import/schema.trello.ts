/** A Trello board as it is exported (JSON). Runs anywhere. */
import { storable } from '@/lib/clean-text';
import { UnreadableFile, zerosTaken } from '@/lib/table-file/decode';
import { Board, Card } from '@/lib/task-import/schema.board';
import { readDate } from '@/lib/task-import/schema.dates';
import {
  fitted,
  type ImportedTask,
  type ImportFile,
  LETTERS_LOST,
  type LineProblem,
  LOST_LETTER,
  lostOf,
} from '@/lib/task-import/schema.file';
import { MOST_TASKS } from '@/lib/task-import/vocabulary';
import { cut } from '@/lib/text';

/** Its colours, each as the nearest of ours. */
const TINTS: Readonly<Record<string, string>> = {
  blue: 'c1',
  orange: 'c2',
  yellow: 'c2',
  purple: 'c4',
  red: 'c5',
  pink: 'c5',
  green: 'c6',
  lime: 'c6',
  sky: 'c7',
  black: 'c8',
};
const tintOf = (colour: string): string | null => TINTS[colour.replace(/_(light|dark)$/, '')] ?? null;

/** `green_dark` → `Green dark`: a label without a name is called by its colour. */
const colourName = (colour: string) => (colour.charAt(0).toUpperCase() + colour.slice(1)).replaceAll('_', ' ');

/** Whether it is one, whatever it was called. */
export const isBoard = (text: string): boolean =>
  /^\uFEFF?(?:\s*\/\/[^\n]*\n)*\s*\{/.test(text) && /"cards"\s*:\s*\[/.test(text) && /"lists"\s*:\s*\[/.test(text);

/** `archived`: cards and lists that were put away come too. Throws UnreadableFile. */
export function readBoard(json: string, { archived, zone }: { archived: boolean; zone: string }): ImportFile {
  const { zeros, value } = parsed(json);
  const { data: board, success } = Board.safeParse(value);
  if (!success || !board.lists.length)
    throw new UnreadableFile('This is not a Trello board: it has no lists and cards. Export the board as JSON.');
  if (board.cards.length > MOST_TASKS) throw new UnreadableFile(`A file may have ${MOST_TASKS} tasks at most.`);
  const lists = board.lists.toSorted((one, other) => one.pos - other.pos);
  const file: ImportFile = {
    name: board.name || null,
    lists: [],
    people: new Map(
      board.members.map(({ id, fullName, username, email }) => [
        id,
        { name: fullName || username, email: email || null },
      ]),
    ),
    tasks: [],
    errors: [],
    skipped: [],
    lost: [],
    headings: [],
    columns: {},
    hints: new Map(),
    own: false,
    unclear: null,
  };
  const problem = (list: LineProblem[], line: number, message: string) => void list.push({ line, message });
  const placed = new Map(lists.map((list, at) => [list.id, { ...list, at }]));
  const cards = board.cards.flatMap((given, at) => {
    const line = at + 1;
    const card = Card.safeParse(given);
    const list = card.data && placed.get(card.data.idList);
    if (!card.data) problem(file.errors, line, 'This card has no id or no list.');
    else if (!list)
      problem(file.errors, line, `The card “${cut(card.data.name, 80, '…')}” is in no list of this board.`);
    else if (!archived && (card.data.closed || list.closed))
      problem(file.skipped, line, `“${cut(card.data.name, 80, '…')}” is archived.`);
    else return { ...card.data, list, line };
    return [];
  });
  const with_ = besides(board, file.people);
  const said = new Set<string>();
  for (const { list, line, ...card } of cards.toSorted(
    (one, other) => one.list.at - other.list.at || one.pos - other.pos,
  )) {
    const given = taskOf(card, list.name, line, with_, zone);
    const task = fitted(given);
    if (typeof task === 'string') problem(file.errors, line, task);
    else {
      file.tasks.push(task);
      for (const message of [...missingOf(card, with_), ...unfitOf(card, with_), ...lostOf(given, said)])
        problem(file.lost, line, message);
      if (LETTERS.some((text) => text(task).includes(LOST_LETTER))) problem(file.lost, line, LETTERS_LOST);
    }
  }
  if (zeros) problem(file.lost, 0, zerosTaken(zeros));
  const added = cards.filter(({ pluginData }) => pluginData.length).length;
  if (added) problem(file.lost, 0, `What Power-Ups keep on ${counted(added, 'card', 'cards')} is not imported.`);
  file.lists = lists.map(({ name }) => name).filter((name) => file.tasks.some(({ list }) => list === name));
  return file;
}

function parsed(json: string): { value: unknown; zeros: number } {
  let zeros = 0;
  const stored = (value: unknown) => {
    if (typeof value !== 'string') return value;
    zeros += value.split('\0').length - 1;
    return storable(value);
  };
  try {
    // Viewers in a browser save it below lines of their own: when, and of which address.
    const text = json.replace(/^\uFEFF?(?:\s*\/\/[^\n]*\n)*/, '');
    // Half a letter, or none, can be written but not stored.
    const odd = /\\u(?:0000|d[89a-f])/i.test(text);
    const value: unknown = JSON.parse(text, odd ? (_, one) => stored(one) : undefined);
    return { value, zeros };
  } catch {
    throw new UnreadableFile('The file is not JSON. Export the board as JSON, not as CSV.');
  }
}

type Besides = {
  people: ImportFile['people'];
  labels: ReadonlyMap<string, Board['labels'][number]>;
  fields: ReadonlyMap<string, Board['customFields'][number]>;
  comments: ReadonlyMap<string, ImportedTask['comments']>;
  checklists: ReadonlyMap<string, Board['checklists']>;
  creators: ReadonlyMap<string, string>;
};

function besides({ actions, checklists, ...board }: Board, people: ImportFile['people']): Besides {
  const comments = new Map<string, ImportedTask['comments']>();
  const creators = new Map<string, string>();
  const meet = (id: string, who: { fullName: string; username: string } | null | undefined) => {
    if (id && !people.has(id)) people.set(id, { name: who?.fullName || who?.username || id, email: null });
  };
  for (const { type, date, idMemberCreator: by, memberCreator, member, data } of actions) {
    if (type === 'addMemberToCard' || type === 'removeMemberFromCard') {
      // Somebody who has left the board may still have cards.
      if (member) meet(member.id, member);
      continue;
    }
    meet(by, memberCreator);
    if (type !== 'commentCard' && type !== 'copyCommentCard') {
      if (by) creators.set(data.card.id, by);
      continue;
    }
    const one = { author: by || null, at: readDate(date)?.at ?? null, text: data.text };
    put(comments, data.card.id, one);
  }
  const ofCard = new Map<string, Board['checklists']>();
  for (const one of checklists) put(ofCard, one.idCard, one);
  const labels = new Map(board.labels.map((one) => [one.id, one]));
  return {
    people,
    labels,
    fields: new Map(board.customFields.map((one) => [one.id, one])),
    comments,
    creators,
    checklists: ofCard,
  };
}

function put<T>(to: Map<string, T[]>, key: string, one: T): void {
  const known = to.get(key);
  if (known) known.push(one);
  else to.set(key, [one]);
}

/** Without time: what a day is, others decide. */
const dayOf = (value: string, zone: string) => readDate(value, 'dmy', zone)?.day ?? null;

function checklistOf(
  lists: Board['checklists'],
  people: ImportFile['people'],
  zone: string,
): ImportedTask['checklist'] {
  return lists.flatMap(({ name, checkItems }) =>
    checkItems
      .toSorted((one, other) => one.pos - other.pos)
      .map((item) => {
        const due = dayOf(item.due, zone);
        const beside = [people.get(item.idMember)?.name, due && `due ${due}`].filter(Boolean).join(', ');
        const title = lists.length > 1 && name ? `${name}: ${item.name}` : item.name;
        return { title: beside ? `${title} (${beside})` : title, done: item.state === 'complete' };
      }),
  );
}

const notesOf = ({ customFieldItems }: Card, fields: Besides['fields']): ImportedTask['notes'] =>
  customFieldItems.flatMap(({ idCustomField, idValue, value }) => {
    const { name, options = [] } = fields.get(idCustomField) ?? {};
    const chosen = options.find(({ id }) => id === idValue)?.value.text;
    const { checked, ...one } = value ?? {};
    const own = 'date' in one ? readDate(`${one.date}`)?.day : Object.values(one)[0];
    const written = chosen ?? (checked === undefined ? own : `${checked}` === 'true' ? 'Yes' : 'No');
    return name && written !== undefined && written !== '' ? [{ name, value: `${written}` }] : [];
  });

function labelsOf(card: Card, known: Besides['labels']): ImportedTask['labels'] {
  const labels = card.labels.length ? card.labels : card.idLabels.flatMap((id) => known.get(id) ?? []);
  return labels.flatMap(({ name, color }) =>
    name || color ? { name: name || colourName(color), colour: tintOf(color) } : [],
  );
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What the file knows to be there, and does not have. */
function missingOf({ id, name, badges, idMembers }: Card, { comments, people }: Besides): string[] {
  const title = `“${cut(name, 80, '…')}”`;
  const missing = badges.comments - (comments.get(id)?.length ?? 0);
  const strangers = idMembers.filter((one) => !people.has(one)).length;
  return [
    ...(missing > 0
      ? [
          `${title}: ${counted(missing, 'older comment is', 'older comments are')} not in the file, as Trello writes the last 1000 actions.`,
        ]
      : []),
    ...(strangers
      ? [
          `${title}: ${counted(strangers, 'of its members has', 'of its members have')} left the board, and the file does not name them.`,
        ]
      : []),
  ];
}

/** Dates that are none, or that contradict each other. */
function unfitOf(card: Card, { checklists, fields }: Besides): string[] {
  const title = `“${cut(card.name, 80, '…')}”`;
  const dates: (readonly [string, unknown])[] = [
    ['start date', card.start],
    ['due date', card.due],
    ['date of completion', card.dateCompleted],
    ...checklistsOf(card, checklists).flatMap(({ checkItems }) =>
      checkItems.map(({ name, due }) => [`date of “${cut(name, 80, '…')}”`, due] as const),
    ),
    ...card.customFieldItems.map(
      ({ idCustomField, value }) =>
        [
          `“${cut(fields.get(idCustomField)?.name ?? 'date', 80, '…')}”`,
          value && 'date' in value ? value.date : '',
        ] as const,
    ),
  ];
  const [start, due] = [readDate(card.start), readDate(card.due)];
  return [
    ...dates.flatMap(([what, given]) =>
      given && !readDate(`${given}`) ? `${title}: its ${what} “${cut(`${given}`, 40, '…')}” is no date.` : [],
    ),
    ...(start && due && start.day > due.day ? [`${title}: its start date ${start.day} is after its due date.`] : []),
  ];
}

const checklistsOf = (card: Card, checklists: Besides['checklists']) =>
  (checklists.get(card.id) ?? card.checklists).toSorted((one, other) => one.pos - other.pos);

/** Where what people wrote stands in a task. */
const LETTERS: readonly ((task: ImportedTask) => string)[] = [
  ({ title, description }) => title + description,
  ({ comments }) => comments.map(({ text }) => text).join(),
  ({ checklist }) => checklist.map(({ title }) => title).join(),
  ({ labels, notes, links }) =>
    [...labels, ...links, ...notes.map(({ value: name }) => ({ name }))].map(({ name }) => name).join(),
];

function taskOf(card: Card, list: string, line: number, board: Besides, zone: string): ImportedTask {
  const own = checklistsOf(card, board.checklists);
  const said = (board.comments.get(card.id) ?? []).toSorted((one, other) =>
    (one.at ?? '').localeCompare(other.at ?? ''),
  );
  const [start, due] = [dayOf(card.start, zone), dayOf(card.due, zone)];
  return {
    line,
    source_id: card.id,
    title: card.name,
    description: card.desc,
    list,
    completed: card.dueComplete,
    priority: 'none',
    audience: 'internal',
    assignees: card.idMembers.filter((id) => board.people.has(id)),
    creator: board.creators.get(card.id) ?? (board.people.has(card.idMemberCreator) ? card.idMemberCreator : null),
    // Trello does not mind a start after the end.
    start_date: start && due && start > due ? null : start,
    due_date: due,
    created_at: madeAt(card.id),
    completed_at: readDate(card.dateCompleted)?.at ?? null,
    estimate_minutes: null,
    category: null,
    milestone: null,
    labels: labelsOf(card, board.labels),
    parent: null,
    blocks: [],
    blocked_by: [],
    comments: said,
    checklist: checklistOf(own, board.people, zone),
    watchers: [],
    time: [],
    links: card.attachments
      .filter(({ url }) => /^https?:\/\/\S+$/i.test(url))
      .map(({ name, url }) => ({ name: name || url, url })),
    notes: notesOf(card, board.fields),
  };
}

/** The first half of an id of MongoDB is when it was made, in seconds. */
function madeAt(id: string): string | null {
  if (!/^[0-9a-f]{24}$/.test(id)) return null;
  const at = new Date(Number.parseInt(id.slice(0, 8), 16) * 1000);
  return at.getUTCFullYear() >= 2010 && at.getTime() < Date.now() ? at.toISOString() : null;
}
