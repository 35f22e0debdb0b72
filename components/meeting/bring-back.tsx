'use client';

import { useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useRefresh } from '@/components/url/use-refresh';
import type { MeetingRecord } from '@/lib/meeting/schema';
import type { Scope } from '@/lib/meeting/vocabulary';
import { WhichMeetings } from './which-meetings';

/** Takes a cancellation back. */
export function BringBack({ meeting, onClose }: { meeting: MeetingRecord; onClose: () => void }) {
  const refresh = useRefresh();
  const [message, setMessage] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [pending, setPending] = useState(false);
  async function submit(given: FormData) {
    setPending(true);
    try {
      const { _id: id, version, occurrence } = meeting;
      const scope = String(given.get('scope') ?? 'all') as Scope;
      await call('POST restoreMeeting/{id}', { id, version, ...(meeting.rrule && { scope, occurrence }) });
      refresh();
      onClose();
    } catch (failure) {
      setMessage(reasonOf(failure));
      setAttempt((count) => count + 1);
      setPending(false);
    }
  }
  return (
    <FormDialog
      size="sm"
      title="Bring meeting back"
      description="It takes place. Everybody who is invited is told by email, for their calendars."
      action="Bring back"
      pendingText="Bringing back"
      pending={pending}
      message={message}
      attempt={attempt}
      onSubmit={(given) => void submit(given)}
      onClose={onClose}
    >
      {meeting.rrule ? <WhichMeetings /> : null}
    </FormDialog>
  );
}
