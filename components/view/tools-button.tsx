'use client';

import { useOnDemand } from '@/components/overlay/on-demand';
import { DotsButton } from '@/components/ui/dots-button';
import { Link } from '@/components/ui/link';

/** What is done rarely with all that a view shows. `exported`: the query of its export. */
export type Tools = {
  links: readonly { does: 'project' | 'time' | 'import' | 'bin'; label: string; href: string }[];
  exported?: Readonly<Record<string, string>>;
};

const load = () => import('./tools-menu').then((module) => module.ToolsMenu);

export function ToolsButton(tools: Tools) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  if (tools.links.length === 0 && !tools.exported) return null;
  const button = (
    <DotsButton
      size="default"
      aria-label="More actions"
      data-export={tools.exported && ''}
      {...opener}
      // A menu that is there hears no click that the palette made.
      onClick={Part ? ({ detail }) => detail === 0 && setOpen(true) : opener.onClick}
    />
  );
  return (
    <>
      {Part ? <Part {...tools} trigger={button} open={open} onOpenChange={setOpen} /> : button}
      <WithoutScripts links={tools.links} />
    </>
  );
}

/** A menu needs scripts; its links do not. */
export const WithoutScripts = ({ links }: Pick<Tools, 'links'>) => (
  <span className="without-scripts">
    {links.map(({ does, label, href }) => (
      <Link key={does} dir="auto" href={href} prefetch={false} className="button button-quiet button-default">
        {label}
      </Link>
    ))}
  </span>
);
