import 'server-only';
import {
  addChecklistItem,
  checklistItemToTask,
  deleteChecklistItem,
  editChecklistItem,
} from '@/lib/checklist/commands';
import { AddChecklistItem, ChecklistRecord, ChecklistReference, EditChecklistItem } from '@/lib/checklist/schema';
import { command, create, defineEndpoints } from '@/lib/contract/endpoint';
import { TaskDetail } from '@/lib/task/schema';

export const checklistEndpoints = defineEndpoints({
  'POST checklistItem': create(
    AddChecklistItem,
    ChecklistRecord,
    'task.edit',
    addChecklistItem,
    'Adds to the checklist of a task, one for each line of the text',
  ),
  'PATCH checklistItem/{id}': command(
    EditChecklistItem,
    ChecklistRecord,
    'task.edit',
    editChecklistItem,
    'Ticks, renames or moves a line of a checklist',
  ),
  'DELETE checklistItem/{id}': command(
    ChecklistReference,
    ChecklistRecord,
    'task.edit',
    deleteChecklistItem,
    'Removes a line of a checklist',
  ),
  'POST checklistItemToTask/{id}': create(
    ChecklistReference,
    TaskDetail,
    'task.create',
    checklistItemToTask,
    'Makes a line of a checklist a subtask, which takes its place',
    { decides: 'task.edit' },
  ),
});
