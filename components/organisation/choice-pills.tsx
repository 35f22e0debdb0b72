import type { ReactNode } from 'react';

/** Radio buttons or checkboxes, side by side. */
export function ChoicePills<V extends string | number>({
  legend,
  hint,
  error,
  name,
  type,
  choices,
  chosen,
  onChange,
}: {
  legend: string;
  hint?: string;
  error?: string;
  name: string;
  type: 'radio' | 'checkbox';
  choices: readonly { value: V; label: string; mark?: ReactNode }[];
  chosen: readonly V[];
  onChange: (value: V, on: boolean) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1 text-sm font-medium text-text-2">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label, mark }) => (
          <label
            key={value}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-border bg-surface px-3 text-base hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type={type}
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={({ target }) => onChange(value, target.checked)}
              className="accent-accent outline-none"
            />
            {mark}
            {label}
          </label>
        ))}
      </div>
      {hint && <p className="text-xs text-text-3">{hint}</p>}
      {error && (
        <p id={`${name}-error`} className="text-sm text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}
