const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/** "12 tasks and 1 project", "not used yet". */
export function usedBy({ tasks, projects }: { tasks: number; projects: number }): string {
  const parts = [tasks > 0 && counted(tasks, 'task'), projects > 0 && counted(projects, 'project')].filter(Boolean);
  return parts.length ? parts.join(' and ') : 'not used yet';
}

export function lossOf(use: { tasks: number; projects: number }): string {
  if (use.tasks + use.projects === 0) return 'Nothing uses this category.';
  const several = use.tasks + use.projects > 1;
  const used = usedBy(use);
  return several
    ? `${used} will have no category. Nothing else about them changes.`
    : `${used} will have no category. Nothing else about it changes.`;
}
