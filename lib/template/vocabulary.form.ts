/** No validator here: this file ships to browsers. */
import { PROJECT_FORM } from '@/lib/project/vocabulary.form';
import type { FormFields } from '@/lib/transport/form-fields';

const template = { label: 'Template', kind: 'choice' } as const;
const start_date = { label: 'Begins on', kind: 'date', hint: 'Its days are counted from here.' } as const;

export const TEMPLATE_USE_FORM = {
  id: template,
  title: { label: 'Title', kind: 'line', hint: 'Otherwise as in the template.', max: 200 },
  start_date,
} as const satisfies FormFields;

export const PROJECT_TEMPLATE_USE_FORM = {
  id: template,
  name: PROJECT_FORM.name,
  start_date,
} as const satisfies FormFields;
