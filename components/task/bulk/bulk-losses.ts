import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import { listed, namesInWords } from '../transfer/losses';
import type { Outcomes } from './bulk-pieces';

const STAYS = 'Everything else goes along, and the old keys go on leading there.';
/** People who are named. */
const MOST_NAMES = 5;

const of = (count: number, all: number) => (count === all ? (all === 1 ? 'It' : 'All of them') : `${count} of them`);
const counted = (count: number, what = 'task') => `${count} ${what}${count === 1 ? '' : 's'}`;

/**
 * What tasks lose in another project and which stay, one sentence each. `outcomes` of a dry run over all of them; a task
 * below one of them is counted once, whether or not it is one of them too.
 */
export function lossesOfMany(tasks: readonly TaskCard[], outcomes: Outcomes): string[] {
  const selected = new Set(tasks.map(({ _id }) => _id));
  const refused = outcomes.filter(({ done }) => !done);
  const losses = outcomes.flatMap(({ loses }) => loses ?? []);
  const people = new Map(losses.flatMap(({ assignees }) => assignees).map(({ _id, name }) => [_id, name]));
  const moving = new Map(losses.flatMap(({ each }) => each).map((one) => [one._id, one]));
  const along = [...moving.keys()].filter((id) => !selected.has(id)).length;
  const unassigned = [...moving.values()].filter(({ assignees }) => assignees > 0).length;
  const shared = [...moving.values()].filter(({ clients }) => clients).length;
  // Together with its parent a task stays below it.
  const orphans = losses.filter(({ parent }) => parent && !moving.has(parent._id)).length;
  const valued = [...moving.values()].filter(({ fields }) => fields > 0).length;
  const fields = [...new Set(losses.flatMap((one) => one.fields))];
  const count = tasks.length;
  return [
    ...(refused.length
      ? [`${of(refused.length, count)} will stay here. ${[...new Set(refused.map(({ reason }) => reason))].join(' ')}`]
      : []),
    ...(along ? [`${counted(along, 'subtask')} will move along.`] : []),
    ...(people.size
      ? [
          `${namesInWords([...people.values()], MOST_NAMES)} not belong to that project’s team and will be unassigned from ${counted(unassigned)}.`,
        ]
      : []),
    ...(orphans ? [`${of(orphans, count)} will no longer be below a task that stays here.`] : []),
    ...(shared
      ? [`${counted(shared)} will become internal, with all comments: other clients are in that project.`]
      : []),
    ...(valued
      ? [bidi`${counted(valued)} will lose ${listed(fields)}: that project has no place for the values.`]
      : []),
    ...(refused.length < count ? [STAYS] : []),
  ];
}
