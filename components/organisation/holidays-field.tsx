'use client';

import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DateField } from '@/components/ui/form/date-field';
import { TextArea } from '@/components/ui/form/text-area';
import { useFormats } from '@/components/ui/formats';
import { IconButton } from '@/components/ui/icon-button';
import { ANYBODY, type Formats, formatsFor } from '@/lib/formats';
import { MAX_HOLIDAYS } from '@/lib/organisation/vocabulary';
import { type DateOrder, readDate, readDates } from './settings-draft';

/** `2026-12-25` → `Fri, 25 December 2026`, in the reader's format. */
const dayInWords = (date: string, formats: Formats = formatsFor(ANYBODY)) => formats.day(date, 'named');

const inOrder = (dates: readonly string[]) => [...new Set(dates)].sort();

export function HolidaysField({
  dates,
  error,
  onChange,
}: {
  dates: readonly string[];
  error?: string;
  onChange: (dates: string[]) => void;
}) {
  const formats = useFormats();
  const [one, setOne] = useState('');
  const [list, setList] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const [said, setSaid] = useState('');
  /** A date of the list that could mean two days. */
  const [unclear, setUnclear] = useState<string | null>(null);

  function add(more: string[]): boolean {
    const all = inOrder([...dates, ...more]);
    const added = all.length - dates.length;
    if (all.length > MAX_HOLIDAYS) {
      setProblem(`You can add at most ${MAX_HOLIDAYS} holidays.`);
      return false;
    }
    onChange(all);
    setSaid(added === 1 ? '1 day added' : `${added} days added`);
    return true;
  }

  function addOne(day = one) {
    const date = readDate(day);
    if (!date) return setProblem('Choose a day that exists.');
    if (dates.includes(date)) return setProblem(`${dayInWords(date, formats)} is already in the list.`);
    setProblem('');
    if (add([date])) setOne('');
  }

  function addList(order?: DateOrder) {
    const { dates: read, problems, unclear: asked } = readDates(list ?? '', order);
    setUnclear(asked);
    if (asked || (read.length && !add(read))) return;
    setProblem(problems.slice(0, 5).join(' '));
    // Lines that could not be read stay, to be corrected.
    setList(problems.length ? (list ?? '') : null);
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium text-text-2">Holidays</legend>
      {dates.length === 0 ? (
        <p className="text-base text-text-2">None yet. Days in this list are days off for everybody.</p>
      ) : (
        <ul
          aria-label="Holidays"
          className="grid max-h-64 gap-x-4 overflow-y-auto rounded-sm border border-border px-1 sm:grid-cols-2"
        >
          {dates.map((date) => (
            <li key={date} className="flex min-h-9 items-center justify-between gap-2 pl-2 text-base tabular-nums">
              {dayInWords(date, formats)}
              <IconButton
                label={`Remove ${dayInWords(date, formats)}`}
                icon={<X />}
                onClick={() => {
                  onChange(dates.filter((other) => other !== date));
                  setSaid(`${dayInWords(date, formats)} removed`);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <DateField label="Day off" value={one} onChange={setOne} onEnter={addOne} />
        <Button icon={<Plus />} onClick={() => addOne()}>
          Add
        </Button>
        {list === null && (
          <Button variant="quiet" onClick={() => setList('')}>
            Paste a list
          </Button>
        )}
      </div>
      {list !== null && (
        <div className="flex flex-col gap-2">
          <TextArea
            label="Dates, one a line"
            hint="2026-12-25, 25.12.2026, 25/12/2026 or 12/25/2026; text after a date is ignored."
            rows={5}
            value={list}
            onChange={({ target }) => {
              setList(target.value);
              setUnclear(null);
            }}
          />
          {unclear && (
            <p role="alert" className="text-base">
              Which day is {unclear}? All dates of the list are read the same way.
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {unclear ? (
              (['day', 'month'] as const).map((order) => (
                <Button key={order} onClick={() => addList(order)}>
                  {dayInWords(readDate(unclear, order) ?? '', formats)}
                </Button>
              ))
            ) : (
              <Button onClick={() => addList()}>Add these</Button>
            )}
            <Button
              variant="quiet"
              onClick={() => {
                setList(null);
                setUnclear(null);
              }}
            >
              Cancel
            </Button>
          </div>
        </div>
      )}
      {(problem || error) && (
        <p role="alert" className="text-sm text-danger-text">
          {problem || error}
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  );
}
