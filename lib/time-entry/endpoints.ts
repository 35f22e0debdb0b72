import 'server-only';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { deleteTime, editTime, logTime, startTimer, stopTimer } from '@/lib/time-entry/commands';
import { lockWeek } from '@/lib/time-entry/commands.week';
import { getTimer, listEntries } from '@/lib/time-entry/queries';
import { reportTime } from '@/lib/time-entry/queries.report';
import { getTimeSheet } from '@/lib/time-entry/queries.sheet';
import {
  AskTimeSheet,
  EditTime,
  ListTime,
  LockWeek,
  LogTime,
  ReportTime,
  StartTimer,
  TimeEntryRecord,
  TimeReference,
  TimeReportLine,
  TimerRecord,
  TimeSheet,
  WeekLock,
} from '@/lib/time-entry/schema';
import { Nothing } from '@/lib/validation';

export const timeEntryEndpoints = defineEndpoints({
  'GET timeEntryList': list(
    ListTime,
    TimeEntryRecord,
    'time.view',
    listEntries,
    'Time spent on tasks, the latest first',
  ),
  'GET timeReport': list(
    ReportTime,
    TimeReportLine,
    'time.view',
    reportTime,
    'Time by person and project, of what the caller sees',
  ),
  'POST timeEntry': create(LogTime, TimeEntryRecord, 'task.view', logTime, 'Logs one’s own time on a task', {
    decides: 'time.add',
  }),
  'PATCH timeEntry/{id}': command(EditTime, TimeEntryRecord, 'time.view', editTime, 'Changes one’s own time entry', {
    decides: 'time.edit',
  }),
  'DELETE timeEntry/{id}': command(
    TimeReference,
    TimeEntryRecord,
    'time.view',
    deleteTime,
    'Removes one’s own time entry',
    {
      decides: 'time.edit',
    },
  ),
  'GET timeSheet': query(
    AskTimeSheet,
    TimeSheet,
    'time.view',
    getTimeSheet,
    'The time of one week by task, member and day. An entry counts as a whole on the day on which it began, by the organisation’s clock',
  ),
  'POST lockWeek': command(
    LockWeek,
    WeekLock,
    'time.view',
    lockWeek,
    'Locks a member’s week, or opens it again. Time of a locked week is neither written, changed nor removed: 409',
    { decides: 'time.lock' },
  ),
  'GET timer': query(Nothing, TimerRecord, 'time.view', getTimer, 'The timer that the caller has running'),
  'POST timer': command(
    StartTimer,
    TimerRecord,
    'task.view',
    startTimer,
    'Starts the caller’s timer for a task; one that runs for another task is stopped',
    { decides: 'time.add' },
  ),
  'DELETE timer': command(Nothing, TimerRecord, 'time.add', stopTimer, 'Stops the caller’s timer; its time is logged'),
});
