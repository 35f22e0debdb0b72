'use client';

import { call } from '@/components/query/api-client';
import { useSubmission } from '@/components/query/use-submission';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useRefresh } from '@/components/url/use-refresh';
import type { MeetingRecord } from '@/lib/meeting/schema';
import type { Scope } from '@/lib/meeting/vocabulary';
import { WhichMeetings } from './which-meetings';

/** Takes a cancellation back. */
export function BringBack({ meeting, onClose }: { meeting: MeetingRecord; onClose: () => void }) {
  const refresh = useRefresh();
  const submission = useSubmission(async (given) => {
    const { _id: id, version, occurrence } = meeting;
    const scope = String(given.get('scope') ?? 'all') as Scope;
    await call('POST restoreMeeting/{id}', { id, version, ...(meeting.rrule && { scope, occurrence }) });
    refresh();
    onClose();
  });
  return (
    <FormDialog
      size="sm"
      title="Bring meeting back"
      description="It takes place. Everybody who is invited is told by email, for their calendars."
      action="Bring back"
      pendingText="Bringing back"
      {...submission}
      onClose={onClose}
    >
      {meeting.rrule ? <WhichMeetings /> : null}
    </FormDialog>
  );
}
