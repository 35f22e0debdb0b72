'use client';

import { useOnDemand } from '@/components/overlay/on-demand';
import { buttonStyle } from '@/components/ui/button-style';
import type { ColumnsProps } from './columns-menu';

const load = () => import('./columns-menu').then((module) => module.ColumnsMenu);

export function ColumnsButton(props: ColumnsProps) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const button = (
    <button type="button" aria-haspopup="dialog" {...opener} className={buttonStyle('quiet', 'default')}>
      Columns
    </button>
  );
  return Part ? <Part {...props} trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
