import type { useUndo } from '@/components/keys/use-undo';
import { type Collection, type CollectionEvent, shownRow } from '@/components/live/collection';
import { call, newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { AnswerOf } from '@/lib/api/contract';
import type { TaskLabel } from '@/lib/label/schema';
import type { TaskCard } from '@/lib/task/schema';
import { basisOf, type Looks, type TaskChange, withChange } from '../task-edit';
import { type BulkCall, type BulkSet, backOf, changesOf } from './bulk-undo';

type Source = {
  /** Of which alone the rows are. */
  projectId?: string;
  now: () => Collection<TaskCard, TaskChange>;
  dispatch: (event: CollectionEvent<TaskCard, TaskChange>) => void;
  remember: ReturnType<typeof useUndo>;
};

const tasksIn = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`;
type Outcomes = AnswerOf<'POST taskArray'>['tasks'];
const reasonsOf = (outcomes: Outcomes) => [...new Set(outcomes.flatMap(({ reason }) => reason ?? []))];

const NAMED = 5;
function namesOf(tasks: readonly TaskCard[]): string {
  const more = tasks.length - NAMED;
  const keys = tasks.slice(0, NAMED).map(({ key }) => key);
  return more > 0 ? `${keys.join(', ')} and ${more} more` : keys.join(', ');
}

/** Changes many tasks in one call; shown at once, and taken back where one is refused. */
export function useBulkChange({ projectId, now, dispatch, remember }: Source) {
  async function send(
    tasks: readonly TaskCard[],
    change: { set: BulkSet; expected?: BulkCall['expected'] } | { delete: true },
    { people, labels }: Looks = {},
  ) {
    const tokens = tasks.map(({ _id: id }) => ({ id, token: newIdempotencyKey() }));
    const at = Date.now();
    for (const [index, one] of tokens.entries()) {
      const task = tasks[index];
      if (!task) continue;
      const changes = 'set' in change && changesOf(task, change.set);
      const begun: TaskChange = changes
        ? { ...one, kind: 'edit', changes, basis: basisOf(task, changes), people, labels }
        : { ...one, kind: 'removal' };
      dispatch({ type: 'changed', at, change: begun });
    }
    try {
      const answer = await call('POST taskArray', { task_ids: tasks.map(({ _id }) => _id), ...change });
      const outcomes = new Map(answer.tasks.map((one) => [one._id, one]));
      for (const { id, token } of tokens) {
        const outcome = outcomes.get(id);
        if (outcome?.done) dispatch({ type: 'settled', token, row: outcome.card });
        else dispatch({ type: 'refused', token });
      }
      return answer.tasks;
    } catch (error) {
      for (const { token } of tokens) dispatch({ type: 'refused', token });
      throw error;
    }
  }

  /** A list names some of many assignees; undoing needs all of them. */
  const whole = (task: TaskCard) => (task.more_assignees ? call('GET taskCard/{id}', { id: task._id }) : task);

  /** What somebody else changed since stays as it is. */
  async function undoSet(tasks: readonly TaskCard[], set: BulkSet): Promise<Outcomes> {
    const outcomes: Outcomes = [];
    for (const [json, some] of Map.groupBy(tasks, (task) => JSON.stringify(backOf(task, set)))) {
      const back: ReturnType<typeof backOf> = JSON.parse(json);
      if (!back) outcomes.push(...some.map(({ _id }) => ({ _id, done: true, card: null })));
      else {
        const shown = some.map((task) => shownRow(now(), task._id, withChange) ?? task);
        const looks = {
          people: some.flatMap(({ assignees }) => assignees),
          labels: some.flatMap(({ labels = [] }) => labels),
        };
        outcomes.push(...(await send(shown, back, looks)));
      }
    }
    return outcomes;
  }
  async function restore(tasks: readonly TaskCard[]): Promise<Outcomes> {
    const { tasks: outcomes } = await call('POST taskArray', { task_ids: tasks.map(({ _id }) => _id), restore: true });
    for (const { card } of outcomes) if (card) dispatch({ type: 'patched', row: card, at: Date.now(), own: true });
    return outcomes;
  }

  function reportUndone(tasks: readonly TaskCard[], outcomes: Outcomes) {
    const left = tasks.filter(({ _id }) => outcomes.some((one) => one._id === _id && !one.done));
    const done = tasks.length - left.length;
    if (done) showToast({ kind: 'info', text: `The change of ${tasksIn(done)} was undone.` });
    if (left.length)
      showToast({
        kind: 'failure',
        text: `The change of ${namesOf(left)} was not undone. ${reasonsOf(outcomes).join(' ')}`,
      });
  }

  function report(
    tasks: readonly TaskCard[],
    outcomes: Outcomes,
    what: string,
    undo: (done: readonly TaskCard[]) => Promise<Outcomes>,
  ) {
    const done = tasks.filter(({ _id }) => outcomes.some((one) => one._id === _id && one.done));
    const reasons = reasonsOf(outcomes);
    const refused = tasks.length - done.length;
    if (refused > 0)
      showToast({ kind: 'failure', text: `${tasksIn(refused)} of ${tasks.length} not ${what}. ${reasons.join(' ')}` });
    if (!done.length) return;
    const step = remember(() => {
      undo(done).then(
        (after) => reportUndone(done, after),
        (error) => showToast({ kind: 'failure', text: `It was not undone. ${reasonOf(error)}` }),
      );
    });
    showToast({
      kind: 'success',
      text: `${tasksIn(done.length)} ${what}.`,
      action: { label: 'Undo', onAction: step.undo },
    });
  }

  const failed = (error: unknown) => showToast({ kind: 'failure', text: `Nothing was changed. ${reasonOf(error)}` });
  return {
    set: async (shown: readonly TaskCard[], set: BulkSet, people?: TaskCard['assignees']) => {
      try {
        const tasks = set.assignee_ids ? await Promise.all(shown.map(whole)) : shown;
        report(tasks, await send(tasks, { set }, { people }), 'changed', (done) => undoSet(done, set));
      } catch (error) {
        failed(error);
      }
    },
    /** Adds labels to all of them, and takes others from all. */
    label: async (tasks: readonly TaskCard[], added: readonly TaskLabel[], removed: readonly TaskLabel[]) => {
      const ids = (some: readonly TaskLabel[]) => some.map(({ _id }) => _id);
      const set: BulkSet = {
        ...(added.length > 0 && { add_label_ids: ids(added) }),
        ...(removed.length > 0 && { remove_label_ids: ids(removed) }),
      };
      try {
        report(tasks, await send(tasks, { set }, { labels: added }), 'changed', (done) => undoSet(done, set));
      } catch (error) {
        failed(error);
      }
    },
    /** Into another project. What that takes from a task does not come back, so it is not offered to be undone. */
    move: async (tasks: readonly TaskCard[], to: { _id: string; name: string }) => {
      const answer = await call('POST taskArray', {
        task_ids: tasks.map(({ _id }) => _id),
        set: { project_id: to._id },
      });
      for (const { _id: id, done, card } of answer.tasks)
        if (done && projectId && projectId !== to._id) dispatch({ type: 'removed', id, version: card?.version });
        else if (card) dispatch({ type: 'patched', row: card, at: Date.now(), own: true });
      if (answer.done) showToast({ kind: 'success', text: `${tasksIn(answer.done)} moved to ${to.name}.` });
      if (answer.refused)
        showToast({
          kind: 'failure',
          text: `${tasksIn(answer.refused)} of ${tasks.length} not moved. ${reasonsOf(answer.tasks).join(' ')}`,
        });
    },
    remove: async (tasks: readonly TaskCard[]) => {
      try {
        report(tasks, await send(tasks, { delete: true }), 'deleted', restore);
      } catch (error) {
        failed(error);
      }
    },
  };
}
