import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';
import { live } from '../connection';
import { list, Refusal, server } from '../server';
import { PEOPLE } from './people';
import { PROJECT } from './project';
import { boardOf, taskDetail } from './task';

type Fields = Partial<TaskDetail> & { assignee_ids?: string[]; expected?: unknown };

/**
 * Keeps tasks as the server would for what lists, boards and pages of tasks ask: a change gives the next version, and one
 * upon an older version is refused with 409. Which filter and order a list has is the rules' business: all are answered.
 */
export function serveTasks(first: readonly TaskDetail[] | readonly TaskCard[]) {
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
  const write = (reference: string, { assignee_ids, ...fields }: Fields, quietly = false): TaskDetail => {
    const before = at(reference);
    const people = Object.values(PEOPLE);
    const after: TaskDetail = {
      ...before,
      ...fields,
      ...(assignee_ids && { assignees: people.filter(({ _id }) => assignee_ids.includes(_id)) }),
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

  server.on('GET taskList', ({ cursor, limit }) => {
    const all = cards();
    const from = Number(cursor ?? 0);
    const most = Number(limit ?? 50);
    const docs = all.slice(from, from + most);
    const more = from + docs.length < all.length;
    return list(docs, { totalDocs: all.length, next_cursor: more ? String(from + docs.length) : null });
  });
  server.on('GET taskListByProject', ({ status }) =>
    list(boardOf(cards()).filter((column) => status === undefined || column.status === Number(status))),
  );
  server.on('GET taskCard/{id}', ({ id }) => cardOf(at(id)));
  server.on('GET task/{id}', ({ id }) => at(id));
  server.on('PATCH task/{id}', (input) => edit(input));
  server.on('PATCH taskCard/{id}', (input) => cardOf(edit(input)));
  server.on('POST changeTaskStatus', ({ task_id, status, version, after_id, before_id }) => {
    const known = at(task_id);
    if (version !== undefined && Number(version) !== known.version)
      throw new Refusal(409, 'conflict', 'Somebody changed this task meanwhile.', { current: cardOf(known) });
    const neighbours = cards().filter((one) => one.status === Number(status) && one._id !== task_id);
    const below = neighbours.findIndex(({ _id }) => _id === before_id);
    const above = neighbours.findIndex(({ _id }) => _id === after_id);
    const place = above >= 0 ? above + 1 : below >= 0 ? below : neighbours.length;
    const [before, after] = [neighbours[place - 1], neighbours[place]];
    const rank = before ? `${before.rank}m` : after ? `${after.rank.slice(0, -1)}!` : 'a5';
    const moved = write(task_id, { status: Number(status), rank });
    return { ...cardOf(moved), after_id: before?._id ?? null, before_id: after?._id ?? null };
  });
  server.on('POST Task', (input) => {
    const number = Math.max(0, ...tasks.map((one) => one.number)) + 1;
    const { assignee_ids: _, ...fields } = input as Fields & { title: string };
    return add(taskDetail(number, { project_id: PROJECT._id, ...fields }));
  });
  server.on('DELETE task/{id}', ({ id }) => ({
    ...cardOf(write(id, { deleted_at: '2026-11-24T10:00:00.000Z' })),
    deleted_at: '2026-11-24T10:00:00.000Z',
  }));
  server.on('POST restoreTask', ({ id }) => cardOf(write(id, { deleted_at: null })));

  return {
    /** What is stored of a task, by id or key. */
    task: at,
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

function cardOf(task: TaskDetail): TaskCard {
  const { description: _, description_html, project, category, comments, comments_cursor, activity, ...more } = task;
  const { subtasks, dependencies, recurrence, successor, time, checklist_items, watchers, ...rest } = more;
  const { origin, attachments, rights, deleted_at, ...card } = rest;
  return card;
}
