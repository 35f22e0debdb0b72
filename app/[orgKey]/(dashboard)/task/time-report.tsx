import { Clock } from 'lucide-react';
import { PageHeader } from '@/components/page/page-header';
import { Pager } from '@/components/page/pager';
import { type Search, textOf } from '@/components/page/search-params';
import { ReportDownload } from '@/components/time-entry/report-download';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { DayField } from '@/components/ui/form/day-field';
import { bidi } from '@/lib/bidi';
import { formatsFor } from '@/lib/formats';
import { listProjectNames } from '@/lib/project/queries.names';
import { orgPage, parse } from '@/lib/session/transport';
import { estimateWords } from '@/lib/task/vocabulary';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { reportTime, totalTime } from '@/lib/time-entry/queries.report';
import { REPORTS, ReportTime, type TimeReportLine } from '@/lib/time-entry/schema';
import { TimeTabs } from './time-tabs';

const LIMIT = 100;
const BY: Record<(typeof REPORTS)[number], string> = {
  both: 'Person and project',
  person: 'Person',
  project: 'Project',
};
const FIELD =
  'h-9 rounded-sm border border-border-strong bg-surface px-2 text-base pointer-coarse:h-11 pointer-coarse:text-lg';

/** Of this month, unless the address says otherwise. A form of links and fields alone, so that it works without scripts. */
export async function TimeReport({ orgKey, search }: { orgKey: string; search: Search }) {
  const hrefTo = await organisationLinks(orgKey);
  const { lines, minutes, asked, projects, project } = await orgPage(orgKey, 'time.view', async (ctx) => {
    const today = formatsFor(ctx.actor).today();
    const wanted = textOf(search, 'project').toUpperCase();
    const projects = await listProjectNames(ctx, wanted);
    const project = projects.find(({ key }) => key === wanted);
    const asked = parse(ReportTime, {
      by: textOf(search, 'by') || 'both',
      from: textOf(search, 'from') || `${today.slice(0, 8)}01`,
      to: textOf(search, 'to') || today,
      ...(project && { project_id: project._id }),
      page: textOf(search, 'page') || 1,
      limit: LIMIT,
    });
    const lines = await reportTime(ctx, asked);
    return { lines, minutes: await totalTime(ctx, asked), asked, projects, project };
  });
  const { page, limit, ...what } = asked;
  return (
    <>
      <PageHeader
        title={project ? bidi`Time of ${project.name}` : 'Time'}
        beside={<TimeTabs current="time" hrefTo={hrefTo} project={project?.key} />}
        actions={lines.total > 0 && <ReportDownload asked={what} name={`time-${asked.from}-${asked.to}.csv`} />}
      />
      <form action={hrefTo('task')} className="flex flex-wrap items-end gap-3 pb-4">
        <input type="hidden" name="view" value="time" />
        <DayField label="From" name="from" start={asked.from} />
        <DayField label="To" name="to" start={asked.to} />
        <Field label="Project">
          <select name="project" defaultValue={project?.key ?? ''} className={`${FIELD} max-w-60`}>
            <option value="">All projects</option>
            {projects.map(({ key, name }) => (
              <option dir="auto" key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field label="By">
          <select name="by" defaultValue={asked.by} className={FIELD}>
            {REPORTS.map((one) => (
              <option key={one} value={one}>
                {BY[one]}
              </option>
            ))}
          </select>
        </Field>
        <Button type="submit">Show</Button>
      </form>
      {lines.total === 0 ? (
        <EmptyState icon={<Clock />} title="No time was logged in these days">
          Time is logged on a task’s page, under Time spent.
        </EmptyState>
      ) : (
        <>
          <Lines lines={lines.docs} by={asked.by} minutes={minutes} />
          <Pager path={hrefTo('task')} search={search} noun="lines" page={page} limit={limit} total={lines.total} />
        </>
      )}
    </>
  );
}

const Field = ({ label, children }: { label: string; children: React.ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is what is passed.
  <label className="flex flex-col gap-1 text-sm font-medium text-text-2">
    {label}
    {children}
  </label>
);

function Lines({
  lines,
  by,
  minutes,
}: {
  lines: readonly TimeReportLine[];
  by: (typeof REPORTS)[number];
  /** Of all lines, also those of other pages. */
  minutes: number;
}) {
  const cell = 'border-b border-border px-3 py-2 text-left text-base break-words max-sm:px-1.5';
  const figure = `${cell} text-right whitespace-nowrap tabular-nums`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys.
    <section aria-label="Time by person and project" tabIndex={0} className="overflow-x-auto rounded-sm">
      <table className="w-full max-w-3xl" aria-label="Time">
        <thead>
          <tr className="text-sm text-text-2">
            {by !== 'project' && (
              <th scope="col" className={cell}>
                Person
              </th>
            )}
            {by !== 'person' && (
              <th scope="col" className={cell}>
                Project
              </th>
            )}
            <th scope="col" className={figure}>
              Time
            </th>
            <th scope="col" className={figure}>
              Entries
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ member_id, member, project, minutes, imported_minutes, entries }) => (
            <tr key={`${member_id} ${project?._id}`}>
              {by !== 'project' && (
                <td dir="auto" className={cell}>
                  {member?.name ?? 'Somebody'}
                </td>
              )}
              {by !== 'person' && (
                <td dir="auto" className={cell}>
                  {project?.name}
                </td>
              )}
              <td className={figure}>
                {estimateWords(minutes)}
                {imported_minutes > 0 && (
                  <span className="block text-xs text-text-3">{estimateWords(imported_minutes)} imported</span>
                )}
              </td>
              <td className={figure}>{entries}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" colSpan={by === 'both' ? 2 : 1} className={cell}>
              All together
            </th>
            <td className={figure}>{estimateWords(minutes)}</td>
            <td className={cell} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
