import type { useUndo } from '@/components/keys/use-undo';
import type { CollectionEvent } from '@/components/live/collection';
import { call, newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskLabel } from '@/lib/label/schema';
import type { TaskCard } from '@/lib/task/schema';
import { changesBack, type Looks, type TaskChange, type TaskChanges } from '../task-edit';

type Source = {
  /** Of which alone the rows are. */
  projectId?: string;
  dispatch: (event: CollectionEvent<TaskCard, TaskChange>) => void;
  remember: ReturnType<typeof useUndo>;
};
export type BulkSet = Pick<
  TaskChanges,
  'status' | 'priority' | 'assignee_ids' | 'category_id' | 'label_ids' | 'due_date' | 'start_date' | 'audience'
>;

const tasksIn = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`;
const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** Changes many tasks in one call; shown at once, and taken back where one is refused. */
export function useBulkChange({ projectId, dispatch, remember }: Source) {
  async function send(
    tasks: readonly TaskCard[],
    change: { set: BulkSet } | { delete: true },
    { people, labels }: Looks = {},
  ) {
    const tokens = tasks.map(({ _id: id }) => ({ id, token: newIdempotencyKey() }));
    const at = Date.now();
    for (const one of tokens)
      dispatch({
        type: 'changed',
        at,
        change:
          'set' in change ? { ...one, kind: 'edit', changes: change.set, people, labels } : { ...one, kind: 'removal' },
      });
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

  async function undoSet(tasks: readonly TaskCard[], set: BulkSet) {
    const groups = Map.groupBy(tasks, (task) => JSON.stringify(changesBack(task, set)));
    for (const [back, some] of groups)
      await send(
        some,
        { set: JSON.parse(back) as BulkSet },
        { people: some.flatMap(({ assignees }) => assignees), labels: some.flatMap(({ labels = [] }) => labels) },
      );
  }
  async function restore(tasks: readonly TaskCard[]) {
    const { tasks: outcomes } = await call('POST taskArray', { task_ids: tasks.map(({ _id }) => _id), restore: true });
    for (const { card } of outcomes) if (card) dispatch({ type: 'patched', row: card, at: Date.now(), own: true });
  }

  function report(
    tasks: readonly TaskCard[],
    outcomes: Awaited<ReturnType<typeof send>>,
    what: string,
    undo: (done: readonly TaskCard[]) => Promise<void>,
  ) {
    const done = tasks.filter(({ _id }) => outcomes.some((one) => one._id === _id && one.done));
    const reasons = [...new Set(outcomes.map(({ reason }) => reason).filter(isDefined))];
    const refused = tasks.length - done.length;
    if (refused > 0)
      showToast({ kind: 'failure', text: `${tasksIn(refused)} of ${tasks.length} not ${what}. ${reasons.join(' ')}` });
    if (!done.length) return;
    const step = remember(() => {
      undo(done).then(
        () => showToast({ kind: 'info', text: `The change of ${tasksIn(done.length)} was undone.` }),
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
      const gone = new Set(removed.map(({ _id }) => _id));
      const after = ({ labels = [] }: TaskCard) => [
        ...new Set([...labels, ...added].flatMap(({ _id }) => (gone.has(_id) ? [] : _id))),
      ];
      try {
        const outcomes = [];
        for (const [ids, some] of Map.groupBy(tasks, (task) => JSON.stringify(after(task)))) {
          const labels = [...added, ...some.flatMap((task) => task.labels ?? [])];
          outcomes.push(...(await send(some, { set: { label_ids: JSON.parse(ids) as string[] } }, { labels })));
        }
        report(tasks, outcomes, 'changed', (done) => undoSet(done, { label_ids: [] }));
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
      const reasons = [...new Set(answer.tasks.map(({ reason }) => reason).filter(isDefined))];
      if (answer.done) showToast({ kind: 'success', text: `${tasksIn(answer.done)} moved to ${to.name}.` });
      if (answer.refused)
        showToast({
          kind: 'failure',
          text: `${tasksIn(answer.refused)} of ${tasks.length} not moved. ${reasons.join(' ')}`,
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
