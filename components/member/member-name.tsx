'use client';

import { useOnDemand } from '@/components/overlay/on-demand';
import type { MemberRecord } from '@/lib/member/schema';

const load = () => import('./member-drawer').then((module) => module.MemberDrawer);

/** The row must be `relative`: a press anywhere on it opens the person. */
export function MemberName({ member }: { member: MemberRecord }) {
  const { Part, open, setOpen, opener, press } = useOnDemand(load);
  return (
    <>
      <button
        dir="auto"
        type="button"
        aria-haspopup="dialog"
        {...opener}
        onClick={press}
        className="block max-w-full truncate rounded-xs text-left text-base font-medium after:absolute after:inset-0 hover:underline"
      >
        {member.name}
      </button>
      {Part && open && <Part member={member} onClose={() => setOpen(false)} />}
    </>
  );
}
