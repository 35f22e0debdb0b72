'use client';

import { ChevronsUpDown } from 'lucide-react';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useOnDemand } from './on-demand';
import { useShell } from './shell-context';
import { TintTile } from './tint-tile';

const load = () => import('./organisation-menu').then((module) => module.OrganisationMenu);

const LINE = 'flex h-14 w-full items-center gap-2.5 px-4 text-left';

/** Whose data this is: tile and name; a menu of one's other organisations, and of founding a further one. */
export function OrganisationButton() {
  const { organisation } = useShell();
  const { Part, open, setOpen, prefetch, press } = useOnDemand(load);
  const body = (
    <>
      <TintTile tint={organisation.tint} name={organisation.name} logo={organisation.logo} size={28} />
      <span className="min-w-0 flex-1 truncate text-read font-semibold">{organisation.name}</span>
    </>
  );
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={Part ? undefined : press}
      className={`${LINE} hover:bg-hover focus-visible:-outline-offset-2`}
    >
      {body}
      <VisuallyHidden>, change organisation</VisuallyHidden>
      <ChevronsUpDown className="text-text-3" />
    </button>
  );
  return Part ? <Part trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
