'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { MeetingPageData } from '@/lib/meeting/queries.page';
import { MeetingForm } from './meeting-form';

export function NewMeeting({ choices }: { choices: NonNullable<MeetingPageData['choices']> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<Plus />} onClick={() => setOpen(true)}>
        New meeting
      </Button>
      {open && <MeetingForm choices={choices} onClose={() => setOpen(false)} />}
    </>
  );
}
