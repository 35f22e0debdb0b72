import type { TaskCard } from '@/lib/task/schema';
import { namesInWords } from '../transfer/losses';
import type { Outcomes } from './bulk-pieces';

const STAYS = 'Everything else goes along, and the old keys go on leading there.';
/** People who are named. */
const MOST_NAMES = 5;

const of = (count: number, all: number) => (count === all ? (all === 1 ? 'It' : 'All of them') : `${count} of them`);

/** What tasks lose in another project and which stay, one sentence each. `outcomes` of a dry run over all of them. */
export function lossesOfMany(tasks: readonly TaskCard[], outcomes: Outcomes): string[] {
  const moving = new Set(tasks.map(({ _id }) => _id));
  const refused = outcomes.filter(({ done }) => !done);
  const losses = outcomes.flatMap(({ loses }) => loses ?? []);
  const people = new Map(losses.flatMap(({ assignees }) => assignees).map(({ _id, name }) => [_id, name]));
  // Together with its parent a task stays below it.
  const orphans = losses.filter(({ parent }) => parent && !moving.has(parent._id)).length;
  const shared = losses.filter(({ clients }) => clients).length;
  const count = tasks.length;
  return [
    ...(refused.length
      ? [`${of(refused.length, count)} will stay here. ${[...new Set(refused.map(({ reason }) => reason))].join(' ')}`]
      : []),
    ...(people.size
      ? [`${namesInWords([...people.values()], MOST_NAMES)} not belong to that project’s team and will be unassigned.`]
      : []),
    ...(orphans ? [`${of(orphans, count)} will no longer be below a task that stays here.`] : []),
    ...(shared
      ? [`${of(shared, count)} will become internal, with all comments: other clients are in that project.`]
      : []),
    ...(refused.length < count ? ['Subtasks move along.', STAYS] : []),
  ];
}
