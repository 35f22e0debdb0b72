'use client';

import { useOnDemand } from '@/components/overlay/on-demand';
import { TintTile } from '@/components/page/tint-tile';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useShell } from '@/components/viewer/shell-context';

const load = () => import('./organisation-menu').then((module) => module.OrganisationMenu);

const LINE = 'flex h-14 w-full items-center gap-2.5 px-4 text-left';

export function OrganisationButton() {
  const { organisation, member } = useShell();
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const shown = (
    <>
      <TintTile tint={organisation.tint} name={organisation.name} logo={organisation.logo} size={28} />
      <span dir="auto" className="min-w-0 flex-1 truncate text-read font-semibold">
        {organisation.name}
      </span>
    </>
  );
  // Other organisations are the business of whoever looks, not of the client.
  if (member.viewing) return <p className={LINE}>{shown}</p>;
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      {...opener}
      className={`${LINE} hover:bg-hover focus-visible:-outline-offset-2`}
    >
      {shown}
      <VisuallyHidden>, change organisation</VisuallyHidden>
      <span aria-hidden="true" className="icon icon-chevrons-up-down text-text-3" />
    </button>
  );
  return Part ? <Part trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
