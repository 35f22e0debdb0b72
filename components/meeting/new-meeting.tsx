'use client';

import { Plus } from 'lucide-react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import { usePageEvent } from '@/components/keys/use-page-event';
import { useOnDemand } from '@/components/overlay/on-demand';
import { Button } from '@/components/ui/button';
import type { MeetingPageData } from '@/lib/meeting/queries.page';
import { loadMeetingForm } from './load-form';

/** Its button, and N wherever the page has the focus; in a calendar N speaks of the day there. `projectId`: the project it is for. */
export function NewMeeting({
  choices,
  projectId,
}: {
  choices: NonNullable<MeetingPageData['choices']>;
  projectId?: string;
}) {
  const { Part: Form, open, setOpen, opener, press } = useOnDemand(loadMeetingForm);
  usePageEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (key !== 'n' || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented) return;
    if (isForTyping(event) || !singleKeysAreOn()) return;
    event.preventDefault();
    press();
  });
  return (
    <>
      <Button variant="primary" icon={<Plus />} {...opener} onClick={press}>
        New meeting
      </Button>
      {Form && open && <Form choices={choices} projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  );
}
