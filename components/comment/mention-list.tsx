import { Avatar } from '@/components/ui/avatar';
import { cn } from '@/lib/class-names';

/** The field above keeps the focus; its arrow keys choose. */
export function MentionList<P extends { _id: string; name: string; pic: string | null }>({
  id,
  people,
  active,
  onChoose,
}: {
  id: string;
  people: readonly P[];
  active: number;
  onChoose: (person: P) => void;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="People"
      className="absolute bottom-full left-3 z-popover mb-1 w-64 rounded-lg border border-border bg-surface p-1 shadow-e2"
    >
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points here
        // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's
        <div
          key={person._id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field would lose its focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
          className={cn(
            'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 text-base pointer-coarse:min-h-11',
            index === active && 'bg-hover',
          )}
        >
          <Avatar person={{ id: person._id, name: person.name, picture: person.pic }} size={20} beside />
          {person.name}
        </div>
      ))}
    </div>
  );
}
