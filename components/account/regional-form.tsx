'use client';

import { useEffect, useRef, useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { notSaved, useSubmitWhenBack } from '@/components/query/use-submit-when-back';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { SelectField } from '@/components/ui/form/select-field';
import type { ProfileRecord } from '@/lib/account/schema';
import { LOCALES } from '@/lib/account/vocabulary.locale';
import type { InputOf } from '@/lib/api/contract';
import { firstDayOf, formatsFor } from '@/lib/formats';
import { WEEKDAYS, weekFrom } from '@/lib/session/vocabulary';

type Locale = InputOf<'PUT profile'>['locale'];
type Regional = Pick<ProfileRecord, 'locale' | 'time_zone' | 'working_days'>;

const DAY = /^(Etc\/)?(UTC|GMT|Unknown)$/;
const nameOf = (zone: string) => zone.replaceAll('_', ' ');

export function RegionalForm({ now, ...kept }: Regional & { now: number }) {
  const form = useRef<HTMLFormElement>(null);
  const { value, change, forget, notice } = useFormDraft(
    'profile:regional',
    { locale: kept.locale === 'en' ? 'en-GB' : kept.locale, zone: kept.time_zone, days: kept.working_days },
    { onPage: true },
  );
  const { locale, zone, days } = value;
  const [zones, setZones] = useState<readonly string[]>([kept.time_zone]);
  const [device, setDevice] = useState<string>();
  const { run, pending, error } = useCall();
  useSubmitWhenBack(form, error);
  // Only the browser knows its time zone and the list of all zones.
  useEffect(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (here && !DAY.test(here)) setDevice(here);
    const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), kept.time_zone, ...(here ? [here] : [])]);
    setZones([...all].sort());
  }, [kept.time_zone]);

  const formats = formatsFor({ locale, timeZone: zone });
  const problem = (field: keyof Regional) =>
    Object.entries(error?.errors ?? {}).find(([name]) => name.split('.')[0] === field)?.[1][0];
  const wrongDays = problem('working_days');
  const inPlace = problem('locale') ?? problem('time_zone') ?? wrongDays;
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(
          () => call('PUT profile', { locale: locale as Locale, time_zone: zone, working_days: days }),
          () => {
            forget(value);
            return 'Saved';
          },
        );
      }}
    >
      <FormError message={inPlace ? undefined : notSaved(error)} attempt={error} />
      <SelectField
        label="Language and formats"
        hint="Screens are in English. This decides how dates, times and numbers are written, and on which day weeks begin."
        error={problem('locale')}
        value={locale}
        onChange={(event) => change({ locale: event.target.value })}
        options={LOCALES.map(({ tag, label }) => ({ value: tag, label }))}
      />
      <div className="flex flex-col gap-2">
        <SelectField
          label="Time zone"
          error={problem('time_zone')}
          value={zone}
          onChange={(event) => change({ zone: event.target.value })}
          options={zones.map((value) => ({ value, label: nameOf(value) }))}
        />
        {device && device !== zone && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-text-2">
            This device is in {nameOf(device)}.
            <Button size="compact" onClick={() => change({ zone: device })}>
              Use {nameOf(device)}
            </Button>
          </p>
        )}
      </div>
      <div className="rounded-md bg-sunken px-3 py-2 text-sm text-text-2">
        <p>
          Now:{' '}
          <span className="font-medium text-text" lang={locale} suppressHydrationWarning>
            {formats.moment(now)}
          </span>
        </p>
        <p>
          A number:{' '}
          <span className="font-medium text-text tabular-nums" lang={locale} suppressHydrationWarning>
            {formats.number(1234567.8)}
          </span>
          . Weeks begin on <span className="font-medium text-text">{WEEKDAYS[formats.firstDay - 1]}</span>.
        </p>
      </div>
      <fieldset aria-describedby={wrongDays ? 'working-days-error' : undefined}>
        <legend className="mb-1 text-sm font-medium text-text-2">Working days</legend>
        <div className="flex flex-wrap gap-2">
          {weekFrom(firstDayOf(locale)).map((day) => (
            <label
              key={day}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-border bg-surface px-2.5 text-base hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
            >
              <input
                type="checkbox"
                className="checkbox outline-none"
                checked={days.includes(day)}
                onChange={(event) =>
                  change({ days: event.target.checked ? [...days, day] : days.filter((other) => other !== day) })
                }
              />
              {WEEKDAYS[day - 1]}
            </label>
          ))}
        </div>
        {wrongDays && (
          <p id="working-days-error" className="mt-1 text-sm text-danger-text">
            {wrongDays}
          </p>
        )}
      </fieldset>
      <div>
        <Button type="submit" pending={pending} pendingText="Saving…">
          Save regional settings
        </Button>
      </div>
      <DraftNotice {...notice} />
    </form>
  );
}
