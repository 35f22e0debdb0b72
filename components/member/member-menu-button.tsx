'use client';

import { useOnDemand } from '@/components/overlay/on-demand';
import { DotsButton } from '@/components/ui/dots-button';
import { bidi } from '@/lib/bidi';
import type { MemberRecord } from '@/lib/member/schema';

const load = () => import('./member-menu').then((module) => module.MemberMenu);

export function MemberMenuButton({ member }: { member: MemberRecord }) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const button = <DotsButton aria-label={bidi`Actions for ${member.name}`} {...opener} />;
  return Part ? <Part member={member} trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
