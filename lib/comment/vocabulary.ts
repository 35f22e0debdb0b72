/** Runs anywhere. */

/** Reactions that the screen offers; a program may send any emoji. */
export const REACTIONS = [
  { emoji: '👍', name: 'Thumbs up' },
  { emoji: '❤️', name: 'Heart' },
  { emoji: '🎉', name: 'Party popper' },
  { emoji: '😄', name: 'Smile' },
  { emoji: '👀', name: 'Eyes' },
  { emoji: '✅', name: 'Check mark' },
] as const;

export const reactionName = (emoji: string): string => REACTIONS.find((one) => one.emoji === emoji)?.name ?? emoji;

/** Different emoji that one comment can have. */
export const MOST_REACTIONS = 20;
