import { TintTile } from '@/components/page/tint-tile';
import { cn } from '@/lib/class-names';
import { TINTS } from '@/lib/organisation/vocabulary';

/** Colours, each with the letter as it will stand there. */
export function TintChoice({
  name,
  value,
  columns = 4,
  onChange,
}: {
  name: string;
  value: string;
  columns?: 2 | 4;
  onChange: (tint: string) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-text-2">Colour</legend>
      <div className={cn('grid grid-cols-2 gap-2', columns === 4 && 'sm:grid-cols-4')}>
        {Object.entries(TINTS).map(([tint, label]) => (
          <label
            key={tint}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-border px-2 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name="colour"
              value={tint}
              checked={tint === value}
              onChange={() => onChange(tint)}
              className="sr-only"
            />
            <TintTile tint={tint} name={name || label} size={20} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
