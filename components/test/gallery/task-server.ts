import type { AnswerOf, InputOf } from '@/lib/api/contract';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';
import { includes } from '@/lib/task/vocabulary.filter';
import { groupOf } from '@/lib/task-group/vocabulary';
import { live } from '../connection';
import { list, Refusal, server } from '../server';
import { CATEGORY, LABELS } from './names';
import { LEADER, PEOPLE } from './people';
import { OTHER_PROJECT, PROJECT } from './project';
import { boardOf, TODAY, taskDetail } from './task';

type Fields = Partial<TaskDetail> & { assignee_ids?: string[]; label_ids?: string[]; expected?: unknown };

type Many = Omit<InputOf<'POST taskArray'>, 'task_ids'>;
type Outcome = AnswerOf<'POST taskArray'>['tasks'][number];

/** Who looks, where a filter or a group is about the reader. */
export const READER = {
  memberId: LEADER._id,
  today: TODAY,
  firstDay: 1,
  dayOf: (moment: number) => new Date(moment).toISOString().slice(0, 10),
};

/**
 * Keeps tasks as the server would for what lists, boards and pages of tasks ask: a change gives the next version, and one
 * upon an older version is refused with 409. Of filters it knows the conditions and the words that are sought; the order of
 * a list is the rules' business.
 */
export function serveTasks(first: readonly TaskDetail[] | readonly TaskCard[]) {
  const refusals = new Map<string, string>();
  let tasks: TaskDetail[] = first.map((one) => ('rights' in one ? one : taskDetail(one.number, one)));
  const at = (reference: string) => {
    const task = tasks.find(({ _id, key }) => _id === reference || key === reference);
    if (!task) throw new Refusal(404, 'not_found', 'The task was not found.');
    return task;
  };
  const cards = () =>
    tasks
      .filter(({ deleted_at }) => !deleted_at)
      .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
      .map(cardOf);
  const add = (task: TaskDetail | TaskCard): TaskDetail => {
    const made = 'rights' in task ? task : taskDetail(task.number, task);
    tasks = [...tasks, made];
    return made;
  };
  /** `quietly`: the task's version stays, as where something that hangs on it changes. */
  const write = (reference: string, { assignee_ids, label_ids, ...fields }: Fields, quietly = false): TaskDetail => {
    const before = at(reference);
    const people = Object.values(PEOPLE);
    const after: TaskDetail = {
      ...before,
      ...fields,
      ...(assignee_ids && { assignees: people.filter(({ _id }) => assignee_ids.includes(_id)) }),
      ...(label_ids && { labels: LABELS.filter(({ _id }) => label_ids.includes(_id)) }),
      ...(fields.custom && valuesAfter(before, fields.custom)),
      _id: before._id,
      status_label: statusOf(fields.status ?? before.status).label,
      version: before.version + (quietly ? 0 : 1),
    };
    tasks = tasks.map((one) => (one._id === before._id ? after : one));
    return after;
  };
  const edit = ({ id, version, ...fields }: { id: string; version: number | string } & Record<string, unknown>) => {
    const before = at(id);
    if (Number(version) !== before.version)
      throw new Refusal(409, 'conflict', 'Somebody changed this task meanwhile.', { current: before });
    return write(id, fields as Fields);
  };

  server.on('GET taskList', ({ cursor, limit, filter, q }) => {
    const all = matching(cards(), { filter, q });
    const below = cursor ? all.filter(({ rank }) => rank > cursor) : all;
    const docs = below.slice(0, Number(limit ?? 50));
    return list(docs, { totalDocs: all.length, next_cursor: docs.length < below.length ? lastOf(docs) : null });
  });
  server.on('GET taskListByProject', ({ status, completed, cursor, limit }) =>
    list(
      boardOf(cards(), {
        completed: completed as 'all' | 'recent',
        from: Number(cursor ?? 0),
        limit: Number(limit ?? 50),
      }).filter((column) => status === undefined || column.status === Number(status)),
    ),
  );
  server.on('GET taskGroups', ({ filter, q, group }) => {
    const totals = new Map<string, number>();
    for (const card of matching(cards(), { filter, q })) {
      const id = groupOf(card, group, READER);
      totals.set(id, (totals.get(id) ?? 0) + 1);
    }
    return { groups: [...totals].map(([_id, total]) => ({ _id, name: nameOf(_id), total })) };
  });
  server.on('GET taskCard/{id}', ({ id }) => cardOf(at(id)));
  server.on('GET task/{id}', ({ id }) => at(id));
  server.on('PATCH task/{id}', (input) => edit(input));
  server.on('PATCH taskCard/{id}', (input) => cardOf(edit(input)));
  server.on('POST changeTaskStatus', ({ task_id, status, version, after_id, before_id, top, rank: back }) => {
    const known = at(task_id);
    if (version !== undefined && Number(version) !== known.version)
      throw new Refusal(409, 'conflict', 'Somebody changed this task meanwhile.', { current: cardOf(known) });
    const neighbours = cards().filter((one) => one.status === Number(status) && one._id !== task_id);
    const below = neighbours.findIndex(({ _id }) => _id === before_id);
    const above = neighbours.findIndex(({ _id }) => _id === after_id);
    const behind = back ? neighbours.findIndex((one) => one.rank > back) : -1;
    const place = top ? 0 : above >= 0 ? above + 1 : below >= 0 ? below : behind >= 0 ? behind : neighbours.length;
    const [before, after] = [neighbours[place - 1], neighbours[place]];
    const rank = before ? `${before.rank}m` : after ? `${after.rank.slice(0, -1)}!` : 'a5';
    const moved = write(task_id, { status: Number(status), rank });
    return { ...cardOf(moved), after_id: before?._id ?? null, before_id: after?._id ?? null };
  });
  server.on('POST Task', (input) => {
    const number = Math.max(0, ...tasks.map((one) => one.number)) + 1;
    const { assignee_ids = [], label_ids, ...fields } = input as Fields & { title: string };
    const assignees = Object.values(PEOPLE).filter(({ _id }) => assignee_ids.includes(_id));
    const labels = label_ids && { labels: LABELS.filter(({ _id }) => label_ids.includes(_id)) };
    return add(taskDetail(number, { project_id: PROJECT._id, ...fields, assignees, ...labels }));
  });
  const changeOne = (id: string, { set, expected, ...more }: Many): Outcome => {
    const before = at(id);
    const { add_assignee_ids, remove_assignee_ids, add_label_ids, remove_label_ids, ...fields } = set ?? {};
    const now = before as unknown as Record<string, unknown>;
    const { custom: values = {}, ...plain } = expected ?? {};
    const isOther =
      Object.entries(plain).some(([name, value]) => now[name] !== value) ||
      Object.entries(values).some(([field, value]) => (before.custom?.[field] ?? null) !== value);
    const reason = refusals.get(id) ?? (isOther ? 'Somebody changed it meanwhile.' : undefined);
    if (reason) return { _id: id, done: false, reason, card: cardOf(before) };
    if (more.dry_run) return { _id: id, done: true, loses: lossesOf(before), card: cardOf(before) };
    if (more.delete || more.restore) {
      const after = write(id, { deleted_at: more.delete ? '2026-11-24T10:00:00.000Z' : null });
      return { _id: id, done: true, card: more.delete ? null : cardOf(after) };
    }
    const after = (held: { _id: string }[] = [], add: string[] = [], remove: string[] = []) =>
      [...held.map(({ _id }) => _id), ...add].filter((one) => !remove.includes(one));
    const card = write(id, {
      ...(fields as Fields),
      ...((add_assignee_ids || remove_assignee_ids) && {
        assignee_ids: after(before.assignees, add_assignee_ids, remove_assignee_ids),
      }),
      ...((add_label_ids || remove_label_ids) && {
        label_ids: after(before.labels, add_label_ids, remove_label_ids),
      }),
    });
    return { _id: id, done: true, card: cardOf(card) };
  };
  server.on('POST taskArray', ({ task_ids, ...change }) => {
    const outcomes = task_ids.map((id) => changeOne(id, change));
    const done = outcomes.filter((one) => one.done).length;
    return { done, refused: outcomes.length - done, tasks: outcomes };
  });
  server.on('DELETE task/{id}', ({ id }) => ({
    ...cardOf(write(id, { deleted_at: '2026-11-24T10:00:00.000Z' })),
    deleted_at: '2026-11-24T10:00:00.000Z',
  }));
  server.on('POST restoreTask', ({ id }) => cardOf(write(id, { deleted_at: null })));

  return {
    /** What is stored of a task, by id or key. */
    task: at,
    /** From now on this task is refused where many are changed. */
    refuseAmongMany: (id: string, reason: string) => void refusals.set(id, reason),
    /** All that is not in the bin, in the board's order. */
    cards,
    /** Somebody else changes a task, and the page hears of it. */
    changedByOther(reference: string, fields: Fields, channel = `private-project-${PROJECT._id}`): TaskDetail {
      const task = write(reference, fields);
      live.say(channel, fields.deleted_at ? 'task.deleted' : 'task.changed', { id: task._id, version: task.version });
      return task;
    },
    /** The same without a word. */
    write,
    add,
    /** Somebody else makes a task, and the page hears of it. */
    madeByOther(task: TaskDetail | TaskCard): void {
      add(task);
      live.say(`private-project-${PROJECT._id}`, 'task.created', { id: task._id, version: task.version });
    },
  };
}

