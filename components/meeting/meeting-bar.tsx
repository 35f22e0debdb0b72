'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { CalendarBar, pageTitle } from '@/components/calendar/calendar-bar';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import { usePageEvent } from '@/components/keys/use-page-event';
import { Segmented } from '@/components/ui/form/segmented';
import { useFormats } from '@/components/ui/formats';
import { daysOfPage } from '@/lib/formats/calendar';
import { dayAfter } from '@/lib/formats/days';
import { MEETING_VIEWS, VIEW_LABEL } from '@/lib/meeting/vocabulary';
import { type MeetingPlace, meetingHref } from './meeting-links';

const GO: Readonly<Record<string, string>> = { t: 'today', ArrowLeft: 'previous', ArrowRight: 'next' };

/** Which days of whose meetings, and how they are drawn. T and the arrows go on, where nothing in the page has the focus. */
export function MeetingBar({ place, before, after }: { place: MeetingPlace; before: string; after: string }) {
  const formats = useFormats();
  const { view, date, today, mine } = place;
  const go = (change: Partial<MeetingPlace>) => meetingHref(place, change);
  const title =
    view === 'agenda'
      ? `${formats.day(date, 'medium')} – ${formats.day(dayAfter(date, 13), 'medium')}`
      : pageTitle(formats, { span: view, date }, daysOfPage({ span: view, date }, formats.firstDay));
  usePageEvent('keydown', (event) => {
    const { key, target } = event;
    const to = GO[key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    const isFree = target === document.body || (target instanceof Element && target.id === 'main');
    if (isForTyping(event) || (key === 't' ? !singleKeysAreOn() : !isFree)) return;
    event.preventDefault();
    document.querySelector<HTMLAnchorElement>(`main a[data-go="${to}"]`)?.click();
  });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <CalendarBar
        title={title}
        span={view === 'agenda' ? 'two weeks' : view}
        previous={go({ date: before })}
        today={go({ date: today })}
        next={go({ date: after })}
        className="flex min-w-0 items-center gap-2 max-sm:basis-full"
      />
      <div className="flex min-w-0 flex-wrap items-center gap-2 sm:ml-auto">
        {(view === 'day' || view === 'week') && <SecondZone place={place} />}
        <Segmented
          label="Whose meetings"
          segments={[
            { href: go({ mine: true }), label: 'Mine', current: mine },
            { href: go({ mine: false }), label: 'All', current: !mine },
          ]}
        />
        <Segmented
          label="View"
          segments={MEETING_VIEWS.map((one) => ({
            href: go({ view: one }),
            label: VIEW_LABEL[one],
            current: one === view,
            view: one,
          }))}
        />
      </div>
    </div>
  );
}

/** A clock beside the reader's; all zones there are, once somebody looks for one. */
function SecondZone({ place }: { place: MeetingPlace }) {
  const router = useRouter();
  const { zone } = place;
  const [zones, setZones] = useState<readonly string[]>(zone ? [zone] : []);
  const load = () => setZones([...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(zone ? [zone] : [])])]);
  return (
    <span className="relative">
      <select
        aria-label="Second time zone"
        value={zone ?? ''}
        onPointerDown={load}
        onFocus={load}
        onChange={({ target }) => router.push(meetingHref(place, { zone: target.value || null }), { scroll: false })}
        className="h-[34px] w-44 appearance-none truncate rounded-sm border border-border-strong bg-surface pr-8 pl-2.5 text-base focus-visible:outline-offset-0 pointer-coarse:h-11"
      >
        <option value="">Second time zone</option>
        {zones.map((one) => (
          <option key={one} value={one}>
            {one.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <span
        aria-hidden="true"
        className="icon icon-chevron-down pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-text-3"
      />
    </span>
  );
}
