import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { MeetingRecord } from '@/lib/meeting/schema';

/** Of a series this one meeting. */
export const meetingNamed = ({ _id: id, rrule, occurrence }: MeetingRecord) => ({ id, ...(rrule && { occurrence }) });

/** Who would get the minutes as they are now. */
export const minutesQuery = (meeting: MeetingRecord) =>
  queryOptions({
    queryKey: ['minutes', meeting._id, meeting.occurrence, meeting.version],
    queryFn: ({ signal }) => call('GET minutes/{id}', meetingNamed(meeting), { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Read again when the meeting or its agenda is another. */
export const historyQuery = ({ _id: id, version, agenda }: MeetingRecord) =>
  queryOptions({
    queryKey: ['meeting-history', id, version, agenda.map((line) => `${line._id}${line.version}`).join()],
    queryFn: ({ signal }) => call('GET meetingActivity/{id}', { id, limit: MOST }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const MOST = 50;

/** The latest of a project. */
export const decisionsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['decisions', projectId],
    queryFn: ({ signal }) => call('GET decisionList', { project_id: projectId, limit: MOST }, { signal }),
    staleTime: 0,
  });
