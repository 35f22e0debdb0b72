'use client';

import { useRef } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { DotsButton } from '@/components/ui/dots-button';
import { type Tools, WithoutScripts } from '@/components/view/tools-button';
import { bidi } from '@/lib/bidi';
import type { ProjectHandle } from './project-handle';

const load = () => import('./project-menu').then((module) => module.ProjectMenu);

/** `tools`: of the view that is open. */
export function ProjectMenuButton({ project, tools }: { project: ProjectHandle; tools?: Tools }) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const ref = useRef<HTMLButtonElement>(null);
  const button = (
    <DotsButton
      ref={ref}
      aria-label={bidi`Actions for ${project.name}`}
      data-export={tools?.exported && ''}
      {...opener}
      // A menu that is there hears no click that the palette made.
      onClick={Part ? ({ detail }) => detail === 0 && setOpen(true) : opener.onClick}
    />
  );
  return (
    <>
      {Part ? (
        <Part project={project} tools={tools} trigger={button} triggerRef={ref} open={open} onOpenChange={setOpen} />
      ) : (
        button
      )}
      {tools && <WithoutScripts links={tools.links} />}
    </>
  );
}
