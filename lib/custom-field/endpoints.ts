import 'server-only';
import { command, create, defineEndpoints, list } from '@/lib/contract/endpoint';
import { createCustomField, deleteCustomField, editCustomField, restoreCustomField } from '@/lib/custom-field/commands';
import { listCustomFields } from '@/lib/custom-field/queries';
import {
  CreateCustomField,
  CustomFieldRecord,
  CustomFieldReference,
  CustomFieldUse,
  EditCustomField,
  ListCustomFields,
} from '@/lib/custom-field/schema';

export const customFieldEndpoints = defineEndpoints({
  'GET customFieldList': list(
    ListCustomFields,
    CustomFieldRecord,
    'field.view',
    listCustomFields,
    'Fields of tasks that the organisation defines, in order; a client sees those whose values it may see',
  ),
  'POST customField': create(
    CreateCustomField,
    CustomFieldRecord,
    'field.edit',
    createCustomField,
    'Adds a field. 409 if one with this name exists',
  ),
  'PATCH customField/{id}': command(
    EditCustomField,
    CustomFieldRecord,
    'field.edit',
    editCustomField,
    'Changes a field. 409 if another one has this name, if tasks have a choice or are in a project that is left out, or with the current record if somebody was first',
  ),
  'DELETE customField/{id}': command(
    CustomFieldReference,
    CustomFieldUse,
    'field.edit',
    deleteCustomField,
    'Deletes a field with its values. It can be restored within a day',
  ),
  'POST restoreCustomField/{id}': command(
    CustomFieldReference,
    CustomFieldRecord,
    'field.edit',
    restoreCustomField,
    'Restores a deleted field on the tasks that had a value. 409 if its name has been taken since',
  ),
});