/** null takes a value away. */
function valuesAfter({ custom: held }: TaskDetail, changes: Record<string, string | number | null>) {
  const after = Object.entries({ ...held, ...changes }).flatMap(([id, value]) =>
    value === null ? [] : [[id, value] as const],
  );
  const custom = Object.fromEntries(after);
  return { custom, custom_people: Object.values(PEOPLE).filter(({ _id }) => Object.values(custom).includes(_id)) };
}

/** Where a list goes on after these. */
export const lastOf = (docs: readonly TaskCard[]): string | null => docs.at(-1)?.rank ?? null;

/** Of one card whom and what it would lose in another project. */
const lossesOf = ({ _id, assignees }: TaskDetail): Outcome['loses'] => ({
  assignees,
  parent: null,
  milestone: null,
  clients: false,
  fields: [],
  each: [{ _id, assignees: assignees.length, clients: false, fields: 0 }],
});

/** Those that a list with this filter has. */
export const matching = (cards: readonly TaskCard[], filters: { filter?: string; q?: string }): TaskCard[] =>
  cards.filter((card) => includes(card, filters, READER));

const nameOf = (id: string) =>
  [...Object.values(PEOPLE), ...LABELS, CATEGORY, PROJECT, OTHER_PROJECT].find(({ _id }) => _id === id)?.name ?? '';

function cardOf(task: TaskDetail): TaskCard {
  const { description: _, description_html, project, category, comments, comments_cursor, activity, ...more } = task;
  const { subtasks, dependencies, recurrence, successor, time, checklist_items, watchers, ...rest } = more;
  const { origin, attachments, rights, deleted_at, ...card } = rest;
  return card;
}
