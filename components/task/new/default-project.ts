import type { ProjectCard } from '@/lib/project/schema';

export type ProjectName = { _id: string; name: string };
export type CreatableProject = ProjectName &
  Pick<ProjectCard, 'key' | 'tint' | 'status' | 'updated_at'> &
  Partial<Pick<ProjectCard, 'picture'>>;

const isOpen = ({ status }: CreatableProject) => status === 'active' || status === 'on_hold';

/** The project key in a URL: `?project=WEB`, or the one of `?task=WEB-12`. */
export const projectKeyIn = (search: URLSearchParams): string | null =>
  (search.get('project') ?? search.get('task')?.replace(/-\d+$/, ''))?.toUpperCase() ?? null;

/** The page's project, else the last used, else the last changed. Never a completed or archived one. */
export function defaultProject(
  projects: readonly CreatableProject[],
  { page, lastUsed }: { page: string | null; lastUsed: string | null },
): CreatableProject | null {
  const open = projects.filter(isOpen);
  const latest = open.toSorted(
    (one, other) =>
      Number(other.status === 'active') - Number(one.status === 'active') ||
      other.updated_at.localeCompare(one.updated_at),
  )[0];
  return (
    open.find(({ _id, key }) => page !== null && (_id === page || key === page)) ??
    open.find(({ _id }) => _id === lastUsed) ??
    latest ??
    null
  );
}

/** Active projects first, then the completed ones. */
export const projectGroups = (projects: readonly CreatableProject[]) => ({
  open: projects.filter(isOpen),
  completed: projects.filter(({ status }) => status === 'completed'),
});
