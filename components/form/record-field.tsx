'use client';

import { useState } from 'react';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { DateField } from '@/components/ui/form/date-field';
import { SelectField } from '@/components/ui/form/select-field';
import { TextArea } from '@/components/ui/form/text-area';
import { TextField } from '@/components/ui/form/text-field';
import type { FormField } from '@/lib/transport/form-fields';

export type Choice = { value: string; label: string };

type Props = { name: string; field: FormField; value: string; choices?: readonly Choice[]; error?: string };

/** A native control, so it works before scripts have loaded. */
export function RecordField({ name, field, value, choices = [], error }: Props) {
  const { label, hint, placeholder, max } = field;
  const shared = { id: name, name, label, hint, error };
  switch (field.kind) {
    case 'line':
      return (
        <TextField
          {...shared}
          placeholder={placeholder}
          limit={max}
          autoComplete="off"
          required={field.required}
          optional={!field.required}
          defaultValue={value}
        />
      );
    case 'prose':
      return <TextArea {...shared} placeholder={placeholder} limit={max} rows={6} optional defaultValue={value} />;
    case 'choice':
      return <SelectField {...shared} options={choices} defaultValue={value} />;
    case 'date':
      return <Day {...shared} value={value} />;
    case 'several':
      return <Several {...shared} value={value} choices={choices} />;
  }
}

function Day({ value: begun, ...shared }: { id: string; name: string; label: string; error?: string; value: string }) {
  const [value, setValue] = useState(begun);
  return <DateField {...shared} value={value} onChange={setValue} optional />;
}

function Several({
  id,
  name,
  label,
  hint,
  error,
  value,
  choices,
}: {
  id: string;
  name: string;
  label: string;
  hint?: string;
  error?: string;
  value: string;
  choices: readonly Choice[];
}) {
  const chosen = value.split(',');
  const others = chosen.filter((one) => !choices.some((choice) => choice.value === one));
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex flex-col gap-1"
    >
      <legend className="mb-1 text-sm font-medium text-text-2">
        {label} <span className="font-normal text-text-3">(optional)</span>
      </legend>
      {/* Says that the field is there when nothing is ticked; what cannot be unticked here stays. */}
      <input type="hidden" name={name} value="" />
      {others.map((one) => (
        <input key={one} type="hidden" name={name} value={one} />
      ))}
      <div className="grid max-h-52 grid-cols-1 gap-x-4 gap-y-1 overflow-y-auto rounded-sm border border-border-strong bg-surface px-3 py-2 sm:grid-cols-2">
        {choices.map(({ value: one, label }) => (
          <CheckboxField key={one} name={name} value={one} label={label} defaultChecked={chosen.includes(one)} />
        ))}
      </div>
      {hint && <p className="text-xs text-text-3">{hint}</p>}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}
