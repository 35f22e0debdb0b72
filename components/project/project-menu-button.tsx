'use client';

import { useRef } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { squareButtonStyle } from '@/components/ui/button-style';
import { bidi } from '@/lib/bidi';
import type { ProjectHandle } from './project-handle';

const load = () => import('./project-menu').then((module) => module.ProjectMenu);

export function ProjectMenuButton({ project }: { project: ProjectHandle }) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const ref = useRef<HTMLButtonElement>(null);
  const button = (
    <button
      ref={ref}
      type="button"
      aria-haspopup="menu"
      aria-label={bidi`Actions for ${project.name}`}
      {...opener}
      className={`${squareButtonStyle('quiet', 'compact')} dots`}
    />
  );
  return Part ? (
    <Part project={project} trigger={button} triggerRef={ref} open={open} onOpenChange={setOpen} />
  ) : (
    button
  );
}
