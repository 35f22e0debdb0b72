import { Avatar } from '@/components/ui/avatar';
import { cn } from '@/lib/class-names';
import type { Suggestion } from './use-suggestions';

/** The field below keeps the focus; its arrow keys choose. */
export function SuggestionList({
  id,
  options,
  active,
  label = options[0]?.key ? 'Tasks' : 'People',
  onChoose,
}: {
  id: string;
  options: readonly Suggestion[];
  active: number;
  label?: string;
  onChoose: (option: Suggestion) => void;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute bottom-full left-0 z-popover mb-1 w-72 max-w-full rounded-lg border border-border bg-surface p-1 shadow-e2"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points here
        // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's
        <div
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field would lose its focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={cn(
            'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 text-base pointer-coarse:min-h-11',
            index === active && 'bg-hover',
          )}
        >
          {option.key ? (
            <span className="shrink-0 text-sm text-text-3 tabular-nums">{option.key}</span>
          ) : (
            <Avatar person={{ id: option.id, name: option.name, picture: option.picture }} size={20} beside />
          )}
          <span dir="auto" className="min-w-0 truncate">
            {option.name}
          </span>
        </div>
      ))}
    </div>
  );
}
