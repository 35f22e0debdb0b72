const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

type Use = { tasks: number; projects?: number };

/** "12 tasks and 1 project", "not used yet". */
export function usedBy({ tasks, projects = 0 }: Use): string {
  const parts = [tasks > 0 && counted(tasks, 'task'), projects > 0 && counted(projects, 'project')].filter(Boolean);
  return parts.length ? parts.join(' and ') : 'not used yet';
}

export function lossOf(use: Use): string {
  const count = use.tasks + (use.projects ?? 0);
  if (count === 0) return 'Nothing uses this category.';
  const used = usedBy(use);
  return count > 1
    ? `${used} will have no category. Nothing else about them changes.`
    : `${used} will have no category. Nothing else about it changes.`;
}
