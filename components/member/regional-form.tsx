'use client';

import { useEffect, useState } from 'react';
import { api } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { SelectField } from '@/components/ui/select-field';
import type { ProfileRecord } from '@/lib/auth/schema.profile';
import { firstDayOf, formatsFor } from '@/lib/formats';
import { LOCALES } from '@/lib/member/vocabulary.locale';
import { WEEKDAYS, weekFrom } from '@/lib/member/vocabulary.profile';
import { useCall } from './use-call';

type Regional = Pick<ProfileRecord, 'locale' | 'time_zone' | 'working_days'>;

const DAY = /^(Etc\/)?(UTC|GMT|Unknown)$/;
const nameOf = (zone: string) => zone.replaceAll('_', ' ');

/** How dates, times and numbers are written for this person, where they are, and on which days they work. */
export function RegionalForm({ now, ...kept }: Regional & { now: number }) {
  const [locale, setLocale] = useState(kept.locale === 'en' ? 'en-GB' : kept.locale);
  const [zone, setZone] = useState(kept.time_zone);
  const [days, setDays] = useState<readonly number[]>(kept.working_days);
  const [zones, setZones] = useState<readonly string[]>([kept.time_zone]);
  const [device, setDevice] = useState<string>();
  const { run, pending, error } = useCall();
  // Only the browser knows where it is; the long list is its own too.
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
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(
          () => api.put<ProfileRecord>('profile', { locale, time_zone: zone, working_days: days }),
          () => 'Saved',
        );
      }}
    >
      <FormError message={inPlace ? undefined : error?.message} attempt={error} />
      <SelectField
        label="Language and formats"
        hint="Screens are in English. This decides how dates, times and numbers are written, and on which day weeks begin."
        error={problem('locale')}
        value={locale}
        onChange={(event) => setLocale(event.target.value)}
        options={LOCALES.map(({ tag, label }) => ({ value: tag, label }))}
      />
      <div className="flex flex-col gap-2">
        <SelectField
          label="Time zone"
          error={problem('time_zone')}
          value={zone}
          onChange={(event) => setZone(event.target.value)}
          options={zones.map((value) => ({ value, label: nameOf(value) }))}
        />
        {device && device !== zone && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-text-2">
            This device is in {nameOf(device)}.
            <Button size="compact" onClick={() => setZone(device)}>
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
                  setDays(event.target.checked ? [...days, day] : days.filter((other) => other !== day))
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
    </form>
  );
}
