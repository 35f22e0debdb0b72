/** Rules: when something happens to a task, this is done. No validator here: this file ships to browsers. */

export const TRIGGERS = ['moved', 'created', 'subtasks_done', 'overdue', 'due', 'labelled', 'priority'] as const;
export type Trigger = (typeof TRIGGERS)[number];
export const TRIGGER_LABEL: Record<Trigger, string> = {
  moved: 'A task is moved to',
  created: 'A task is created',
  subtasks_done: 'All subtasks are done',
  overdue: 'A task is overdue',
  due: 'A task is due in',
  labelled: 'A label is added',
  priority: 'The priority becomes',
};

/** Those that the schedule finds, once for each due date. */
export const BY_DATE: readonly Trigger[] = ['overdue', 'due'];

export const ACTIONS = ['assign', 'status', 'priority', 'label', 'tell', 'comment'] as const;
export type ActionKind = (typeof ACTIONS)[number];
export const ACTION_LABEL: Record<ActionKind, string> = {
  assign: 'Assign',
  status: 'Move to',
  priority: 'Set the priority to',
  label: 'Add the label',
  tell: 'Notify',
  comment: 'Write an internal comment',
};

export const PEOPLE = ['leader', 'creator', 'assignees', 'person'] as const;
export type Who = (typeof PEOPLE)[number];
export const WHO_LABEL: Record<Who, string> = {
  leader: 'The project’s leader',
  creator: 'Who created it',
  assignees: 'Its assignees',
  person: 'A person',
};

export const OUTCOME_LABEL = { done: 'Done', refused: 'Refused', skipped: 'Not run' } as const;
export type Outcome = keyof typeof OUTCOME_LABEL;

export const MOST_RULES = 100;
export const MOST_ACTIONS = 6;
export const MOST_DAYS = 60;
export const RULE_NAME_LENGTH = 80;
/** Rules that follow from each other; a tree of subtasks is eight deep. */
export const LONGEST_CHAIN = 10;
/** What a rule did is kept so long. */
export const LOG_DAYS = 90;
