'use client';

import { useState } from 'react';
import { showUndoable } from '@/components/keys/show-undoable';
import { rememberSent } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { TextArea } from '@/components/ui/form/text-area';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import type { MeetingRecord } from '@/lib/meeting/schema';
import type { Scope } from '@/lib/meeting/vocabulary';
import { WhichMeetings } from './which-meetings';

/** Says why; whoever is invited reads it. */
export function CancelMeeting({ meeting, onClose }: { meeting: MeetingRecord; onClose: () => void }) {
  const refresh = useRefresh();
  const [message, setMessage] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [pending, setPending] = useState(false);
  async function submit(given: FormData) {
    setPending(true);
    try {
      const { _id: id, version, occurrence } = meeting;
      const scope = String(given.get('scope') ?? 'all') as Scope;
      const which = meeting.rrule ? { scope, occurrence } : {};
      const gone = await call('DELETE meeting/{id}', {
        ...{ id, version, reason: String(given.get('reason') ?? '') },
        ...which,
      });
      refresh();
      onClose();
      const from = scope === 'this' ? occurrence : gone.occurrence;
      const back = { id: gone._id, ...(meeting.rrule && { scope, occurrence: from }) };
      const step = rememberSent(Promise.resolve(gone), () => call('POST restoreMeeting/{id}', back).then(refresh));
      showUndoable(bidi`“${gone.title}” is cancelled.`, step);
    } catch (failure) {
      setMessage(reasonOf(failure));
      setAttempt((count) => count + 1);
      setPending(false);
    }
  }
  return (
    <FormDialog
      size="sm"
      title="Cancel meeting"
      description="It stays in calendars, struck through."
      action="Cancel meeting"
      pendingText="Cancelling"
      danger
      pending={pending}
      message={message}
      attempt={attempt}
      onSubmit={(given) => void submit(given)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {meeting.rrule && <WhichMeetings />}
        <TextArea label="Why" name="reason" optional limit={500} rows={2} />
      </div>
    </FormDialog>
  );
}
