type Kept = { target?: string; before?: Record<string, unknown>; after?: Record<string, unknown> };

/** Entries of the audit log about imports, exports and views of tasks. */
export const OF_MANY_TASKS: [action: string, kept: Kept, says: string][] = [
  [
    'tasks.imported',
    { target: 'WEB Website', after: { file: 'board.json', source: 'Trello', tasks: 12 } },
    'Ada imported 12 tasks from the Trello file board.json',
  ],
  [
    'tasks.rolled_back',
    { target: 'WEB Website', after: { file: 'board.json' } },
    'Ada rolled back the import of board.json',
  ],
  ['tasks.exported', { after: { format: 'csv', tasks: 12 } }, 'Ada exported 12 tasks as CSV'],
  ['rule.created', { target: 'Review', after: { name: 'Review' } }, 'Ada made the rule Review'],
  [
    'rule.edited',
    { target: 'Review', after: { name: 'Review', change: 'switched off' } },
    'Ada switched off the rule Review',
  ],
  ['rule.deleted', { target: 'Review', after: { name: 'Review' } }, 'Ada deleted the rule Review'],
  ['template.created', { target: 'Launch', after: { name: 'Launch' } }, 'Ada made the template Launch'],
  ['template.edited', { target: 'Launch', after: { name: 'Launch' } }, 'Ada changed the template Launch'],
  ['template.deleted', { target: 'Launch', after: { name: 'Launch' } }, 'Ada deleted the template Launch'],
  ['workflow.changed', { after: { change: 'reset' } }, 'Ada reset the workflow of the organisation'],
  ['view.shared', { target: 'Open', after: { name: 'Open' } }, 'Ada shared the view Open'],
  ['view.deleted', { target: 'Open', after: { name: 'Open' } }, 'Ada deleted the shared view Open'],
];
