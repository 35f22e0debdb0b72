import type { ProjectName } from './default-project';

const nameOf = (orgKey: string, memberId: string) => `guildhall-last-project:${orgKey}:${memberId}`;

export function lastProject(orgKey: string, memberId: string): ProjectName | null {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(orgKey, memberId)) ?? 'null') as Partial<ProjectName> | null;
    return kept?._id && kept.name ? { _id: kept._id, name: kept.name } : null;
  } catch {
    return null;
  }
}

/** Works (without keeping) where storage is refused. */
export function keepLastProject(orgKey: string, memberId: string, { _id, name }: ProjectName): void {
  try {
    localStorage.setItem(nameOf(orgKey, memberId), JSON.stringify({ _id, name }));
  } catch {
    // See above.
  }
}
