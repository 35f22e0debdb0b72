import { Avatar, type AvatarSize, type Person } from '@/components/ui/avatar';

/**
 * A small avatar that can be reached and pressed by itself, for where it stands alone: Enter or a press shows who it is.
 * What every avatar shows under the pointer is drawn by the shell (PersonCards).
 */
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
