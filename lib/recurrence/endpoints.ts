import 'server-only';
import { command, create, defineEndpoints } from '@/lib/contract/endpoint';
import { editRecurrence, repeatTask, skipRecurrence, stopRecurrence } from '@/lib/recurrence/commands';
import {
  EditRecurrence,
  RecurrenceRecord,
  RecurrenceReference,
  RepeatTask,
  SkipRecurrence,
} from '@/lib/recurrence/schema';

export const recurrenceEndpoints = defineEndpoints({
  'POST recurrence': create(
    RepeatTask,
    RecurrenceRecord,
    'task.edit',
    repeatTask,
    'Repeats a task: the next one is made when it is completed, or on its day',
  ),
  'PATCH recurrence/{id}': command(
    EditRecurrence,
    RecurrenceRecord,
    'task.edit',
    editRecurrence,
    'Changes how a task repeats from the next one on',
  ),
  'DELETE recurrence/{id}': command(
    RecurrenceReference,
    RecurrenceRecord,
    'task.edit',
    stopRecurrence,
    'Stops repeating; what was made stays',
  ),
  'POST skipRecurrence/{id}': command(
    SkipRecurrence,
    RecurrenceRecord,
    'task.edit',
    skipRecurrence,
    'Leaves out the next day of a task that repeats',
  ),
});
