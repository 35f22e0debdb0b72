'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { putBack } from '@/components/keys/put-back';
import { showUndoable } from '@/components/keys/show-undoable';
import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { call, reasonOf } from '@/components/query/api-client';
import { PlainMoment } from '@/components/ui/formats';
import { IconButton } from '@/components/ui/icon-button';
import { showToast } from '@/components/ui/overlay/toast';
import { useActor } from '@/components/viewer/shell-context';
import { loggedThere } from '@/lib/imported/vocabulary';
import { estimateWords } from '@/lib/task/vocabulary';
import { canEditTime } from '@/lib/time-entry/policy';
import type { TimeEntryRecord } from '@/lib/time-entry/schema';
import { TimeForm, type TimeValues } from './time-form';

/** The longest that can be written again, in minutes. */
const MOST = 24 * 60;

const because = (what: string) => (error: unknown) =>
  showToast({ kind: 'failure', text: `${what} ${reasonOf(error)}` });
export const notUndone = because('The change of the time was not undone.');
const failed = because('Time was not changed.');

/** Logs a removed entry again. The new entry is not marked as imported, so its note says who logged it in the other tool. */
export async function restoreEntry({ task_id, started_at, ended_at, note, imported }: TimeEntryRecord): Promise<void> {
  if (!ended_at) return;
  const words = imported ? [note, loggedThere(imported)].filter(Boolean).join(' · ').slice(0, 500) : note;
  await call('POST timeEntry', { task_id, started_at, ended_at, note: words });
}

/** Minutes are asked for only where they differ: then the entry ends anew. */
const timesOf = (entry: TimeEntryRecord, minutes: number | null) =>
  minutes !== null && minutes !== entry.minutes && minutes <= MOST ? { minutes } : {};

export function TimeLine({
  entry,
  remember,
  onChanged,
}: {
  entry: TimeEntryRecord;
  remember: Remember;
  onChanged: () => void;
}) {
  const actor = useActor();
  const [editing, setEditing] = useState(false);
  const { _id: id, version, minutes, note, imported, started_at } = entry;
  const mine = canEditTime(actor, { memberId: entry.member_id }) && !entry.locked;
  const words = minutes === null ? 'Running' : estimateWords(minutes);

  async function edit({ minutes, note }: TimeValues) {
    const sent = call('PATCH timeEntry/{id}', { id, version, note, ...timesOf(entry, minutes) });
    const undo = (made: TimeEntryRecord) => {
      const back = (version: number) =>
        call('PATCH timeEntry/{id}', { id, version, note: entry.note, ...timesOf(made, entry.minutes) });
      const isSame = (now: TimeEntryRecord) => now.minutes === made.minutes && now.note === made.note;
      return putBack(made, back, isSame).then(onChanged, notUndone);
    };
    rememberSent(sent, undo, remember);
    await sent;
    setEditing(false);
    onChanged();
  }
  async function remove() {
    try {
      const sent = call('DELETE timeEntry/{id}', { id });
      const step =
        minutes !== null &&
        minutes <= MOST &&
        rememberSent(sent, () => restoreEntry(entry).then(onChanged, notUndone), remember);
      await sent;
      onChanged();
      const text = minutes === null ? 'The timer was discarded.' : `${words} of ${entry.task_key} were removed.`;
      if (step) showUndoable(text, step, 'info');
      else showToast({ kind: 'info', text });
    } catch (error) {
      failed(error);
    }
  }

  if (editing)
    return (
      <li className="border-t border-border py-3 first:border-t-0">
        <TimeForm entry={entry} action="Save" onCancel={() => setEditing(false)} send={edit} />
      </li>
    );
  return (
    <li className="flex items-start gap-2 border-t border-border py-2 first:border-t-0">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-base font-medium tabular-nums">{words}</span>
          <span dir="auto" className="text-sm text-text-2">
            {entry.member?.name ?? HIDDEN_PEOPLE}
          </span>
        </span>
        <span className="block text-xs text-text-3">
          <PlainMoment at={started_at} />
          {imported && `, ${loggedThere(imported)}`}
          {entry.locked && ', in a locked week'}
        </span>
        {note && (
          <span dir="auto" className="block text-sm break-words">
            {note}
          </span>
        )}
      </span>
      {mine && (
        <span className="flex shrink-0">
          {minutes !== null && (
            <IconButton size="compact" icon={<Pencil />} label={`Edit ${words}`} onClick={() => setEditing(true)} />
          )}
          <IconButton size="compact" icon={<Trash2 />} label={`Remove ${words}`} onClick={() => void remove()} />
        </span>
      )}
    </li>
  );
}
