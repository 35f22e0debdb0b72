/** A demo organisation as written down; `demo.ts` makes rows of it. */

/** Days and hours are relative to the moment of loading, so that the demo is always of this week. */
type DemoComment = {
  by: string;
  text: string;
  client?: true;
  hoursAgo: number;
  /** Which comment of the task it answers, from 0. */
  answers?: number;
  reactions?: Record<string, string[]>;
  resolvedBy?: string;
};
export type DemoTask = {
  title: string;
  /** 1 Pending, 2 In Process, 3 Testing, 4 Completed, 5 Backlogs. */
  status: 1 | 2 | 3 | 4 | 5;
  by?: string;
  to?: string[];
  priority?: 'low' | 'medium' | 'high' | 'urgent';
  /** Visible to the project's clients. */
  client?: true;
  /** Days from today; negative is the past. */
  due?: number;
  start?: number;
  age: number;
  /** Days from today; not given: lately. */
  done?: number;
  /** It came back from Testing once. */
  cameBack?: true;
  category?: string;
  labels?: string[];
  /** Of the organisation's own fields: a number (of days, for a date), a text, or the name of a choice. */
  fields?: Record<string, string | number>;
  /** Number of a task in the same project that it waits for. */
  waitsFor?: number;
  estimate?: number;
  spent?: { by: string; minutes: number; hoursAgo: number; note?: string }[];
  /** It is due each week. */
  weekly?: true;
  /** Lines of its checklist; `x` before one that is ticked. */
  checklist?: string[];
  description?: string;
  /** Number of the parent task in the same project. */
  parent?: number;
  comments?: DemoComment[];
};
export type DemoProject = {
  key: string;
  name: string;
  description: string;
  type: 'web_application' | 'mobile_application';
  status?: 'active' | 'on_hold' | 'completed' | 'archived';
  tint: string;
  /** Makes a square WebP. */
  picture?: () => Promise<Buffer>;
  category: string;
  /** The first leads the project. */
  members: string[];
  /** Shown to the project's clients. */
  contacts: string[];
  start: number;
  due: number;
  tasks: DemoTask[];
  /** What it changes of the usual workflow, by status. */
  columns?: Partial<Record<1 | 2 | 3 | 4 | 5, { name?: string; colour?: string; limit?: number }>>;
  /** As the first member; what happens by itself. */
  rules?: { name: string; trigger: string; value?: string; filter?: string; actions: object[] }[];
  /** In the order of their work; `tasks` by number. */
  milestones?: { name: string; due: number; reached?: number; client?: true; tasks: number[] }[];
  /** Newest first, by its leader. */
  updates?: { health: string; done?: string; next?: string; trouble?: string; client?: true; hoursAgo: number }[];
  /** What its clients ask for. `task`: number of the one that it became; `declined`: why not, by its leader. */
  requests?: { by: string; title: string; body: string; hoursAgo: number; task?: number; declined?: string }[];
  /** `by`: whose they are. */
  views?: {
    name: string;
    by: string;
    filter: string;
    layout?: 'board';
    group?: string;
    swimlane?: string;
    shared?: true;
  }[];
};
type DemoMember = {
  seat: string;
  name: string;
  email: string;
  role: 'admin' | 'subadmin' | 'team_leader' | 'user' | 'client' | 'observer';
  pending?: true;
  company?: string;
  phone?: string;
};
export type DemoNotification = {
  to: string;
  by: string;
  kind: 'task.assigned' | 'task.moved' | 'comment.mentioned' | 'comment.added';
  task: string;
  hoursAgo: number;
  read?: true;
  archived?: true;
  /** Away for so long. */
  snoozedHours?: number;
};
/** `path`: names with slashes, its parents first. `project` null: the organisation's own space. */
export type DemoFolder = { project: string | null; path: string; by: string; client?: true; hoursAgo: number };
export type DemoFile = {
  project: string | null;
  /** Path of its folder; without one it lies at the root. */
  folder?: string;
  /** Key of the task that it hangs on, in place of a folder. */
  task?: string;
  /** Which comment of that task it hangs on, from 0, as they are written down. */
  comment?: number;
  name: string;
  type: string;
  by: string;
  /** Of a file on a task or comment: as the task is. */
  client?: true;
  hoursAgo: number;
  /** Oldest first. */
  versions: (() => Buffer | Promise<Buffer>)[];
};
/** Sent to one client: a task by its key, or a file by its name. */
export type DemoSignOff = {
  task?: string;
  file?: string;
  milestone?: string;
  by: string;
  to: string;
  note: string;
  hoursAgo: number;
  decision?: 'approve' | 'return';
  decidedHoursAgo?: number;
  reason?: string;
  marks?: object[];
  /** What was described when it was approved; another description let it fall. */
  before?: string;
  fellHoursAgo?: number;
};
export type DemoOrganisation = {
  /** Weeks of people’s time that nobody changes any more. */
  signOffs?: DemoSignOff[];
  lockedWeeks?: { of: string; by: string; weeksAgo: number }[];
  key: string;
  name: string;
  tint: string;
  members: DemoMember[];
  categories: Record<string, string>;
  labels: Record<string, string>;
  fields: DemoField[];
  projects: DemoProject[];
  notifications: DemoNotification[];
  folders: DemoFolder[];
  files: DemoFile[];
  templates: DemoTemplate[];
};
/** Of every project, unless some are named by their keys. */
export type DemoField = {
  name: string;
  kind: 'text' | 'number' | 'date' | 'choice';
  client?: true;
  choices?: Record<string, string>;
  projects?: string[];
};
/** The first task's children follow it; days from the day of use, by name who works on it. */
export type DemoTemplate = {
  name: string;
  summary: string;
  by: string;
  /** Of a project: what it begins as, and how many days it takes. */
  project?: { type: DemoProject['type']; tint: string; days: number };
  roles?: string[];
  tasks: {
    title: string;
    description?: string;
    priority?: string;
    label?: string;
    estimate?: number;
    from?: number;
    due?: number;
    checklist?: string[];
    client?: true;
    parent?: number;
    after?: number;
    role?: number;
  }[];
};
