/** Keys of what a task page, a board and a task list keep; how each is read stands with its state. */
export const taskKey = (id: string) => ['task', id];
export const taskPeopleKey = (id?: string, version?: number) => ['task-people', id, version];
export const boardKey = (projectId: string, search: object) => [...BOARDS, projectId, search];
export const taskListKey = (search: object) => [...TASK_LISTS, search];

/** What begins every board's key and every list's. */
export const BOARDS = ['board'];
export const TASK_LISTS = ['tasks'];
