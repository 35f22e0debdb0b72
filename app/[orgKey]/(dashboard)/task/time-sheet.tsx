import { ChevronLeft, ChevronRight } from 'lucide-react';
import { PageHeader } from '@/components/page/page-header';
import { type Search, textOf } from '@/components/page/search-params';
import { TimeSheet } from '@/components/time-entry/time-sheet';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { bidi } from '@/lib/bidi';
import { formatsFor } from '@/lib/formats';
import { listProjectNames } from '@/lib/project/queries.names';
import { orgPage, parse } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { listTimeKeepers } from '@/lib/time-entry/queries.people';
import { getTimeSheet } from '@/lib/time-entry/queries.sheet';
import { AskTimeSheet } from '@/lib/time-entry/schema';
import { dayNumber, weekName } from '@/lib/working-days';
import { TimeTabs } from './time-tabs';

const FIELD =
  'h-9 max-w-60 rounded-sm border border-border-strong bg-surface px-2 text-base pointer-coarse:h-11 pointer-coarse:text-lg';
/** In the address: everybody of a project. */
const EVERYBODY = 'all';

/** A week of one's own time, of somebody's, or of a project. A form of links and fields, so that it is read without scripts. */
export async function TimeSheetPage({ orgKey, search }: { orgKey: string; search: Search }) {
  const hrefTo = await organisationLinks(orgKey);
  const { sheet, asked, people, projects, formats, me } = await orgPage(orgKey, 'time.view', async (ctx) => {
    const wanted = textOf(search, 'project').toUpperCase();
    const projects = await listProjectNames(ctx, wanted);
    const project = projects.find(({ key }) => key === wanted);
    const member = textOf(search, 'member');
    const observes = ctx.actor.role === 'observer';
    const asked = parse(AskTimeSheet, {
      ...(project && { project_id: project._id }),
      ...(member && member !== EVERYBODY && { member_id: member }),
      // Somebody who logs no time looks at a project.
      ...(!member && !observes && { member_id: ctx.actor.memberId }),
      ...(textOf(search, 'week') && { week: textOf(search, 'week') }),
    });
    const sheet = await getTimeSheet(ctx, asked);
    return {
      ...{ sheet, projects, me: ctx.actor.memberId, formats: formatsFor(ctx.actor) },
      asked: { ...asked, week: sheet.week },
      people: await listTimeKeepers(ctx),
    };
  });
  const monday = dayNumber(sheet.from);
  const to = (week?: string) => {
    const query = new URLSearchParams({ view: 'sheet' });
    if (week) query.set('week', week);
    for (const name of ['member', 'project']) if (textOf(search, name)) query.set(name, textOf(search, name));
    return hrefTo(`task?${query}`);
  };
  const whose = sheet.member && sheet.member._id !== me ? sheet.member.name : sheet.member ? null : sheet.project?.name;
  const current = weekName(dayNumber(sheet.today)) === sheet.week;
  return (
    <>
      <PageHeader
        title={whose ? bidi`Time of ${whose}` : 'Time'}
        tabTitle={whose ? bidi`Week of ${whose}` : 'Week'}
        beside={<TimeTabs current="sheet" hrefTo={hrefTo} project={sheet.project?.key} />}
      />
      <div className="flex flex-wrap items-end gap-3 pb-3">
        <nav aria-label="Weeks" className="flex items-center gap-1">
          <ButtonLink href={to(weekName(monday - 7))} icon={<ChevronLeft />} scroll={false}>
            <span className="sr-only">Previous week</span>
          </ButtonLink>
          <span className="min-w-44 px-1 text-center">
            <span className="block text-base font-medium">
              {formats.day(sheet.from, 'tiny')} – {formats.day(sheet.to)}
            </span>
            <span className="block text-xs text-text-3 tabular-nums">{sheet.week}</span>
          </span>
          <ButtonLink href={to(weekName(monday + 7))} icon={<ChevronRight />} scroll={false}>
            <span className="sr-only">Next week</span>
          </ButtonLink>
          {!current && (
            <ButtonLink href={to()} scroll={false}>
              This week
            </ButtonLink>
          )}
        </nav>
        <form action={hrefTo('task')} className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="view" value="sheet" />
          <input type="hidden" name="week" value={sheet.week} />
          {people.length > 1 && (
            <label className="flex flex-col gap-1 text-sm font-medium text-text-2">
              Person
              <select name="member" defaultValue={textOf(search, 'member')} className={FIELD}>
                <option value="">You</option>
                <option value={EVERYBODY}>Everybody of a project</option>
                {people
                  .filter(({ _id }) => _id !== me)
                  .map(({ _id, name }) => (
                    <option dir="auto" key={_id} value={_id}>
                      {name}
                    </option>
                  ))}
              </select>
            </label>
          )}
          <label className="flex flex-col gap-1 text-sm font-medium text-text-2">
            Project
            <select name="project" defaultValue={sheet.project?.key ?? ''} className={FIELD}>
              <option value="">All projects</option>
              {projects.map(({ key, name }) => (
                <option dir="auto" key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Button type="submit">Show</Button>
        </form>
      </div>
      <TimeSheet key={`${asked.member_id} ${asked.project_id} ${asked.week}`} sheet={sheet} asked={asked} />
    </>
  );
}
