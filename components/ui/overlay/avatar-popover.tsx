import { Avatar, type AvatarSize, type Person } from '@/components/ui/avatar';

/** A focusable avatar whose press shows who it is. Hover cards are the shell's (PersonCards). */
export function AvatarPopover({ person, size = 24 }: { person: Person; size?: AvatarSize }) {
  return (
    <button
      type="button"
      data-person-trigger=""
      aria-haspopup="dialog"
      // A hit area of 24 px, or 44 px under a coarse pointer.
      className="relative inline-flex shrink-0 rounded-full after:absolute after:top-1/2 after:left-1/2 after:size-6 after:-translate-1/2 pointer-coarse:after:size-11"
    >
      <Avatar person={person} size={size} />
    </button>
  );
}
