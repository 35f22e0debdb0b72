/** One task in full, not as a card. */
export const taskKey = (id: string) => ['task', id];
export const peekKey = (key: string) => ['peek', key];
export const taskPeopleKey = (id?: string, version?: number) => ['task-people', id, version];
export const boardKey = (projectId: string, search: object) => [...BOARDS, projectId, search];
export const taskListKey = (search: object) => [...TASK_LISTS, search];
/** Read anew with the lists. */
export const timelineKey = (search: object) => [...TASK_LISTS, 'timeline', search];
export const calendarKey = (search: object) => [...TASK_LISTS, 'calendar', search];

/** The first part of every board's and every list's key. */
export const BOARDS = ['board'];
export const TASK_LISTS = ['tasks'];
