/** What imports know of other programs' words. Runs anywhere. */
import type { Source } from '@/lib/imported/vocabulary';
import type { Priority, StatusCode } from '@/lib/task/vocabulary';

/** What is chosen there, and how one gets it. */
export const SOURCE_HINT: Record<Source, string> = {
  csv: 'Any table with a heading for each column, as a spreadsheet saves it.',
  trello: 'In the board’s menu: Print, export and share → Export as JSON.',
  jira: 'In the list of work items: Export → CSV (all fields).',
  asana: 'In the project’s menu: Export → CSV.',
};

/** What a column of a table can be. */
export const FIELDS = [
  'title',
  'description',
  'list',
  'priority',
  'assignee',
  'start',
  'due',
  'estimate',
  'labels',
  'category',
  'milestone',
  'parent',
  'comment',
  'checklist',
  'id',
] as const;
export type Field = (typeof FIELDS)[number];

export const FIELD_LABEL: Record<Field, string> = {
  title: 'Title',
  description: 'Description',
  list: 'Status or list',
  priority: 'Priority',
  assignee: 'Assignee',
  start: 'Start date',
  due: 'Due date',
  estimate: 'Estimate',
  labels: 'Labels',
  category: 'Category',
  milestone: 'Milestone',
  parent: 'Parent task',
  comment: 'Comment',
  checklist: 'Checklist',
  id: 'Id',
};

/** In bytes. */
export const MOST_BYTES = 50 * 1024 * 1024;
export const MOST_TASKS = 20_000;

/** Letters and digits alone, without case and accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The first that fits; `notstarted` before `started`. In the languages that others' programs are mostly used in. */
const STATUS_WORDS: readonly [RegExp, StatusCode][] = [
  [
    /^(todo|tobedone|zutun|open|offen|reopened|wiedereroffnet|erneutgeoffnet|new|neu|pending|notstarted|planned|geplant|next|upnext|ready|thisweek|today|inbox|afaire|(?:tareas)?porhacer|pendientes?|afazer|(?:tarefas|itens)?pendentes?|dozrobienia|tedoen|dafare|dacompletare|квыполнению|открыта?|やること|未着手|待办|待处理)$/,
    1,
  ],
  [/^notstarted|^selectedfor|^readyfor(?!test|qa|review)|^todo/, 1],
  [/backlog|icebox|someday|later|idea|parked|onhold|wishlist|future|wunsch|spater/, 5],
  [
    /test|review|^qa|qa$|verif|staging|approv|accept|pruf|abnahme|validat|^enrevis|^emrevis|enpruebas|проверк|тестиров/,
    3,
  ],
  [
    /done|complete|finished|closed|resolved|released|shipped|deployed|delivered|^live|live$|archiv|fertig|erledigt|abgeschlossen|termine|hecho|cancel|wontdo|rejected|finalizad|^listo$|acabado|completad|completat|terminad|resuelt|cerrad|concluid|^gotowe|zrobione|zakonczon|^gereed|^klaar|afgerond|^fatto|готово|закрыт|выполнен|решен|完了|完成|^クロース$/,
    4,
  ],
  [
    /progress|process|doing|develop|started|^wip|inarbeit|inbearbeitung|active|building|coding|working|encours|implement|encurso|emandamento|enproceso|desarroll|desenvolv|wtoku|wtrakcie|^bezig|meebezig|^incorso|вработе|впроцессе|作業中|進行中|进行中/,
    2,
  ],
];

/** Null: nobody can tell; it is asked, and Pending unless answered. */
export function statusOfList(list: string): StatusCode | null {
  const word = plain(list);
  return STATUS_WORDS.find(([words]) => words.test(word))?.[1] ?? null;
}

const PRIORITY_WORDS: readonly [RegExp, Priority][] = [
  [
    /^(urgent|highest|blocker|critical|p0|asap|immediate|kritisch|dringend|sofort|critic|muyalt|najwyzszy|критич)/,
    'urgent',
  ],
  [/^(high|major|p1|hoch|wichtig|important|alt[ao]$|haute|elevee|wysoki|высок)/, 'high'],
  [/^(low|lowest|minor|trivial|p3|p4|niedrig|gering|baj[ao]$|baix[ao]$|bass[aeo]$|faible|niski|низк)/, 'low'],
  [/^(med|medium|normal|p2|mittel|moderate|moyen|sredni|средн)/, 'medium'],
];

export const priorityOf = (word: string): Priority =>
  PRIORITY_WORDS.find(([words]) => words.test(plain(word)))?.[1] ?? 'none';

/** Types that tell nothing. */
export const PLAIN_TASK =
  /^(?:task|sub-?task|aufgabe|unteraufgabe|(?:sub)?tarea|(?:sub)?tarefa|(?:sous-)?tâche|(?:pod)?zadanie|(?:под)?задача)$/i;
