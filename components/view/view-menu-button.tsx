'use client';

import { useOnDemand } from '@/components/overlay/on-demand';
import { bidi } from '@/lib/bidi';
import type { ViewRecord } from '@/lib/view/schema';

const load = () => import('./view-menu').then((module) => module.ViewMenu);

export type ViewMenuProps = {
  view: ViewRecord;
  /** Among the shared views or one's own, from 0. */
  place: number;
  places: number;
  mayShare: boolean;
  /** Where to go when the view is gone. */
  allHref: string;
};

export function ViewMenuButton(props: ViewMenuProps) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={bidi`Options of the view ${props.view.name}`}
      {...opener}
      className="grid size-7 place-items-center rounded-sm text-text-3 hover:bg-hover hover:text-text focus-visible:-outline-offset-2 pointer-coarse:size-11"
    >
      <span aria-hidden="true" className="icon icon-ellipsis" />
    </button>
  );
  return Part ? <Part {...props} trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
