import { showUndoable } from '@/components/keys/show-undoable';
import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { InputOf } from '@/lib/api/contract';
import { bidi } from '@/lib/bidi';
import type { MilestoneRecord } from '@/lib/milestone/schema';

export type MilestoneChange = Omit<InputOf<'PATCH milestone/{id}'>, 'id' | 'version'>;

type Doing = {
  /** What takes it back. */
  back: MilestoneChange;
  said: string;
  remember: Remember;
  onChanged: () => void;
};

/** Changes a milestone upon what is known of it; the message's button and Ctrl+Z take that back. */
export async function changeMilestone(
  { _id: id, version, name }: Pick<MilestoneRecord, '_id' | 'version' | 'name'>,
  change: MilestoneChange,
  { back, said, remember, onChanged }: Doing,
): Promise<void> {
  const failed = (how: string) => (error: unknown) => {
    showToast({ kind: 'failure', text: `${bidi`The milestone ${name} was not ${how}.`} ${reasonOf(error)}` });
    onChanged();
  };
  const sent = call('PATCH milestone/{id}', { id, version, ...change });
  const undo = (made: MilestoneRecord) =>
    call('PATCH milestone/{id}', { id, version: made.version, ...back }).then(onChanged, failed('changed back'));
  const step = rememberSent(sent, undo, remember);
  try {
    await sent;
  } catch (error) {
    return failed('changed')(error);
  }
  onChanged();
  showUndoable(said, step);
}
