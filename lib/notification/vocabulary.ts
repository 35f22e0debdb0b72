/** What people are told of, and how. Runs anywhere. */

/** Each event that notifies names one (`notify.topic`). */
export const TOPICS = [
  'assigned',
  'mentioned',
  'message',
  'commented',
  'moved',
  'due_soon',
  'overdue',
  'sign_off',
  'approved',
  'invited',
  'update',
  'project',
  'file',
  'request',
  'meeting',
] as const;
export type Topic = (typeof TOPICS)[number];

export const TOPIC_LABEL: Record<Topic, string> = {
  assigned: 'Assigned to you',
  mentioned: 'You are mentioned',
  message: 'Direct messages, replies and @room',
  commented: 'Comments',
  moved: 'Moved to or from Testing or Completed',
  due_soon: 'Due soon',
  overdue: 'Overdue',
  sign_off: 'Sign-offs: you are asked, it is decided, or it no longer counts',
  approved: 'Roles and people to approve',
  invited: 'Projects and invitations',
  update: 'Written updates of projects',
  project: 'Milestones of projects',
  file: 'New files, and comments on files',
  request: 'Requests of clients, and what becomes of them',
  meeting: 'Meetings: invitations, changes and reminders',
};

/** `true`: at once; `digest`: together, once a day. */
export type EmailChoice = boolean | 'digest';
export type Channels = { in_app: boolean; email: EmailChoice; push: boolean };

const channels = (email: EmailChoice, push: boolean): Channels => ({ in_app: true, email, push });

/** Until somebody chooses. */
export const DEFAULT_CHANNELS: Record<Topic, Channels> = {
  assigned: channels('digest', true),
  mentioned: channels(true, true),
  message: channels('digest', true),
  commented: channels(false, false),
  moved: channels(false, false),
  due_soon: channels('digest', false),
  overdue: channels('digest', false),
  sign_off: channels(true, true),
  approved: channels(false, false),
  invited: channels(false, false),
  // Written so that everybody reads them, now and then.
  update: channels(true, false),
  project: channels('digest', false),
  file: channels(false, false),
  request: channels(true, true),
  meeting: channels(false, true),
};

/** Of a project. `mine`: of comments and moves only those of tasks that are one's own. */
export const LEVELS = ['all', 'mine', 'mute'] as const;
export type Level = (typeof LEVELS)[number];
export const LEVEL_LABEL: Record<Level, string> = {
  all: 'Everything',
  mine: 'Only your own tasks',
  mute: 'Nothing',
};

export const STATES = ['inbox', 'archived', 'snoozed'] as const;
export type InboxState = (typeof STATES)[number];

export const FILTERS = ['all', 'unread', 'mentions', 'assigned'] as const;
export type InboxFilter = (typeof FILTERS)[number];

/** The topics that a filter keeps; the others keep all. */
export const FILTER_TOPICS: Partial<Record<InboxFilter, Topic>> = { mentions: 'mentioned', assigned: 'assigned' };

/** Why somebody is told of a task, project or room. */
export type Reason =
  | 'mentioned'
  | 'assigned'
  | 'created'
  | 'watching'
  | 'leading'
  | 'member'
  | 'direct'
  | 'thread'
  | 'approval';

export const reasonInWords = (reason: Reason, key: string): string =>
  ({
    mentioned: 'You were mentioned',
    assigned: `You are assigned to ${key}`,
    created: `You created ${key}`,
    watching: `You watch ${key}`,
    leading: `You lead ${key}`,
    member: `You are in ${key}`,
    direct: 'It is a direct message',
    thread: 'You take part in the thread',
    approval: 'You take part in the approval',
  })[reason];
