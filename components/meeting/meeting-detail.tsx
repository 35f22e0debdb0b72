'use client';

import { ChevronDown, ChevronRight, Eye } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { SectionCard } from '@/components/page/section-card';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { useFormats } from '@/components/ui/formats';
import { useActor } from '@/components/viewer/shell-context';
import { canSeeAccess } from '@/lib/access/policy';
import { bidi } from '@/lib/bidi';
import { canSeeMeetingHistory } from '@/lib/meeting/policy';
import type { MeetingPageData } from '@/lib/meeting/queries.page';
import type { MeetingRecord } from '@/lib/meeting/schema';
import { ANSWER_LABEL } from '@/lib/meeting/vocabulary';
import { AnswerChoice } from './answer-choice';
import { CancelMeeting } from './cancel-meeting';
import { JoinLink } from './join-link';
import { MeetingForm } from './meeting-form';
import { MeetingTime } from './meeting-time';

const BringBack = dynamic(() => import('./bring-back').then((part) => part.BringBack));
const MeetingAgendaLines = dynamic(() => import('./meeting-agenda-lines').then((part) => part.MeetingAgendaLines));
const MeetingHistory = dynamic(() => import('./meeting-history').then((part) => part.MeetingHistory));
const ProjectDecisions = dynamic(() => import('./project-decisions').then((part) => part.ProjectDecisions));
const SendMinutes = dynamic(() => import('./send-minutes').then((part) => part.SendMinutes));
const loadAccess = () => import('@/components/access/access-dialog').then(({ AccessDialog }) => AccessDialog);

/** One meeting: when and where, one's answer, who else, and its agenda. */
export function MeetingDetail({
  meeting,
  choices,
  backHref,
}: {
  meeting: MeetingRecord;
  choices: MeetingPageData['choices'];
  backHref: string;
}) {
  const formats = useFormats();
  const actor = useActor();
  const asks = canSeeAccess(actor);
  const hasHistory = canSeeMeetingHistory(actor);
  const [open, setOpen] = useState<'change' | 'cancel' | 'back' | 'minutes'>();
  const cancelled = meeting.status === 'cancelled';

  return (
    <div data-meeting-detail="" className="mb-6 max-w-[1000px]">
      <SectionCard
        title={meeting.title}
        beside={
          <span className="flex flex-wrap gap-2">
            <JoinLink line={meeting} />
            <ButtonLink size="compact" href={backHref} scroll={false}>
              Close
            </ButtonLink>
          </span>
        }
      >
        <div className="flex flex-col gap-4">
          <div className="text-base">
            <p>
              <MeetingTime line={meeting} withDay />
              {cancelled && <strong className="font-semibold"> · Cancelled</strong>}
            </p>
            {cancelled && meeting.reason && <p dir="auto">{meeting.reason}</p>}
            {meeting.repeats && <p className="text-text-2">{meeting.repeats}</p>}
            {meeting.place && <p dir="auto">{meeting.place}</p>}
            {meeting.rights.edit &&
              meeting.notes.map((note) => (
                <p key={note} dir="auto" className="text-sm text-text-2">
                  {note}
                </p>
              ))}
          </div>
          {meeting.rights.answer && !cancelled && <AnswerChoice meeting={meeting} />}
          <div>
            <h3 className="mb-1 text-sm font-medium text-text-2">People</h3>
            <ul className="flex flex-wrap gap-x-4 gap-y-1 text-base">
              {meeting.attendees.map(({ _id, name, answer: theirs, note }) => (
                <li key={_id}>
                  <span dir="auto">{name}</span>
                  <span className="text-text-2">
                    {' '}
                    · {theirs ? ANSWER_LABEL[theirs] : 'No answer yet'}
                    {note && bidi`, ${note}`}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <MeetingAgendaLines meeting={meeting} choices={choices} mayWrite={meeting.rights.write && !cancelled} />
          {meeting.project_id && (
            <Disclosure label="Decisions of this project" className="-mt-1">
              <ProjectDecisions projectId={meeting.project_id} />
            </Disclosure>
          )}
          {hasHistory && (
            <Disclosure label="History" className="-mt-3">
              <MeetingHistory meeting={meeting} />
            </Disclosure>
          )}
          <div className="flex flex-wrap gap-2">
            {choices && meeting.rights.edit && !cancelled && (
              <>
                <Button size="compact" onClick={() => setOpen('change')}>
                  Change
                </Button>
                <Button size="compact" onClick={() => setOpen('cancel')}>
                  Cancel meeting
                </Button>
              </>
            )}
            {meeting.rights.edit && cancelled && (
              <Button size="compact" onClick={() => setOpen('back')}>
                Bring back
              </Button>
            )}
            {meeting.rights.write && meeting.agenda.length > 0 && !cancelled && (
              <Button size="compact" onClick={() => setOpen('minutes')}>
                Send minutes
              </Button>
            )}
            <a
              className="self-center text-base text-accent-text underline"
              href={`/api/meetingFile/${meeting._id}`}
              download
            >
              For your calendar (.ics)
            </a>
            {asks && (
              <DialogButton
                load={loadAccess}
                given={{ what: 'meeting', of: { meeting_id: meeting._id } }}
                variant="quiet"
                size="compact"
                icon={<Eye />}
              >
                Who sees this?
              </DialogButton>
            )}
            <span className="ml-auto self-center text-sm text-text-3" suppressHydrationWarning>
              Changed {formats.moment(meeting.updated_at, 'medium')}
            </span>
          </div>
        </div>
      </SectionCard>
      {open === 'change' && choices && (
        <MeetingForm choices={choices} meeting={meeting} onClose={() => setOpen(undefined)} />
      )}
      {open === 'back' && <BringBack meeting={meeting} onClose={() => setOpen(undefined)} />}
      {open === 'minutes' && <SendMinutes meeting={meeting} onClose={() => setOpen(undefined)} />}
      {open === 'cancel' && <CancelMeeting meeting={meeting} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/** What is read only once it is asked for. */
function Disclosure({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={className}>
      <span className="-ml-2.5 inline-flex">
        <Button
          size="compact"
          variant="quiet"
          icon={open ? <ChevronDown /> : <ChevronRight />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {label}
        </Button>
      </span>
      {open && children}
    </div>
  );
}
