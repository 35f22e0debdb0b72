import { showUndoable } from '@/components/keys/show-undoable';
import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { type Collection, type CollectionEvent, rowOf, shownRow } from '@/components/live/collection';
import { newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import { basisOf, type Looks, type TaskChange, withChange } from '../task-edit';
import { changeTasks } from './bulk-calls';
import { fromTheTop, inPieces, MOST_AT_ONCE, type Outcomes } from './bulk-pieces';
import type { SoFar } from './bulk-progress';
import { type BulkCall, type BulkSet, backOf, changesOf } from './bulk-undo';
import type { Below } from './use-all-matching';
import { wholeTasks } from './whole-tasks';

export type BulkSource = Below & {
  /** Of which alone the rows are. */
  projectId?: string;
  now: () => Collection<TaskCard, TaskChange>;
  dispatch: (event: CollectionEvent<TaskCard, TaskChange>) => void;
  remember: Remember;
  /** Reads the list again: of rows that are not loaded it does not know what a change did. */
  reread: () => Promise<void>;
};
type Change = { set: BulkSet; expected?: BulkCall['expected'] } | { delete: true };

const tasksIn = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`;
const reasonsOf = (outcomes: Outcomes) => [...new Set(outcomes.flatMap(({ reason }) => reason ?? []))];

const NAMED = 5;
/** The first keys, and how many more there are. */
export function namesOf(tasks: readonly TaskCard[]): string {
  const more = tasks.length - NAMED;
  const keys = tasks.slice(0, NAMED).map(({ key }) => key);
  return more > 0 ? `${keys.join(', ')} and ${more} more` : keys.join(', ');
}

const PEOPLE = ['assignee_ids', 'add_assignee_ids', 'remove_assignee_ids'] as const;

type Run = (piece: readonly TaskCard[], onWait: () => void) => Promise<Outcomes>;
type Works = readonly { tasks: readonly TaskCard[]; run: Run }[];

/** With word of how far it is, before and after each call and while it waits to be allowed. */
function telling(works: Works, doing: SoFar['doing'], tell: (outcomes: Outcomes, so: SoFar) => void) {
  const of = works.reduce((sum, { tasks }) => sum + tasks.length, 0);
  let done = 0;
  return works.map(({ tasks, run }) => ({
    tasks,
    run: async (piece: readonly TaskCard[]) => {
      tell([], { doing, done, of });
      const outcomes = await run(piece, () => tell([], { doing, done, of, waits: true }));
      done += piece.length;
      tell(outcomes, { doing, done, of });
      return outcomes;
    },
  }));
}

/** What takes many calls is the page's: whoever leaves it meanwhile is asked first. */
function stayUntilDone(works: Works) {
  const of = works.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  if (of > MOST_AT_ONCE) window.addEventListener('beforeunload', ask);
  return { end: () => window.removeEventListener('beforeunload', ask) };
}

/**
 * Changes many tasks, some at a time; what is loaded shows at once, and is taken back where it is refused. `learn` hears
 * what became of them, and how far it is; null at the end.
 */
export function bulkChange(
  { projectId, now, dispatch, remember, reread }: BulkSource,
  learn: (outcomes: Outcomes, so: SoFar | null) => void,
) {
  const isLoaded = ({ _id }: { _id: string }) => rowOf(now(), _id) !== undefined;

  async function sendSome(tasks: readonly TaskCard[], change: Change, onWait: () => void, looks: Looks = {}) {
    const tokens = tasks.filter(isLoaded).map((task) => ({ task, id: task._id, token: newIdempotencyKey() }));
    const at = Date.now();
    for (const { task, ...one } of tokens) {
      const changes = 'set' in change && changesOf(task, change.set);
      const begun: TaskChange = changes
        ? { ...one, kind: 'edit', changes, basis: basisOf(task, changes), ...looks }
        : { ...one, kind: 'removal' };
      dispatch({ type: 'changed', at, change: begun });
    }
    try {
      const answer = await changeTasks({ task_ids: tasks.map(({ _id }) => _id), ...change }, { onWait });
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

  /** `loaded`: in the list before they were changed. */
  async function inTurn(works: Works, doing: SoFar['doing'], loaded = isLoaded): Promise<Outcomes> {
    const asks = stayUntilDone(works);
    const elsewhere = works.some(({ tasks }) => tasks.some((task) => !loaded(task)));
    try {
      return await inPieces(telling(works, doing, learn), reasonOf);
    } finally {
      asks.end();
      // Until then the list may show none of the rows that there are.
      if (elsewhere) void reread().finally(() => learn([], null));
      else learn([], null);
    }
  }
  const send = (tasks: readonly TaskCard[], change: Change, looks?: Looks) =>
    inTurn(
      [{ tasks, run: (piece, onWait) => sendSome(piece, change, onWait, looks) }],
      'set' in change ? 'Changing' : 'Deleting',
    );

  /** What somebody else changed since stays as it is. */
  function undoSet(tasks: readonly TaskCard[], set: BulkSet): Promise<Outcomes> {
    const works = [...Map.groupBy(tasks, (task) => JSON.stringify(backOf(task, set)))].map(([json, some]) => {
      const back: ReturnType<typeof backOf> = JSON.parse(json);
      const run: Run = async (piece, onWait) => {
        if (!back) return piece.map(({ _id }) => ({ _id, done: true, card: null }));
        const shown = piece.map((task) => shownRow(now(), task._id, withChange) ?? task);
        const looks = {
          people: piece.flatMap(({ assignees, custom_people = [] }) => [...assignees, ...custom_people]),
          labels: piece.flatMap(({ labels = [] }) => labels),
          ...(back.set.milestone_id !== undefined && { milestone: piece[0]?.milestone ?? null }),
        };
        return sendSome(shown, back, onWait, looks);
      };
      return { tasks: some, run };
    });
    return inTurn(works, 'Undoing');
  }
  function restore(tasks: readonly TaskCard[], wasLoaded: typeof isLoaded): Promise<Outcomes> {
    const run: Run = async (piece, onWait) => {
      const task_ids = piece.map(({ _id }) => _id);
      const { tasks: outcomes } = await changeTasks({ task_ids, restore: true }, { onWait });
      for (const { card } of outcomes)
        if (card && wasLoaded(card)) dispatch({ type: 'patched', row: card, at: Date.now(), own: true });
      return outcomes;
    };
    return inTurn([{ tasks, run }], 'Undoing', wasLoaded);
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

  async function report(
    sent: Promise<{ tasks: readonly TaskCard[]; outcomes: Outcomes }>,
    what: string,
    undo: (done: readonly TaskCard[]) => Promise<Outcomes>,
  ) {
    const changed = sent.then(({ tasks, outcomes }) => {
      const ids = new Set(outcomes.flatMap((one) => (one.done ? one._id : [])));
      return tasks.filter(({ _id }) => ids.has(_id));
    });
    const undoThem = async (done: readonly TaskCard[]) => {
      if (!done.length) return;
      try {
        reportUndone(done, await undo(done));
      } catch (error) {
        showToast({ kind: 'failure', text: `It was not undone. ${reasonOf(error)}` });
      }
    };
    const step = rememberSent(changed, undoThem, remember);
    try {
      const [{ tasks, outcomes }, done] = await Promise.all([sent, changed]);
      const reasons = reasonsOf(outcomes);
      const refused = tasks.length - done.length;
      if (refused > 0)
        showToast({
          kind: 'failure',
          text: `${tasksIn(refused)} of ${tasks.length} not ${what}. ${reasons.join(' ')}`,
        });
      if (done.length) showUndoable(`${tasksIn(done.length)} ${what}.`, step);
      else step.forget();
    } catch (error) {
      showToast({ kind: 'failure', text: `Nothing was changed. ${reasonOf(error)}` });
    }
  }

  return {
    /** `looks`: the people and labels that it names. */
    set: (shown: readonly TaskCard[], set: BulkSet, looks?: Looks) => {
      const begin = async () => {
        // Undoing needs all of the people and values.
        const tasks =
          set.custom || PEOPLE.some((field) => set[field]) ? await wholeTasks(shown, Boolean(set.custom)) : shown;
        return { tasks, outcomes: await send(tasks, { set }, looks) };
      };
      return report(begin(), 'changed', (done) => undoSet(done, set));
    },
    /** What each would lose in another project; nothing changes. `tell`: of how many that is known. */
    tryMove: (tasks: readonly TaskCard[], project_id: string, signal: AbortSignal, tell: (done: number) => void) => {
      const run: Run = async (piece, onWait) => {
        const input = { task_ids: piece.map(({ _id }) => _id), set: { project_id }, dry_run: true } as const;
        return (await changeTasks(input, { signal, onWait })).tasks;
      };
      return inPieces(
        telling([{ tasks, run }], 'Moving', (_, { done }) => tell(done)),
        reasonOf,
      );
    },
    /** Into another project. What that takes from a task does not come back, so it is not offered to be undone. */
    move: async (tasks: readonly TaskCard[], to: { _id: string; name: string }) => {
      const run: Run = async (piece, onWait) => {
        const task_ids = piece.map(({ _id }) => _id);
        const loaded = new Set(piece.filter(isLoaded).map(({ _id }) => _id));
        const answer = await changeTasks({ task_ids, set: { project_id: to._id } }, { onWait });
        for (const { _id: id, done, card } of answer.tasks)
          if (!loaded.has(id)) continue;
          else if (done && projectId && projectId !== to._id) dispatch({ type: 'removed', id, version: card?.version });
          else if (card) dispatch({ type: 'patched', row: card, at: Date.now(), own: true });
        return answer.tasks;
      };
      const outcomes = await inTurn([{ tasks: fromTheTop(tasks), run }], 'Moving');
      const moved = outcomes.filter(({ done }) => done).length;
      const refused = outcomes.length - moved;
      if (moved) showToast({ kind: 'success', text: bidi`${tasksIn(moved)} moved to ${to.name}.` });
      if (refused)
        showToast({
          kind: 'failure',
          text: `${tasksIn(refused)} of ${tasks.length} not moved. ${reasonsOf(outcomes).join(' ')}`,
        });
    },
    remove: (tasks: readonly TaskCard[]) => {
      const loaded = new Set(tasks.filter(isLoaded).map(({ _id }) => _id));
      const sent = send(tasks, { delete: true }).then((outcomes) => ({ tasks, outcomes }));
      return report(sent, 'deleted', (done) => restore(done, ({ _id }) => loaded.has(_id)));
    },
  };
}
