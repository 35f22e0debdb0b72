type Kept = { target?: string; after?: Record<string, unknown> };
const ID = '01999999-0000-7000-8000-000000000001';

/** Entries of the audit log about files and folders. */
export const OF_FILES: [action: string, kept: Kept, says: string][] = [
  [
    'file.comment_deleted',
    { target: 'Bob', after: { file_id: ID, name: 'A' } },
    'Ada deleted a comment on the file “A”',
  ],
  [
    'file.comment_restored',
    { target: 'Bob', after: { file_id: ID, name: 'A' } },
    'Ada restored a comment on the file “A”',
  ],
  ['file.shared', { after: { file_id: ID, name: 'A' } }, 'Ada made the file “A” visible to the project’s clients'],
  ['file.unshared', { after: { file_id: ID, name: 'A' } }, 'Ada hid the file “A” from the project’s clients'],
  ['file.purged', { after: { file_id: ID, name: 'plan.pdf' } }, 'Ada removed the file “plan.pdf” for good'],
  [
    'folder.shared',
    { after: { folder_id: ID, name: 'A' } },
    'Ada made the folder “A” visible to the project’s clients',
  ],
  ['folder.unshared', { after: { folder_id: ID, name: 'A' } }, 'Ada hid the folder “A” from the project’s clients'],
  ['folder.purged', { after: { folder_id: ID, name: 'Plans' } }, 'Ada removed the folder “Plans” for good'],
];
