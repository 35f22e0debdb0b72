'use server';

import { projectEndpoints } from '@/lib/project/endpoints';
import { PROJECT_FORM, projectValues } from '@/lib/project/vocabulary.form';
import { formAction } from '@/lib/transport/form-action';

export const createProject = formAction(projectEndpoints, 'POST project', {
  fields: PROJECT_FORM,
  leadsTo: ({ key }) => `projectdetails?project=${key}&done=created`,
});

export const editProject = formAction(projectEndpoints, 'PUT projectEdit', {
  fields: PROJECT_FORM,
  carries: ['project_id', 'version'],
  valuesOf: projectValues,
  leadsTo: ({ key }) => `projectdetails?project=${key}&done=saved`,
});
