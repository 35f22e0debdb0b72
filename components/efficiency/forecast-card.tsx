import { SectionCard } from '@/components/page/section-card';
import { Link } from '@/components/ui/link';
import type { Behind } from '@/lib/efficiency/efficiency';
import { ENOUGH } from '@/lib/efficiency/forecast';
import type { ProjectEfficiency } from '@/lib/efficiency/schema';
import type { Formats } from '@/lib/formats';
import { tasksInWords } from './words';

/** When the rest will be done, what moved that, and what it rests on. `to`: the tasks behind a number. */
export function ForecastCard({
  efficiency: { forecast, enough_data, completed },
  formats,
  to,
}: {
  efficiency: ProjectEfficiency;
  formats: Formats;
  to: (what: Behind) => string;
}) {
  const moved = forecast.moved_by;
  const day = (date: string) => formats.day(date, 'medium');
  const tasks = (count: number) => tasksInWords(formats, count);
  return (
    <SectionCard title="Forecast">
      {forecast.left === 0 ? (
        <p className="text-base text-text-2">Nothing is left to do.</p>
      ) : !enough_data ? (
        <p className="text-base text-text-2">
          Not enough data: a forecast needs {ENOUGH} completed tasks in the period, and there are {completed}.
        </p>
      ) : forecast.p50 === null || forecast.p85 === null ? (
        <p className="text-base text-text-2">
          At the pace of the period, the {tasks(forecast.left)} that are left would take more than three years.
        </p>
      ) : (
        <p className="text-base text-text-2">
          <span className="block text-2xl font-title text-text">{day(forecast.p85)}</span>
          There is an 85 % chance that the{' '}
          <Link href={to('left')} className="rounded-xs text-accent-text underline">
            {tasks(forecast.left)}
          </Link>{' '}
          left to do are completed by then, and a 50 % chance by{' '}
          <strong className="font-semibold text-text">{day(forecast.p50)}</strong>.
        </p>
      )}
      {forecast.milestones.length > 0 && (
        <table className="mt-4 w-full text-left text-base tabular-nums">
          <thead>
            <tr className="text-sm text-text-2">
              <th scope="col" className="pe-4 font-normal">
                Milestone
              </th>
              <th scope="col" className="pe-4 font-normal">
                Left
              </th>
              <th scope="col" className="pe-4 font-normal">
                50 %
              </th>
              <th scope="col" className="font-normal">
                85 %
              </th>
            </tr>
          </thead>
          <tbody>
            {forecast.milestones.map(({ _id, name, left, p50, p85 }) => (
              <tr key={_id} className="border-t border-border">
                <th scope="row" dir="auto" className="py-1.5 pe-4 font-medium">
                  {name}
                </th>
                <td className="pe-4">{left}</td>
                <td className="pe-4 whitespace-nowrap">{left === 0 ? 'Done' : p50 ? day(p50) : '–'}</td>
                <td className="whitespace-nowrap">{left === 0 ? 'Done' : p85 ? day(p85) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {enough_data && moved && forecast.left > 0 && (
        <div className="mt-4 border-t border-border pt-3">
          <h3 className="text-base font-semibold">What moved it since {day(moved.since)}</h3>
          <ul className="mt-1 list-disc ps-5 text-base text-text-2">
            <li>
              {moved.days === null
                ? 'There was no forecast then.'
                : moved.days === 0
                  ? 'The middle date is the same.'
                  : `The middle date is ${Math.abs(moved.days)} ${Math.abs(moved.days) === 1 ? 'day' : 'days'} ${moved.days > 0 ? 'later' : 'earlier'}.`}
            </li>
            <li>
              {tasks(moved.completed)} completed,{' '}
              <Link href={to('added')} className="rounded-xs text-accent-text underline">
                {formats.number(moved.added)} added
              </Link>
              {moved.reopened > 0 && `, ${formats.number(moved.reopened)} reopened`}.
            </li>
            {moved.weekly.before !== null && moved.weekly.now !== null && (
              <li>
                {moved.weekly.before === moved.weekly.now
                  ? `The pace is the same, ${formats.number(moved.weekly.now)} a week.`
                  : `The pace went from ${formats.number(moved.weekly.before)} to ${formats.number(moved.weekly.now)} a week.`}
              </li>
            )}
          </ul>
        </div>
      )}
      {enough_data && forecast.left > 0 && (
        <details className="mt-3 text-base">
          <summary className="w-fit cursor-pointer rounded-sm text-accent-text hover:underline">
            What it assumes
          </summary>
          <ul className="mt-1 list-disc ps-5 text-text-2">
            {forecast.assumptions.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </SectionCard>
  );
}
