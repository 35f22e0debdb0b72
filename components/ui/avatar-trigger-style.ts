/** A round button as small as its avatar, with a hit area of 24 px, or 44 px under a coarse pointer. */
export const avatarTriggerStyle =
  'relative inline-flex rounded-full after:absolute after:top-1/2 after:left-1/2 after:size-6 after:-translate-1/2 pointer-coarse:after:size-11';
