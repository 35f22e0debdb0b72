import { TaskScreen } from '@/components/task/detail/task-screen';
import type { ChecklistRecord } from '@/lib/checklist/schema';
import type { CommentRecord } from '@/lib/comment/schema';
import type { LabelUse } from '@/lib/label/schema';
import { renderMarkdown } from '@/lib/markdown/markdown';
import type { TaskDetail } from '@/lib/task/schema';
import type { ChecklistItem } from '@/lib/task-parts/schema';
import { live } from '../connection';
import { list, Refusal, server } from '../server';
import { type ShowOptions, show, viewerOf } from '../show';
import { comment, editedLine } from './comment';
import { PEOPLE, type Seat } from './people';
import { PROJECT } from './project';
import { TODAY, taskDetail } from './task';
import { serveTasks } from './task-server';

export const LABELS: readonly LabelUse[] = ['Own', 'Theirs'].map((name, at) => ({
  _id: `l-${name.toLowerCase()}`,
  name,
  colour: `c${at + 1}`,
  version: 1,
  created_at: '2026-11-01T09:00:00.000Z',
  tasks: 1,
}));
const CATEGORY = { _id: 'k-print', name: 'Print', colour: 'c3' };

export const item = (number: number, title: string, done = false): ChecklistItem => ({
  _id: `i-${number}`,
  title,
  done,
  version: 1,
});

const conflict = (current: unknown) =>
  new Refusal(409, 'conflict', 'Somebody else changed it in the meantime.', { current });
const personOf = (id: string) => {
  const found = Object.values(PEOPLE).find(({ _id }) => _id === id);
  if (!found) throw new Refusal(404, 'not_found', 'The person was not found.');
  return found;
};

