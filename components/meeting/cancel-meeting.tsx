'use client';

import { showUndoable } from '@/components/keys/show-undoable';
import { rememberSent } from '@/components/keys/use-undo';
import { call } from '@/components/query/api-client';
import { useSubmission } from '@/components/query/use-submission';
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
  const submission = useSubmission(async (given) => {
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
  });
  return (
    <FormDialog
      size="sm"
      title="Cancel meeting"
      description="It stays in calendars, struck through."
      action="Cancel meeting"
      pendingText="Cancelling"
      leave="Keep meeting"
      danger
      {...submission}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {meeting.rrule && <WhichMeetings />}
        <TextArea label="Why" name="reason" optional limit={500} rows={2} />
      </div>
    </FormDialog>
  );
}
