'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, newIdempotencyKey } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { useSubmission } from '@/components/query/use-submission';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { useFormats } from '@/components/ui/formats';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useShell } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { MeetingRecord, MinutesRecord } from '@/lib/meeting/schema';
import { meetingNamed, minutesQuery } from './minutes-query';

type Reader = MinutesRecord['readers'][number];

/** Who gets the minutes by email, and how much of them each may read. */
export function SendMinutes({ meeting, onClose }: { meeting: MeetingRecord; onClose: () => void }) {
  const formats = useFormats();
  const { member } = useShell();
  const read = useQuery(minutesQuery(meeting));
  const [choice, setChoice] = useState<Readonly<Record<string, boolean>>>({});
  /** The same at each attempt: what was sent is not sent again. */
  const [idempotencyKey] = useState(newIdempotencyKey);
  const readers = read.data?.readers ?? [];
  const may = ({ lines, current }: Reader) => lines > 0 && !current;
  const isChosen = (one: Reader) =>
    may(one) && (choice[one.member._id] ?? (one.invited && one.member._id !== member._id));
  const chosen = readers.filter(isChosen);
  const most = Math.max(read.data?.lines ?? 0, ...readers.map(({ lines }) => lines));

  const hintOf = (one: Reader) => {
    if (one.current && one.sent_at) return `Has them already, since ${formats.moment(one.sent_at, 'medium')}`;
    if (one.lines === 0) return 'May read none of them';
    const before = one.sent_at ? `; got an earlier state on ${formats.moment(one.sent_at, 'medium')}` : '';
    return (
      (one.lines === most ? (most === 1 ? 'The one line' : `All ${most} lines`) : `${one.lines} of ${most} lines`) +
      before
    );
  };

  const submission = useSubmission(async () => {
    const member_ids = chosen.map(({ member: { _id } }) => _id);
    const { sent } = await call('POST sendMinutes/{id}', { ...meetingNamed(meeting), member_ids }, { idempotencyKey });
    showToast({
      kind: 'success',
      text: sent === 1 ? 'Minutes sent to one person.' : `Minutes sent to ${sent} people.`,
    });
    onClose();
  });

  return (
    <FormDialog
      size="sm"
      title="Send minutes"
      description="By email, to each what they may read."
      action={chosen.length > 1 ? `Send to ${chosen.length} people` : 'Send'}
      pendingText="Sending"
      disabled={chosen.length === 0}
      {...submission}
      onClose={onClose}
    >
      {read.isError ? (
        <LoadError title="It could not be read who gets them" of={read} />
      ) : !read.data ? (
        <SkeletonRows rows={3} rowHeight={44} label="Loading who gets them" />
      ) : (
        <div className="flex flex-col gap-4">
          {[
            { legend: 'Invited', group: readers.filter(({ invited }) => invited) },
            { legend: 'Others who may read them', group: readers.filter(({ invited }) => !invited) },
          ].map(
            ({ legend, group }) =>
              group.length > 0 && (
                <fieldset key={legend} className="flex flex-col gap-3">
                  <legend className="mb-1 text-sm font-medium text-text-2">{legend}</legend>
                  {group.map((one) => (
                    <CheckboxField
                      key={one.member._id}
                      label={one.member.role === 'client' ? bidi`${one.member.name} (client)` : one.member.name}
                      hint={hintOf(one)}
                      checked={isChosen(one)}
                      disabled={!may(one)}
                      onChange={({ target }) => setChoice({ ...choice, [one.member._id]: target.checked })}
                    />
                  ))}
                </fieldset>
              ),
          )}
        </div>
      )}
    </FormDialog>
  );
}
