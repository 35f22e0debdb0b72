'use client';

import type { Item } from '@/components/file/item';
import { useOnDemand } from '@/components/overlay/on-demand';
import { DotsButton } from '@/components/ui/dots-button';
import { bidi } from '@/lib/bidi';
import type { Look } from './look';

const load = () => import('./item-menu').then((module) => module.ItemMenu);

export function ItemMenuButton({ item, look }: { item: Item; look: Look }) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const button = <DotsButton aria-label={bidi`Actions for ${item.name}`} {...opener} />;
  return Part ? <Part item={item} look={look} trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
