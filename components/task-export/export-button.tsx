'use client';

import { useOnDemand } from '@/components/overlay/on-demand';
import { buttonStyle } from '@/components/ui/button-style';

const load = () => import('./export-menu').then((module) => module.ExportMenu);

/** Downloads what the view shows, all pages of it. */
export function ExportButton({ query }: { query: Readonly<Record<string, string>> }) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      data-export=""
      {...opener}
      // A menu that is there hears no click that the palette made.
      onClick={Part ? ({ detail }) => detail === 0 && setOpen(true) : opener.onClick}
      className={buttonStyle('quiet', 'default')}
    >
      Export
    </button>
  );
  return Part ? <Part query={query} trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
