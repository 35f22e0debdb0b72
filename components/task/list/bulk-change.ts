import type { useUndo } from '@/components/keys/use-undo';
import { type Collection, type CollectionEvent, rowOf, shownRow } from '@/components/live/collection';
import { ApiError, call, newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { InputOf } from '@/lib/api/contract';
import type { TaskCard } from '@/lib/task/schema';
import { basisOf, type Looks, type TaskChange, withChange } from '../task-edit';
import { fromTheTop, inPieces, type Outcomes } from './bulk-pieces';
import { type BulkCall, type BulkSet, backOf, changesOf } from './bulk-undo';
import type { Below } from './use-all-matching';
import { wholeTasks } from './whole-tasks';

export type BulkSource = Below & {
  /** Of which alone the rows are. */
  projectId?: string;
  now: () => Collection<TaskCard, TaskChange>;
  dispatch: (event: CollectionEvent<TaskCard, TaskChange>) => void;
  remember: ReturnType<typeof useUndo>;
  /** Reads the list again: of rows that are not loaded it does not know what a change did. */
  reread: () => Promise<void>;
};
type Change = { set: BulkSet; expected?: BulkCall['expected'] } | { delete: true };

const tasksIn = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`;
const reasonsOf = (outcomes: Outcomes) => [...new Set(outcomes.flatMap(({ reason }) => reason ?? []))];

const NAMED = 5;
function namesOf(tasks: readonly TaskCard[]): string {
  const more = tasks.length - NAMED;
  const keys = tasks.slice(0, NAMED).map(({ key }) => key);
  return more > 0 ? `${keys.join(', ')} and ${more} more` : keys.join(', ');
}

/** A minute allows a number of calls, and undoing what thousands had of their own takes more: then they wait for the next. */
const WAIT_MS = 5_000;
const MOST_WAITS = 14;
async function changeTasks(input: InputOf<'POST taskArray'>, signal?: AbortSignal) {
  for (let waits = 0; ; waits++)
    try {
      return await call('POST taskArray', input, { signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited' || waits === MOST_WAITS) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
}

const PEOPLE = ['assignee_ids', 'add_assignee_ids', 'remove_assignee_ids'] as const;

/** How many are through. */
export type SoFar = { done: number; of: number };

/**
 * Changes many tasks, some at a time; what is loaded shows at once, and is taken back where it is refused. `learn` hears
 * what became of them, and how far it is; null at the end.
 */
export function bulkChange(
  { projectId, now, dispatch, remember, reread }: BulkSource,
  learn: (outcomes: Outcomes, so: SoFar | null) => void,
) {
  const isLoaded = ({ _id }: { _id: string }) => rowOf(now(), _id) !== undefined;

  async function sendSome(tasks: readonly TaskCard[], change: Change, { people, labels }: Looks = {}) {
    const tokens = tasks.filter(isLoaded).map((task) => ({ task, id: task._id, token: newIdempotencyKey() }));
    const at = Date.now();
    for (const { task, ...one } of tokens) {
      const changes = 'set' in change && changesOf(task, change.set);
      const begun: TaskChange = changes
        ? { ...one, kind: 'edit', changes, basis: basisOf(task, changes), people, labels }
        : { ...one, kind: 'removal' };
      dispatch({ type: 'changed', at, change: begun });
    }
    try {
      const answer = await changeTasks({ task_ids: tasks.map(({ _id }) => _id), ...change });
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

  type Works = Parameters<typeof inPieces<TaskCard>>[0];
  /** `loaded`: in the list before they were changed. */
  async function inTurn(works: Works, loaded = isLoaded): Promise<Outcomes> {
    const tasks = works.flatMap((work) => work.tasks);
    const elsewhere = tasks.some((task) => !loaded(task));
    let done = 0;
    const told: Works = works.map((work) => ({
      tasks: work.tasks,
      run: async (piece) => {
        learn([], { done, of: tasks.length });
        const outcomes = await work.run(piece);
        done += piece.length;
        learn(outcomes, { done, of: tasks.length });
        return outcomes;
      },
    }));
    try {
      return await inPieces(told, reasonOf);
    } finally {
      learn([], null);
      if (elsewhere) void reread();
    }
  }
  const send = (tasks: readonly TaskCard[], change: Change, looks?: Looks) =>
    inTurn([{ tasks, run: (piece) => sendSome(piece, change, looks) }]);

  /** What somebody else changed since stays as it is. */
  function undoSet(tasks: readonly TaskCard[], set: BulkSet): Promise<Outcomes> {
    const works: Works = [...Map.groupBy(tasks, (task) => JSON.stringify(backOf(task, set)))].map(([json, some]) => {
      const back: ReturnType<typeof backOf> = JSON.parse(json);
      const run = async (piece: readonly TaskCard[]): Promise<Outcomes> => {
        if (!back) return piece.map(({ _id }) => ({ _id, done: true, card: null }));
        const shown = piece.map((task) => shownRow(now(), task._id, withChange) ?? task);
        const looks = {
          people: piece.flatMap(({ assignees }) => assignees),
          labels: piece.flatMap(({ labels = [] }) => labels),
        };
        return sendSome(shown, back, looks);
      };
      return { tasks: some, run };
    });
    return inTurn(works);
  }
  function restore(tasks: readonly TaskCard[], wasLoaded: typeof isLoaded): Promise<Outcomes> {
    const run = async (piece: readonly TaskCard[]) => {
      const { tasks: outcomes } = await changeTasks({ task_ids: piece.map(({ _id }) => _id), restore: true });
      for (const { card } of outcomes)
        if (card && wasLoaded(card)) dispatch({ type: 'patched', row: card, at: Date.now(), own: true });
      return outcomes;
    };
    return inTurn([{ tasks, run }], wasLoaded);
  }

  function reportUndone(tasks: readonly TaskCard[], outcomes: Outcomes) {
    const refused = new Set(outcomes.flatMap(({ _id, done }) => (done ? [] : _id)));
    const left = tasks.filter(({ _id }) => refused.has(_id));
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
    const changed = new Set(outcomes.flatMap((one) => (one.done ? one._id : [])));
    const done = tasks.filter(({ _id }) => changed.has(_id));
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
    /** `looks`: the people and labels that it names. */
    set: async (shown: readonly TaskCard[], set: BulkSet, looks?: Looks) => {
      try {
        // Undoing needs all of the people.
        const tasks = PEOPLE.some((field) => set[field]) ? await wholeTasks(shown) : shown;
        report(tasks, await send(tasks, { set }, looks), 'changed', (done) => undoSet(done, set));
      } catch (error) {
        failed(error);
      }
    },
    /** What each would lose in another project; nothing changes. */
    tryMove: (tasks: readonly TaskCard[], project_id: string, signal: AbortSignal) => {
      const run = async (piece: readonly TaskCard[]) => {
        const input = { task_ids: piece.map(({ _id }) => _id), set: { project_id }, dry_run: true } as const;
        return (await changeTasks(input, signal)).tasks;
      };
      return inPieces([{ tasks, run }], reasonOf);
    },
    /** Into another project. What that takes from a task does not come back, so it is not offered to be undone. */
    move: async (tasks: readonly TaskCard[], to: { _id: string; name: string }) => {
      const outcomes = await inTurn([
        {
          tasks: fromTheTop(tasks),
          run: async (piece) => {
            const task_ids = piece.map(({ _id }) => _id);
            const loaded = new Set(piece.filter(isLoaded).map(({ _id }) => _id));
            const answer = await changeTasks({ task_ids, set: { project_id: to._id } });
            for (const { _id: id, done, card } of answer.tasks)
              if (!loaded.has(id)) continue;
              else if (done && projectId && projectId !== to._id)
                dispatch({ type: 'removed', id, version: card?.version });
              else if (card) dispatch({ type: 'patched', row: card, at: Date.now(), own: true });
            return answer.tasks;
          },
        },
      ]);
      const moved = outcomes.filter(({ done }) => done).length;
      const refused = outcomes.length - moved;
      if (moved) showToast({ kind: 'success', text: `${tasksIn(moved)} moved to ${to.name}.` });
      if (refused)
        showToast({
          kind: 'failure',
          text: `${tasksIn(refused)} of ${tasks.length} not moved. ${reasonsOf(outcomes).join(' ')}`,
        });
    },
    remove: async (tasks: readonly TaskCard[]) => {
      const loaded = new Set(tasks.filter(isLoaded).map(({ _id }) => _id));
      try {
        report(tasks, await send(tasks, { delete: true }), 'deleted', (done) =>
          restore(done, ({ _id }) => loaded.has(_id)),
        );
      } catch (error) {
        failed(error);
      }
    },
  };
}
