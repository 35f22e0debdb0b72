import 'server-only';
import { z } from 'zod';
import { command, create, defineEndpoints, file, list, query } from '@/lib/contract/endpoint';
import { ActivityRecord } from '@/lib/event/schema';
import { answerMeeting, cancelMeeting, createMeeting, editMeeting, restoreMeeting } from '@/lib/meeting/commands';
import { addAgendaItem, agendaItemToTask, deleteAgendaItem, editAgendaItem } from '@/lib/meeting/commands.agenda';
import { makeFeed, revokeFeed } from '@/lib/meeting/commands.feed';
import { sendMinutes } from '@/lib/meeting/commands.minutes';
import { getMeeting, listMeetings } from '@/lib/meeting/queries';
import { listDecisions } from '@/lib/meeting/queries.agenda';
import { freeBusy } from '@/lib/meeting/queries.busy';
import { getFeed, meetingFile } from '@/lib/meeting/queries.feed';
import { listMeetingActivity } from '@/lib/meeting/queries.history';
import { minutesReaders } from '@/lib/meeting/queries.minutes';
import {
  AddAgendaItem,
  AgendaItemRecord,
  AgendaReference,
  AgendaToTask,
  AnswerMeeting,
  CalendarFeedRecord,
  CancelMeeting,
  CreateMeeting,
  DecisionRecord,
  EditAgendaItem,
  EditMeeting,
  FeedPlace,
  FreeBusy,
  FreeBusyRecord,
  ListDecisions,
  ListMeetingActivity,
  ListMeetings,
  MeetingLine,
  MeetingRecord,
  MeetingReference,
  MinutesRecord,
  RestoreMeeting,
  SendMinutes,
} from '@/lib/meeting/schema';

export const meetingEndpoints = defineEndpoints({
  'GET meetingList': list(
    ListMeetings,
    MeetingLine,
    'meeting.view',
    listMeetings,
    'Meetings between two times, one line an occurrence, the earliest first; cancelled ones are among them',
  ),
  'POST meeting': create(
    CreateMeeting,
    MeetingRecord,
    'meeting.create',
    createMeeting,
    'Arranges a meeting and invites to it. A meeting of a series whose time the clock leaves out does not take place and does not count; of a time that comes twice the first is meant.',
  ),
  'GET meeting/{id}': query(
    MeetingReference,
    MeetingRecord,
    'meeting.view',
    getMeeting,
    'A meeting with its agenda; of a series the next one, or the one that `occurrence` names',
  ),
  'GET meetingActivity/{id}': list(
    ListMeetingActivity,
    ActivityRecord,
    'meeting.view',
    listMeetingActivity,
    'Who changed what of a meeting and its agenda, the latest first; nothing for clients, and of meetings without a project the agenda alone',
  ),
  'PATCH meeting/{id}': command(
    EditMeeting,
    MeetingRecord,
    'meeting.view',
    editMeeting,
    'Changes a meeting, this and all that follow, or all that are still to come; what has begun stays as it was. Where a series is split the answer is the part that goes on.',
    { decides: 'meeting.edit' },
  ),
  'DELETE meeting/{id}': command(
    CancelMeeting,
    MeetingRecord,
    'meeting.view',
    cancelMeeting,
    'Cancels a meeting, this and all that follow, or all that are still to come, and says why',
    { decides: 'meeting.edit' },
  ),
  'POST restoreMeeting/{id}': command(
    RestoreMeeting,
    MeetingRecord,
    'meeting.view',
    restoreMeeting,
    'Brings a cancelled meeting back, that and all that follow, or all that are still to come; calendars are told. What was cancelled by itself stays so.',
    { decides: 'meeting.edit' },
  ),
  'POST meetingAnswer/{id}': command(
    AnswerMeeting,
    MeetingRecord,
    'meeting.view',
    answerMeeting,
    'Answers one’s own invitation, to a series or to one meeting of it',
    { decides: 'meeting.answer' },
  ),
  'POST freeBusy': command(
    FreeBusy,
    FreeBusyRecord,
    'meeting.busy',
    freeBusy,
    'When people are busy, without saying why, and the first time within working hours at which all of them are free',
    { message: 'OK' },
  ),
  'POST agendaItem': create(
    AddAgendaItem,
    AgendaItemRecord,
    'meeting.view',
    addAgendaItem,
    'Adds a line to an agenda',
    { decides: 'meeting.create' },
  ),
  'PATCH agendaItem/{id}': command(
    EditAgendaItem,
    AgendaItemRecord,
    'meeting.view',
    editAgendaItem,
    'Changes, moves or settles a line of an agenda, notes what was said, or marks a decision; merged with what others changed meanwhile',
    { decides: 'meeting.create' },
  ),
  'DELETE agendaItem/{id}': command(
    AgendaReference,
    AgendaItemRecord,
    'meeting.view',
    deleteAgendaItem,
    'Removes a line of an agenda; it can come back for 30 days',
    { decides: 'meeting.create' },
  ),
  'POST agendaItemToTask/{id}': command(
    AgendaToTask,
    AgendaItemRecord,
    'meeting.view',
    agendaItemToTask,
    'Makes a task of a line of an agenda; each shows the other',
    { decides: 'meeting.create' },
  ),
  'GET minutes/{id}': query(
    MeetingReference,
    MinutesRecord,
    'meeting.view',
    minutesReaders,
    'Who would get the minutes of a meeting by email, and how much of them each may read',
    { decides: 'meeting.create' },
  ),
  'POST sendMinutes/{id}': command(
    SendMinutes,
    MinutesRecord,
    'meeting.view',
    sendMinutes,
    'Sends the minutes of a meeting by email, to each just what they may read, and nothing that they have got already',
    { decides: 'meeting.create' },
  ),
  'GET decisionList': list(
    ListDecisions,
    DecisionRecord,
    'meeting.view',
    listDecisions,
    'Decisions of meetings, the latest first',
  ),
  'GET meetingFile/{id}': file(
    MeetingReference,
    z.string().describe('iCalendar'),
    'meeting.view',
    meetingFile,
    'A meeting, or its series, as a file for calendars',
  ),
  'GET calendarFeed': query(
    FeedPlace,
    CalendarFeedRecord,
    'meeting.view',
    getFeed,
    'The private address of one’s calendar',
  ),
  'POST calendarFeed': create(
    FeedPlace,
    CalendarFeedRecord,
    'meeting.view',
    makeFeed,
    'Makes a private address of one’s meetings and due dates, in all of one’s organisations or of a project; the one before is revoked',
  ),
  'DELETE calendarFeed': command(
    FeedPlace,
    CalendarFeedRecord,
    'meeting.view',
    revokeFeed,
    'Revokes the address: it answers 404 from now on',
  ),
});
