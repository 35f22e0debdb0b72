'use client';

import { useEffect } from 'react';
import type { ProjectName } from './default-project';

const shown: ProjectName[] = [];

/** Says which project the page is about, so that a new task begins there however it is asked for. */
export function usePageProject(project: ProjectName | undefined): void {
  useEffect(() => {
    if (!project) return;
    shown.push(project);
    return () => void shown.splice(shown.indexOf(project), 1);
  }, [project]);
}

/** The project that the page is about, if it is about one. */
export const pageProject = (): ProjectName | null => shown.at(-1) ?? null;
