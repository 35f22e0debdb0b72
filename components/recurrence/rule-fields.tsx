'use client';

import { useState } from 'react';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { DateField } from '@/components/ui/form/date-field';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import { type Frequency, type Rule, shifted, WEEKDAYS, weekdayName } from '@/lib/rrule/vocabulary';

const UNITS: { value: Frequency; label: string }[] = [
  { value: 'DAILY', label: 'days' },
  { value: 'WEEKLY', label: 'weeks' },
  { value: 'MONTHLY', label: 'months' },
  { value: 'YEARLY', label: 'years' },
];
const NTH = [
  ['1', 'first'],
  ['2', 'second'],
  ['3', 'third'],
  ['4', 'fourth'],
  ['-1', 'last'],
] as const;
const YEAR = 365;
const BARE = { weekdays: [], nth: null, monthday: null };

/** `start`: the day from which it counts, `YYYY-MM-DD`. */
export function RuleFields({ rule, start, onChange }: { rule: Rule; start: string; onChange: (rule: Rule) => void }) {
  const { frequency, interval, weekdays, nth, monthday, until, count } = rule;
  const date = Number(start.slice(8));
  const weekday = WEEKDAYS[(new Date(`${start}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';
  const end = until !== null ? 'until' : count !== null ? 'count' : 'never';
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <WholeField
          label="Every"
          most={99}
          value={interval}
          onChange={(next) => onChange({ ...rule, interval: next })}
        />
        <SelectField
          label="Unit"
          value={frequency}
          options={UNITS}
          onChange={({ target }) => onChange({ ...rule, ...BARE, frequency: target.value as Frequency })}
        />
      </div>
      {frequency === 'WEEKLY' && (
        <fieldset className="grid grid-cols-2 gap-x-3">
          <legend className="mb-1 text-sm font-medium">On</legend>
          {WEEKDAYS.map((day) => (
            <CheckboxField
              key={day}
              label={weekdayName(day)}
              checked={weekdays.includes(day) || (weekdays.length === 0 && day === weekday)}
              onChange={({ target }) => {
                const before = weekdays.length ? weekdays : [weekday];
                const next = WEEKDAYS.filter((one) => (one === day ? target.checked : before.includes(one)));
                if (next.length) onChange({ ...rule, weekdays: next });
              }}
            />
          ))}
        </fieldset>
      )}
      {frequency === 'MONTHLY' && (
        <SelectField
          label="On"
          value={nth === null ? String(monthday ?? date) : `nth ${nth}`}
          onChange={({ target: { value } }) =>
            onChange(
              value.startsWith('nth ')
                ? {
                    ...rule,
                    monthday: null,
                    nth: Number(value.slice(4)),
                    weekdays: nth === null ? [weekday] : weekdays,
                  }
                : { ...rule, ...BARE, monthday: Number(value) },
            )
          }
        >
          <option value={String(date)}>day {date}</option>
          {monthday !== null && monthday > 0 && monthday !== date && (
            <option value={String(monthday)}>day {monthday}</option>
          )}
          <option value="-1">the last day</option>
          {NTH.map(([value, word]) => (
            <option key={value} value={`nth ${value}`}>
              the {word} {weekdayName(weekdays[0] ?? weekday)}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          label="Ends"
          value={end}
          options={[
            { value: 'never', label: 'never' },
            { value: 'until', label: 'on a day' },
            { value: 'count', label: 'after a number' },
          ]}
          onChange={({ target: { value } }) =>
            onChange({
              ...rule,
              until: value === 'until' ? shifted(start, YEAR) : null,
              count: value === 'count' ? 10 : null,
            })
          }
        />
        {end === 'until' && (
          <DateField
            label="Last day"
            value={until ?? ''}
            onChange={(day) => onChange({ ...rule, until: day || shifted(start, YEAR) })}
          />
        )}
        {end === 'count' && (
          <WholeField
            label="Tasks in all"
            most={999}
            value={count ?? 1}
            onChange={(next) => onChange({ ...rule, count: next })}
          />
        )}
      </div>
    </>
  );
}

/** From 1. What is written meanwhile, as nothing at all, changes nothing, and is not sent. */
function WholeField({
  label,
  most,
  value,
  onChange,
}: {
  label: string;
  most: number;
  value: number;
  onChange: (next: number) => void;
}) {
  const [text, setText] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      type="number"
      min={1}
      max={most}
      required
      value={text ?? value}
      onChange={({ target }) => {
        setText(target.value);
        const next = Number(target.value);
        if (Number.isInteger(next) && next >= 1 && next <= most) onChange(next);
      }}
    />
  );
}
