'use server';

import { templateEndpoints } from '@/lib/template/endpoints';
import { PROJECT_TEMPLATE_USE_FORM, TEMPLATE_USE_FORM } from '@/lib/template/vocabulary.form';
import { formAction } from '@/lib/transport/form-action';

export const applyTemplate = formAction(templateEndpoints, 'POST useTemplate/{id}', {
  fields: TEMPLATE_USE_FORM,
  carries: ['project_id', 'parent_id'],
  leadsTo: ({ key }) => `taskpage?task=${key}&done=created`,
});

export const applyProjectTemplate = formAction(templateEndpoints, 'POST useProjectTemplate/{id}', {
  fields: PROJECT_TEMPLATE_USE_FORM,
  leadsTo: ({ key }) => `projectdetails?project=${key}&done=created`,
});
