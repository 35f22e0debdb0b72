'use server';

import { taskEndpoints } from '@/lib/task/endpoints';
import { TASK_FORM, taskValues } from '@/lib/task/vocabulary.form';
import { formAction } from '@/lib/transport/form-action';

/** The form of `task?view=new`; leads to the new task. */
export const createTask = formAction(taskEndpoints, 'POST Task', {
  fields: TASK_FORM,
  carries: ['project_id'],
  leadsTo: ({ key }) => `taskpage?task=${key}&done=created`,
});

/** The form of `taskpage?task=WEB-12&view=edit`; leads back to the task. */
export const editTask = formAction(taskEndpoints, 'PATCH task/{id}', {
  fields: TASK_FORM,
  carries: ['id', 'version'],
  valuesOf: taskValues,
  leadsTo: ({ key }) => `taskpage?task=${key}&done=saved`,
});
