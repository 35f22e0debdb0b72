/**
 * Tabs, keys and palette follow this order. What a view reads and draws is in
 * `app/[orgKey]/(dashboard)/task-views.tsx`, which needs an entry for each. Runs in browser and server.
 */
export const TASK_VIEWS = [
  { id: 'list', label: 'List', letter: 'l', does: 'Tasks as a list', tab: 'tasks', tabLabel: 'Tasks', sorts: true },
  {
    id: 'board',
    label: 'Board',
    letter: 'b',
    does: 'Tasks on the board',
    tab: 'board',
    tabLabel: 'Board',
    sorts: false,
  },
] as const;
export type TaskView = (typeof TASK_VIEWS)[number]['id'];

export const [FIRST_VIEW] = TASK_VIEWS;

/** For the links of an organisation. */
export const viewPath = (view: TaskView): string => (view === FIRST_VIEW.id ? 'task' : `task?view=${view}`);

/** In their order; `view`: the view of tasks that the tab shows. */
export const PROJECT_TABS = [
  { id: 'overview', label: 'Overview', view: undefined },
  ...TASK_VIEWS.map(({ id, tab, tabLabel }) => ({ id: tab, label: tabLabel, view: id })),
  { id: 'files', label: 'Files', view: undefined },
  { id: 'people', label: 'People', view: undefined },
  { id: 'activity', label: 'Activity', view: undefined },
] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number]['id'];

export const tabPath = (projectKey: string, tab: ProjectTab): string =>
  `projectdetails?project=${projectKey}${tab === PROJECT_TABS[0].id ? '' : `&tab=${tab}`}`;
