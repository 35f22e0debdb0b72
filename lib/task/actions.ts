'use server';

import { taskEndpoints } from '@/lib/task/endpoints';
import { TASK_FORM, taskValues } from '@/lib/task/vocabulary.form';
import { formAction } from '@/lib/transport/form-action';

export const createTask = formAction(taskEndpoints, 'POST Task', {
  fields: TASK_FORM,
  carries: ['project_id'],
  leadsTo: ({ key }) => `taskpage?task=${key}&done=created`,
});

export const editTask = formAction(taskEndpoints, 'PATCH task/{id}', {
  fields: TASK_FORM,
  carries: ['id', 'version'],
  valuesOf: taskValues,
  leadsTo: ({ key }) => `taskpage?task=${key}&done=saved`,
});