/** `serveTasks` with all that a task's page asks; the page looks as the server would make it for `me`. */
export function serveTaskPage(tasks: readonly TaskDetail[], me: Seat = 'leader') {
  const known = new Set(tasks.map(({ _id }) => _id));
  const below = tasks.flatMap(({ subtasks }) => subtasks.filter(({ _id }) => !known.has(_id)));
  const store = serveTasks([...tasks.map(rendered), ...below.map((one) => taskDetail(one.number, one))]);
  const { task: at, write } = store;
  const all = () => store.cards().map(({ _id }) => at(_id));
  let made = 100;
  let labels = LABELS;
  /** With what is below it as that is now. */
  const whole = (reference: string): TaskDetail => {
    const task = at(reference);
    const current = new Map(store.cards().map((one) => [one._id, one]));
    return { ...task, subtasks: task.subtasks.flatMap(({ _id }) => current.get(_id) ?? []) };
  };
  server.on('GET task/{id}', ({ id }) => whole(String(id)));
  server.on('GET taskList', ({ filter = '', q = '' }) => {
    const parent = /^parent:(.+)$/.exec(filter)?.[1];
    const words = q.toLowerCase();
    return list(
      store
        .cards()
        .filter((one) => !parent || one.parent?._id === parent)
        .filter(({ key, title }) => `${key} ${title}`.toLowerCase().includes(words)),
    );
  });

  server.on('PATCH task/{id}', ({ id, version, label_ids, parent_id, category_id, ...fields }) => {
    const before = at(String(id));
    if (Number(version) !== before.version) throw conflict(before);
    const parent = parent_id ? at(parent_id) : null;
    const changed = {
      ...(label_ids && { labels: labels.filter(({ _id }) => label_ids.includes(_id)) }),
      ...(parent_id !== undefined && { parent: parent && { _id: parent._id, key: parent.key, title: parent.title } }),
      ...(category_id !== undefined && { category: category_id ? CATEGORY : null, category_id }),
    };
    const { description, ...more } = fields as Partial<TaskDetail>;
    const written = description === undefined ? {} : rendered({ description: description.trim() });
    write(before._id, { ...more, ...written, ...changed });
    return whole(before._id);
  });
  server.on('GET assigneeList', () => list(Object.values(PEOPLE).map(({ role: _, ...person }) => person)));
  server.on('GET labelList', () => list(labels));
  server.on('POST label', ({ name, colour = 'c1' }) => {
    const fresh = { ...(LABELS[0] as LabelUse), _id: `l-${++made}`, name, colour };
    labels = [...labels, fresh];
    return fresh;
  });
  server.onAny('GET categorylist', () => list([CATEGORY]));
  server.onAny('POST typing', () => null);
  server.on('POST taskArray', ({ task_ids, delete: removes }) => {
    for (const id of task_ids) write(id, { deleted_at: removes ? '2026-11-24T10:00:00.000Z' : null });
    return {
      done: task_ids.length,
      refused: 0,
      tasks: task_ids.map((_id) => ({ _id, done: true, card: null })),
    };
  });
  server.on('POST undoActivity/{id}', ({ id }) => {
    const task = all().find(({ activity }) => activity.some(({ _id }) => _id === id));
    const line = task?.activity.find(({ _id }) => _id === id);
    if (!task || !line) throw new Refusal(404, 'not_found', 'The line was not found.');
    const { field, from, to } = line.data as { field: keyof TaskDetail; from: unknown; to: unknown };
    if (task[field] !== to) throw new Refusal(409, 'conflict', `The ${field} changed again since.`);
    const back = editedLine(`a-${++made}`, field, to, from);
    write(task._id, { ...rendered({ ...task, [field]: from }), activity: [back, ...task.activity] });
    return whole(task._id);
  });

  /** Comments. */
  const talk = (id: string) => {
    const task = tasks.map(({ _id }) => at(_id)).find(({ comments }) => comments.some((one) => one._id === id));
    const found = task?.comments.find((one) => one._id === id) ?? removed.get(id);
    if (!found) throw new Refusal(404, 'not_found', 'The comment was not found.');
    return found;
  };
  const removed = new Map<string, CommentRecord>();
  const put = (task_id: string, comments: CommentRecord[]) =>
    write(task_id, { comments, comment_count: comments.length }, true);
  const changeComment = (id: string, part: Partial<CommentRecord>) => {
    const before = talk(id);
    const after = { ...before, ...part, version: before.version + 1 };
    put(
      before.task_id,
      at(before.task_id).comments.map((one) => (one._id === id ? after : one)),
    );
    return after;
  };
  server.on('POST addTaskComment', ({ task_id, body, parent_id, internal = true }) => {
    const task = at(task_id);
    const fresh = comment(++made, {
      ...{ task_id: task._id, body, internal, parent_id: parent_id ?? null, author: PEOPLE[me] },
      created_at: `2026-11-24T10:${String(made % 60).padStart(2, '0')}:00.000Z`,
    });
    put(task._id, [...task.comments, fresh]);
    return fresh;
  });
  server.on('PATCH comment/{id}', ({ id, version, body }) => {
    const before = talk(id);
    if (Number(version) !== before.version) throw conflict(before);
    return changeComment(id, { body, body_html: renderMarkdown(body), edited_at: '2026-11-24T10:00:00.000Z' });
  });
  server.on('DELETE comment/{id}', ({ id }) => {
    const gone = talk(id);
    removed.set(id, gone);
    put(
      gone.task_id,
      at(gone.task_id).comments.filter((one) => one._id !== id),
    );
    return { ...gone, deleted_at: '2026-11-24T10:00:00.000Z' };
  });
  server.on('POST restoreComment/{id}', ({ id }) => {
    const back = talk(id);
    put(back.task_id, [...at(back.task_id).comments, back]);
    return back;
  });
  const react = (on: boolean) => (input: { comment_id: string; emoji: string }) => {
    const others = talk(input.comment_id).reactions.filter(({ emoji }) => emoji !== input.emoji);
    const mine = { emoji: input.emoji, count: 1, mine: true, names: [PEOPLE[me].name] };
    return changeComment(input.comment_id, { reactions: on ? [...others, mine] : others });
  };
  server.on('POST commentReaction', react(true));
  server.on('DELETE commentReaction', react(false));
  server.on('POST resolveComment/{id}', ({ id }) =>
    changeComment(id, { resolved_at: '2026-11-24T10:00:00.000Z', resolved_by: PEOPLE[me] }),
  );
  server.on('DELETE resolveComment/{id}', ({ id }) => changeComment(id, { resolved_at: null, resolved_by: null }));

  /** The checklist. */
  const holderOf = (id: string) => {
    const task = all().find(({ checklist_items }) => checklist_items.some(({ _id }) => _id === id));
    if (!task) throw new Refusal(404, 'not_found', 'The line was not found.');
    return task;
  };
  const lines = (task: TaskDetail, items: ChecklistItem[], line: ChecklistItem): ChecklistRecord => {
    const { _id: task_id, version: task_version } = write(task._id, { checklist_items: items });
    return { ...line, task_id, task_version, items };
  };
  type Place = { after_id?: string | null | undefined; before_id?: string | null | undefined };
  const placed = <One extends { _id: string }>(items: One[], fresh: One[], { after_id, before_id }: Place) => {
    const beside = items.findIndex(({ _id }) => _id === (after_id ?? before_id));
    if (beside < 0 && (after_id ?? before_id)) throw new Refusal(422, 'invalid', 'This line does not belong to it.');
    return items.toSpliced(beside < 0 ? items.length : beside + (after_id ? 1 : 0), 0, ...fresh);
  };
  server.on('POST checklistItem', ({ task_id, title, done = false, ...place }) => {
    const task = at(task_id);
    const fresh = title.split('\n').map((one) => item(++made, one, done));
    return lines(task, placed(task.checklist_items, fresh, place), fresh[0] as ChecklistItem);
  });
  server.on('PATCH checklistItem/{id}', ({ id, version, after_id, before_id, ...fields }) => {
    const task = holderOf(id);
    const before = task.checklist_items.find(({ _id }) => _id === id) as ChecklistItem;
    if (Number(version) !== before.version)
      throw conflict({ ...before, items: task.checklist_items, task_id: task._id, task_version: task.version });
    const after = { ...before, ...fields, version: before.version + 1 };
    const others = task.checklist_items.filter(({ _id }) => _id !== id);
    const moved = after_id || before_id;
    return lines(
      task,
      moved
        ? placed(others, [after], { after_id, before_id })
        : task.checklist_items.map((one) => (one._id === id ? after : one)),
      after,
    );
  });
  server.on('DELETE checklistItem/{id}', ({ id }) => {
    const task = holderOf(id);
    const left = task.checklist_items.filter(({ _id }) => _id !== id);
    return lines(task, left, task.checklist_items.find(({ _id }) => _id === id) as ChecklistItem);
  });

  /** Whom it tells, and what it waits for. */
  const watch = (watching: boolean) => (input: { id: string | number; member_id?: string | undefined }) => {
    const task = at(String(input.id));
    const who = personOf(input.member_id ?? PEOPLE[me]._id);
    const others = task.watchers.filter(({ _id }) => _id !== who._id);
    const watchers = watching ? [...others, who] : others;
    const now = { watchers, watching: watchers.some(({ _id }) => _id === PEOPLE[me]._id) };
    write(task._id, now, true);
    return { task_id: task._id, ...now };
  };
  server.on('POST watchTask/{id}', watch(true));
  server.on('DELETE watchTask/{id}', watch(false));
  const depend = (on: boolean) => (input: { task_id: string | number; blocks_id: string | number }) => {
    const [blocker, waiter] = [at(String(input.task_id)), at(String(input.blocks_id))];
    for (const [task, other, relation] of [
      [blocker, waiter, 'blocks'],
      [waiter, blocker, 'blocked_by'],
    ] as const) {
      const { _id, key, title, status } = other;
      const others = task.dependencies.filter((one) => one._id !== _id);
      const dependencies = on ? [...others, { _id, key, title, status, relation }] : others;
      write(task._id, { dependencies, blocked: dependencies.some((one) => one.relation === 'blocked_by') });
    }
    return { task_id: blocker._id, blocks_id: waiter._id };
  };
  server.on('POST dependency', depend(true));
  server.on('DELETE dependency', depend(false));

  /** What is below it. */
  server.on('POST Task', ({ title, status, parent_id, audience = 'internal', priority = 'none' }) => {
    const number = Math.max(...all().map((one) => one.number)) + 1;
    const parent = parent_id ? at(parent_id) : null;
    const fresh = store.add(
      taskDetail(number, {
        ...{
          title,
          priority,
          audience,
          status: Number(status ?? 1),
          created_by: PEOPLE[me],
          created_by_id: PEOPLE[me]._id,
        },
        parent: parent && { _id: parent._id, key: parent.key, title: parent.title },
      }),
    );
    if (parent) write(parent._id, { subtasks: [...parent.subtasks, fresh] }, true);
    return fresh;
  });
  server.on('POST moveSubtask', ({ task_id, ...place }) => {
    const task = at(String(task_id));
    const parent = at(task.parent?._id ?? '');
    const others = parent.subtasks.filter(({ _id }) => _id !== task._id);
    write(parent._id, { subtasks: placed(others, [task], place) }, true);
    return task;
  });

  return {
    ...store,
    /** Somebody else changes a task, and the page does not hear of it. */
    write: (reference: string, part: Partial<TaskDetail>, quietly = false) =>
      write(
        reference,
        part.description === undefined ? part : { ...part, ...rendered({ description: part.description }) },
        quietly,
      ),
    /** What is stored of the first task now. */
    get stored(): TaskDetail {
      return at((tasks[0] as TaskDetail)._id);
    },
    /** Something that hangs on the first task was changed by somebody else, and the page hears of it. */
    partChangedByOther(part: Partial<TaskDetail>, event: 'comment.changed' | 'task.progressed' = 'comment.changed') {
      const { _id } = write((tasks[0] as TaskDetail)._id, part, true);
      live.say(`private-project-${PROJECT._id}`, event, { id: _id, task_id: _id });
    },
  };
}

const rendered = <Part extends { description: string }>(part: Part) => ({
  ...part,
  description_html: part.description && renderMarkdown(part.description),
});

/** The page of the first of these tasks, with a server that keeps them; all fields are drawn, unless `folded`. */
export async function showTask(
  task: TaskDetail,
  { others = [], folded, ...options }: ShowOptions & { others?: TaskDetail[]; folded?: boolean } = {},
) {
  const { as = 'leader' } = options;
  if (!folded) localStorage.setItem(`${viewerOf(as).memberId}:task-fields`, '["all"]');
  const store = serveTaskPage([task, ...others], as);
  const url = `/acme/taskpage?task=${task.key}`;
  const screen = await show(
    <TaskScreen viewer={viewerOf(as)} task={store.task(task._id)} loadedAt={Date.now()} today={TODAY} />,
    { url, ...options },
  );
  return {
    screen,
    store,
    title: screen.getByRole('textbox', { name: 'Title' }),
    description: screen.getByRole('textbox', { name: 'Description' }),
    field: (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}: `) }),
  };
}
