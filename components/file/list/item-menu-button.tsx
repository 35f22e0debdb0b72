'use client';

import type { Item } from '@/components/file/item';
import { useOnDemand } from '@/components/overlay/on-demand';
import { squareButtonStyle } from '@/components/ui/button-style';
import { bidi } from '@/lib/bidi';
import type { Look } from './look';

const load = () => import('./item-menu').then((module) => module.ItemMenu);

export function ItemMenuButton({ item, look }: { item: Item; look: Look }) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={bidi`Actions for ${item.name}`}
      {...opener}
      className={`${squareButtonStyle('quiet', 'compact')} dots`}
    />
  );
  return Part ? <Part item={item} look={look} trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
