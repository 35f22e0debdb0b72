import { TintTile } from '@/components/page/tint-tile';
import { PlainDay } from '@/components/ui/formats';
import type { OrganisationSettings } from '@/lib/organisation/schema';
import { WEEKDAYS } from '@/lib/session/vocabulary';

/** For roles that may read but not change it. */
export function ReadOnlyProfile({ settings }: { settings: OrganisationSettings }) {
  const { name, tint, logo, working_days: days, holidays, time_zone, listed } = settings;
  return (
    <>
      <div className="flex items-center gap-3">
        <TintTile tint={tint} name={name} logo={logo} size={64} />
        <p dir="auto" className="min-w-0 text-lg font-semibold break-words">
          {name}
        </p>
      </div>
      <dl className="mt-4 grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2 text-base">
        <dt className="text-text-2">Working days</dt>
        <dd>{days.map((day) => WEEKDAYS[day - 1]).join(', ')}</dd>
        <dt className="text-text-2">Holidays</dt>
        <dd>
          {holidays.length === 0 && 'None yet'}
          {holidays.map((date, at) => (
            <span key={date}>
              {at > 0 && '; '}
              <PlainDay date={date} style="named" />
            </span>
          ))}
        </dd>
        <dt className="text-text-2">Time zone</dt>
        <dd>{time_zone.replaceAll('_', ' ')}</dd>
        <dt className="text-text-2">Public directory</dt>
        <dd>{listed ? 'Shown' : 'Not shown'}</dd>
      </dl>
      <p className="mt-4 text-sm text-text-2">Only admins and sub-admins can change this.</p>
    </>
  );
}
