'use client';

import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
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
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (key !== 'n' || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented) return;
    if (isForTyping(event) || !singleKeysAreOn()) return;
    event.preventDefault();
    press();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Button variant="primary" icon={<Plus />} {...opener} onClick={press}>
        New meeting
      </Button>
      {Form && open && <Form choices={choices} projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  );
}
