import 'server-only';
import { command, create, defineEndpoints, list } from '@/lib/contract/endpoint';
import { createLabel, deleteLabel, editLabel, restoreLabel } from '@/lib/label/commands';
import { listLabels } from '@/lib/label/queries';
import { CreateLabel, EditLabel, LabelRecord, LabelReference, LabelUse, ListLabels } from '@/lib/label/schema';

export const labelEndpoints = defineEndpoints({
  'GET labelList': list(ListLabels, LabelRecord, 'label.view', listLabels, 'Labels of tasks, by name'),
  'POST label': create(
    CreateLabel,
    LabelRecord,
    'label.create',
    createLabel,
    'Adds a label. 409 if one with this name exists',
  ),
  'PATCH label/{id}': command(
    EditLabel,
    LabelRecord,
    'label.edit',
    editLabel,
    'Renames or recolours a label. 409 if another one has this name, or with the current record if somebody was first',
  ),
  'DELETE label/{id}': command(
    LabelReference,
    LabelUse,
    'label.edit',
    deleteLabel,
    'Deletes a label and takes it from its tasks. It can be restored within a day',
  ),
  'POST restoreLabel/{id}': command(
    LabelReference,
    LabelRecord,
    'label.edit',
    restoreLabel,
    'Restores a deleted label on the tasks that had it. 409 if its name has been taken since',
  ),
});
