'use client';

import { useOnDemand } from '@/components/overlay/on-demand';
import { Avatar } from '@/components/ui/avatar';
import { useShell } from '@/components/viewer/shell-context';

const load = () => import('./profile-menu').then((module) => module.ProfileMenu);

export function ProfileButton() {
  const { member } = useShell();
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      {...opener}
      className="flex min-h-11 items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover sm:pr-2.5"
    >
      <Avatar person={{ id: member._id, name: member.name, picture: member.pic }} size={32} beside />
      <span className="sr-only md:not-sr-only md:min-w-0">
        <span dir="auto" className="block max-w-40 truncate text-sm font-semibold text-text">
          {member.name}
        </span>{' '}
        <span className="block text-xs text-text-3">{member.role_label}</span>
      </span>
    </button>
  );
  return Part ? <Part trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
