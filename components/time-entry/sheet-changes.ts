import { putBack } from '@/components/keys/put-back';
import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { call } from '@/components/query/api-client';
import type { TimeCell, TimeEntryRecord } from '@/lib/time-entry/schema';
import { notUndone, restoreEntry } from './time-line';

type Change = { taskId: string; date: string; cell: TimeCell | undefined; minutes: number };

/**
 * Makes the time of a task on a day so many minutes: a new entry, another length of the one there is, or none. Where there
 * are several entries they are changed one by one elsewhere. Rejects with the reason why it was refused.
 */
export async function setCell(
  { taskId, date, cell, minutes }: Change,
  remember: Remember,
  /** Reads the sheet again: the next change is upon what is there then. */
  onChanged: () => Promise<unknown>,
): Promise<void> {
  const entry = cell?.entry;
  const then = (work: Promise<unknown>) => work.then(onChanged, notUndone);
  if (!entry) {
    if (!minutes) return;
    const sent = call('POST timeEntry', { task_id: taskId, minutes, day: date });
    rememberSent(sent, ({ _id: id }) => then(call('DELETE timeEntry/{id}', { id })), remember);
    await sent;
  } else if (!minutes) {
    const sent = call('DELETE timeEntry/{id}', { id: entry._id });
    rememberSent(sent, (gone) => then(restoreEntry(gone)), remember);
    await sent;
  } else {
    const { _id: id, version } = entry;
    const before = cell.minutes;
    const sent = call('PATCH timeEntry/{id}', { id, version, minutes });
    const back = (made: TimeEntryRecord) =>
      then(
        putBack(
          made,
          (version) => call('PATCH timeEntry/{id}', { id, version, minutes: before }),
          (now) => now.minutes === made.minutes,
        ),
      );
    rememberSent(sent, back, remember);
    await sent;
  }
  await onChanged();
}
