'use client';

import { useEffect } from 'react';
import type { ProjectName } from './default-project';

const shown: ProjectName[] = [];

export function usePageProject(project: ProjectName | undefined): void {
  useEffect(() => {
    if (!project) return;
    shown.push(project);
    return () => void shown.splice(shown.indexOf(project), 1);
  }, [project]);
}

export const pageProject = (): ProjectName | null => shown.at(-1) ?? null;
