import type { ReactNode } from 'react';
import { SectionCard } from '@/components/page/section-card';
import { EmptyState } from '@/components/ui/empty-state';
import { Segmented } from '@/components/ui/form/segmented';
import { Link } from '@/components/ui/link';
import { TaskStatus } from '@/components/workflow/task-status';
import type { Behind } from '@/lib/efficiency/efficiency';
import type { TaskBehind } from '@/lib/efficiency/queries';
import type { ProjectEfficiency } from '@/lib/efficiency/schema';
import type { Formats } from '@/lib/formats';
import { estimateWords } from '@/lib/task/vocabulary';
import { BehindCard, TaskLink } from './behind-card';
import { FlowChart } from './flow-chart';
import { ForecastCard } from './forecast-card';
import { ThroughputChart } from './throughput-chart';
import { BEHIND_TITLE, durationWords, tasksInWords } from './words';

const percent = (share: number) => `${Math.round(share * 100)} %`;
/** How a project gets on: its forecast first, then what it rests on. `hrefOf`: the same page with another period or list. */
export function EfficiencyView({
  efficiency,
  projectId,
  formats,
  show,
  behind,
  hrefOf,
  hrefTo,
}: {
  efficiency: ProjectEfficiency;
  projectId: string;
  formats: Formats;
  show: Behind | null;
  behind: readonly TaskBehind[];
  hrefOf: (more: Record<string, string | null>) => string;
  hrefTo: (path: string) => string;
}) {
  const {
    completed,
    on_time_rate,
    cycle_time_hours: cycle,
    rework_rate,
    estimate,
    at_work,
    age,
    forecast,
  } = efficiency;
  const to = (what: Behind) => `${hrefOf({ show: what })}#tasks`;
  if (completed === 0 && at_work === 0 && forecast.left === 0) {
    return (
      <EmptyState title="Nothing to measure yet">
        Times, rates and a forecast appear here once tasks are worked on and completed.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Period efficiency={efficiency} hrefOf={hrefOf} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ForecastCard efficiency={efficiency} formats={formats} to={to} />
        <SectionCard title="In the period">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:max-xl:grid-cols-2">
            <Figure term="Completed" href={to('completed')} figure={formats.number(completed)} />
            <Figure
              term="On time"
              href={to('late')}
              figure={on_time_rate === null ? null : percent(on_time_rate)}
              remark={on_time_rate === null ? 'No completed task had a due date' : 'by their due date'}
            />
            <Figure
              term="Cycle time"
              href={to('cycle')}
              figure={cycle.p50 === null ? null : durationWords(cycle.p50)}
              remark={
                cycle.p85 === null
                  ? 'No completed task was started before'
                  : `median; 85 % took at most ${durationWords(cycle.p85)}`
              }
            />
            <Figure
              term="Rework"
              href={to('rework')}
              figure={rework_rate === null ? null : percent(rework_rate)}
              remark={rework_rate === null ? 'Nothing was completed' : 'went back from Testing'}
            />
            <Figure
              term="Time spent"
              href={to('estimate')}
              figure={
                estimate.estimated_minutes === 0 ? null : percent(estimate.spent_minutes / estimate.estimated_minutes)
              }
              remark={
                estimate.estimated_minutes === 0
                  ? 'No completed task had an estimate'
                  : `${estimateWords(estimate.spent_minutes)} of ${estimateWords(estimate.estimated_minutes)} estimated`
              }
            />
            <Figure term="At work" href={to('age')} figure={formats.number(at_work)} remark="In Process or Testing" />
          </dl>
          <p className="mt-4 text-sm text-text-3">
            Times are of working days, without the organisation’s days off; a working day has 24 hours. Days begin at
            midnight by the organisation’s clock. Subtasks are part of their task.
          </p>
        </SectionCard>
      </div>
      {show && (
        <div id="tasks" className="scroll-mt-[72px]">
          <BehindCard
            title={BEHIND_TITLE[show]}
            rows={behind}
            {...{ projectId, formats, hrefTo }}
            close={hrefOf({ show: null })}
          />
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SectionCard title="Throughput">
          <ThroughputChart weeks={efficiency.throughput} formats={formats} />
        </SectionCard>
        <SectionCard title="Cumulative flow">
          <FlowChart flow={efficiency.flow} formats={formats} />
        </SectionCard>
      </div>
      {!show && age.length > 0 && (
        <SectionCard title="At work, the oldest first" flush>
          <ul>
            {age.slice(0, 10).map((task) => (
              <li key={task._id} className="flex min-h-11 items-center gap-3 px-4 py-1.5 hover:bg-hover sm:px-5">
                <TaskStatus of={{ status: task.status, project_id: projectId }} word="hidden" />
                <TaskLink task={task} hrefTo={hrefTo} />
                <span className="hidden text-xs text-text-3 tabular-nums sm:inline">{task.key}</span>
                <span className="text-sm whitespace-nowrap text-text-2 tabular-nums">{durationWords(task.hours)}</span>
              </li>
            ))}
          </ul>
          {at_work > 10 && (
            <p className="px-4 pt-2 sm:px-5">
              <Link href={to('age')} className="rounded-sm text-base text-accent-text hover:underline">
                All {tasksInWords(formats, at_work)}
              </Link>
            </p>
          )}
        </SectionCard>
      )}
    </div>
  );
}

const PERIODS = [4, 12, 26, 52];

function Period({
  efficiency: { from, to },
  hrefOf,
}: {
  efficiency: ProjectEfficiency;
  hrefOf: (more: Record<string, string | null>) => string;
}) {
  const weeks = Math.round((Date.parse(to) - Date.parse(from) + 86_400_000) / (7 * 86_400_000));
  return (
    <Segmented
      label="Period"
      segments={PERIODS.map((count) => ({
        label: `${count} weeks`,
        href: hrefOf({ from: count === 12 ? null : startOf(to, count), to: null }),
        current: count === weeks,
      }))}
    />
  );
}

const startOf = (to: string, weeks: number) =>
  new Date(Date.parse(to) - (weeks * 7 - 1) * 86_400_000).toISOString().slice(0, 10);

function Figure({
  term,
  figure,
  remark,
  href,
}: {
  term: string;
  figure: string | null;
  remark?: string;
  href: string;
}): ReactNode {
  return (
    <div>
      <dt className="text-sm text-text-2">{term}</dt>
      <dd>
        {figure === null ? (
          <span className="text-2xl font-title text-text-3">–</span>
        ) : (
          <Link href={href} className="rounded-sm text-2xl font-title whitespace-nowrap tabular-nums hover:underline">
            {figure}
          </Link>
        )}
        {remark && <span className="block text-sm text-text-3">{remark}</span>}
      </dd>
    </div>
  );
}
