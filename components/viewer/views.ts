/**
 * Tabs, keys and palette follow this order. `state`: parameters of the view besides its filters. What a view reads and draws is in
 * `app/[orgKey]/(dashboard)/task-views.tsx`, which needs an entry for each. Runs in browser and server.
 */
export const TASK_VIEWS = [
  {
    id: 'list',
    label: 'List',
    letter: 'l',
    does: 'Tasks as a list',
    tab: 'tasks',
    tabLabel: 'Tasks',
    sorts: true,
    state: [],
  },
  {
    id: 'board',
    label: 'Board',
    letter: 'b',
    does: 'Tasks on the board',
    tab: 'board',
    tabLabel: 'Board',
    sorts: false,
    state: [],
  },
  {
    id: 'calendar',
    label: 'Calendar',
    letter: 'c',
    does: 'Tasks by due date',
    // A project's tabs are those of the specification.
    tab: undefined,
    tabLabel: undefined,
    sorts: false,
    state: ['span', 'date'],
  },
  {
    id: 'timeline',
    label: 'Timeline',
    letter: 't',
    does: 'Tasks over time',
    tab: 'timeline',
    tabLabel: 'Timeline',
    sorts: false,
    state: ['zoom', 'lanes'],
  },
] as const;
export type TaskView = (typeof TASK_VIEWS)[number]['id'];

export const [FIRST_VIEW] = TASK_VIEWS;

/** Names of its parameters besides filters. */
export const stateOf = (view: TaskView | undefined): readonly string[] =>
  TASK_VIEWS.find(({ id }) => id === view)?.state ?? [];

/** For the links of an organisation. */
export const viewPath = (view: TaskView): string => (view === FIRST_VIEW.id ? 'task' : `task?view=${view}`);

/** In their order; `view`: the view of tasks that the tab shows. */
export const PROJECT_TABS = [
  { id: 'overview', label: 'Overview', view: undefined },
  ...TASK_VIEWS.flatMap(({ id, tab, tabLabel }) => (tab ? [{ id: tab, label: tabLabel, view: id }] : [])),
  { id: 'files', label: 'Files', view: undefined },
  { id: 'meetings', label: 'Meetings', view: undefined },
  { id: 'requests', label: 'Requests', view: undefined },
  { id: 'efficiency', label: 'Efficiency', view: undefined },
  { id: 'people', label: 'People', view: undefined },
  { id: 'activity', label: 'Activity', view: undefined },
] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number]['id'];

/** A project has one board: that of the page of tasks. */
export const tabPath = (projectKey: string, tab: ProjectTab): string =>
  tab === 'board'
    ? `${viewPath('board')}&project=${projectKey}`
    : `projectdetails?project=${projectKey}${tab === PROJECT_TABS[0].id ? '' : `&tab=${tab}`}`;

/** Whether the tab has a row of filters of its own. */
export const hasToolbar = (tab: ProjectTab) =>
  tab === 'files' || PROJECT_TABS.some(({ id, view }) => id === tab && view !== undefined);
