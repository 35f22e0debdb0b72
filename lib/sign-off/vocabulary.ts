/** Sign-offs in words. Runs anywhere. */

/** A further kind of subject is added here, and in the places that the compiler then names. */
export const SUBJECT_KINDS = ['task', 'file', 'milestone'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const STANDINGS = ['waiting', 'approved', 'returned', 'fallen', 'withdrawn'] as const;
export type Standing = (typeof STANDINGS)[number];

export const STANDING_LABEL: Record<Standing, string> = {
  waiting: 'Waiting for approval',
  approved: 'Approved',
  returned: 'Returned',
  fallen: 'No longer counts',
  withdrawn: 'Withdrawn',
};

export const DECISIONS = ['approve', 'return'] as const;
export type Decision = (typeof DECISIONS)[number];

export const CAUSES = [
  'description',
  'attachments',
  'fields',
  'version',
  'date',
  'tasks',
  'work',
  'moved',
  'left',
  'content',
] as const;
export type Cause = (typeof CAUSES)[number];

/** After "because". */
export const CAUSE_WORDS: Record<Cause, string> = {
  description: 'the description changed',
  attachments: 'the attachments changed',
  fields: 'a field that clients see changed',
  version: 'there is a new version',
  date: 'its due date changed',
  tasks: 'other tasks belong to it',
  work: 'the content of a task in it changed',
  moved: 'it was moved to another project',
  left: 'somebody who was asked can no longer decide it',
  content: 'the content changed',
};

/** People who are asked at once. */
export const MOST_ASKED = 20;
export const MOST_MARKS = 50;
/** Letters of the tasks of a milestone that can be approved at once. */
export const MOST_CONTENT = 1_000_000;

/** "40 % from the left, 12 % from the top", "line 3". */
export const placeInWords = ({ x, y, line }: { x?: number; y?: number; line?: number }): string =>
  line !== undefined ? `line ${line}` : `${percent(x)} from the left, ${percent(y)} from the top`;
const percent = (share = 0) => `${Math.round(share * 100)} %`;
