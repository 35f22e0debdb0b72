import { cn } from '@/lib/class-names';
import type { Reaction } from '@/lib/comment/schema';
import { reactionName } from '@/lib/comment/vocabulary';

/** A press adds or removes one's own. */
export function Reactions({
  reactions,
  onReact,
}: {
  reactions: readonly Reaction[];
  onReact?: (emoji: string) => void;
}) {
  if (reactions.length === 0) return null;
  return (
    <ul aria-label="Reactions" className="flex flex-wrap gap-1 pt-1">
      {reactions.map(({ emoji, count, mine, names }) => (
        <li key={emoji}>
          <button
            type="button"
            aria-label={`${reactionName(emoji)}, ${count}`}
            aria-pressed={mine}
            disabled={!onReact}
            title={names.join(', ') || undefined}
            onClick={() => onReact?.(emoji)}
            className={cn(
              'inline-flex min-h-6 items-center gap-1 rounded-full border px-2 text-sm tabular-nums pointer-coarse:min-h-11',
              mine ? 'border-accent bg-selected text-text' : 'border-border bg-surface text-text-2',
              onReact && 'hover:bg-hover',
            )}
          >
            <span>{emoji}</span>
            {count}
          </button>
        </li>
      ))}
    </ul>
  );
}
