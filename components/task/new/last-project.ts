import type { ProjectName } from './default-project';

const nameOf = (orgKey: string, memberId: string) => `guildhall-last-project:${orgKey}:${memberId}`;

/** The project in which this person created a task last, in this browser. */
export function lastProject(orgKey: string, memberId: string): ProjectName | null {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(orgKey, memberId)) ?? 'null') as Partial<ProjectName> | null;
    return kept?._id && kept.name ? { _id: kept._id, name: kept.name } : null;
  } catch {
    return null;
  }
}

/** Remembers it; a browser that refuses storage works without. */
export function keepLastProject(orgKey: string, memberId: string, { _id, name }: ProjectName): void {
  try {
    localStorage.setItem(nameOf(orgKey, memberId), JSON.stringify({ _id, name }));
  } catch {
    // See above.
  }
}
