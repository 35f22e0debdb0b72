/** The pages with the forms of overlays, by the overlay's name. */
export const FORM_PAGE = {
  'new-task': 'task?view=new',
  'new-project': 'project?view=new',
  'use-template': 'task?view=template',
  'use-project-template': 'project?view=template',
} as const;
