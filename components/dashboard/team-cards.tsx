'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SectionCard } from '@/components/page/section-card';
import { organisationStateQuery, workloadQuery } from '@/components/query/dashboard-query';
import { LoadError } from '@/components/query/load-error';
import { useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { sizeWords } from '@/lib/file/vocabulary';
import type { Workload } from '@/lib/team-home/schema';
import { workloadFilter } from '@/lib/team-home/vocabulary';

/** A card that is read on its own: where that fails the others stay, and it is tried again in its place. */
function ReadCard<T>({
  title,
  read: { data, isError, error, refetch },
  children,
}: {
  title: string;
  read: Pick<UseQueryResult<T>, 'data' | 'isError' | 'error' | 'refetch'>;
  children: (data: T) => ReactNode;
}) {
  return (
    <SectionCard title={title}>
      {data ? (
        children(data)
      ) : isError ? (
        <LoadError title="This could not be loaded" of={{ error, refetch }} />
      ) : (
        <SkeletonRows rows={4} rowHeight={32} label={`Loading ${title.toLowerCase()}`} />
      )}
    </SectionCard>
  );
}

const hours = (minutes: number) => Math.round(minutes / 6) / 10;

/** What is due from whom within seven days, against the working days that there are. */
export function WorkloadCard() {
  const hrefTo = useOrganisationLinks();
  const formats = useFormats();
  const number = (value: number) => formats.number(value);
  return (
    <ReadCard title="Workload of the next 7 days" read={useQuery(workloadQuery)}>
      {({ people, capacity_minutes: capacity }) =>
        people.length === 0 ? (
          <p className="text-base text-text-2">Nothing with an assignee is due within seven days.</p>
        ) : (
          <>
            <ul className="flex flex-col gap-3">
              {people.map((one) => (
                <li key={one.person._id} className="flex min-w-0 items-center gap-3">
                  <AvatarPopover person={{ id: one.person._id, name: one.person.name, picture: one.person.pic }} />
                  <div className="min-w-0 flex-1">
                    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3">
                      <Link
                        dir="auto"
                        href={hrefTo(`task?view=list&filter=${workloadFilter(one.person._id)}`)}
                        prefetch={false}
                        className="min-w-0 rounded-xs text-base font-medium wrap-anywhere hover:underline"
                      >
                        {one.person.name}
                      </Link>
                      <span className="text-xs text-text-3 tabular-nums">{inWords(one, number)}</span>
                    </div>
                    <Bar part={one.estimated_minutes} whole={capacity} />
                  </div>
                </li>
              ))}
            </ul>
            <p className="mt-3 text-xs text-text-3">
              Estimates of open tasks that are overdue or due by then, against {number(hours(capacity))} h of working
              days a person.
            </p>
          </>
        )
      }
    </ReadCard>
  );
}

const inWords = (
  { tasks, estimated_minutes, without_estimate }: Workload['people'][number],
  number: (value: number) => string,
): string =>
  `${number(hours(estimated_minutes))} h, ${tasks} ${tasks === 1 ? 'task' : 'tasks'}${
    without_estimate ? `, ${without_estimate} without estimate` : ''
  }`;

function Bar({ part, whole }: { part: number; whole: number }) {
  const over = part > whole;
  const width = whole === 0 ? (part > 0 ? 100 : 0) : Math.min(100, (100 * part) / whole);
  return (
    <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded-full bg-sunken">
      <span
        className={cn('block h-full rounded-full', over ? 'bg-danger' : 'bg-accent')}
        style={{ width: `${width}%` }}
      />
    </span>
  );
}

/** People, invitations, projects at risk and storage. */
export function OrganisationCard() {
  const hrefTo = useOrganisationLinks();
  return (
    <ReadCard title="Organisation" read={useQuery(organisationStateQuery)}>
      {({ members, pending, invitations, at_risk, storage: { used_bytes, quota_bytes } }) => (
        <dl className="grid grid-cols-[minmax(0,1fr)_max-content] gap-x-4 gap-y-1.5 text-base">
          <Line name="People" href={hrefTo('userlist')}>
            {members}
          </Line>
          <Line name="Waiting to be approved" href={hrefTo('userlist?state=pending')}>
            {pending}
          </Line>
          <Line name="Open invitations" href={hrefTo('userlist?view=invitations')}>
            {invitations}
          </Line>
          <Line name="Projects at risk or late" href={hrefTo('project')}>
            {at_risk}
          </Line>
          <Line name="Storage" href={hrefTo('file_manager')}>
            {quota_bytes === null
              ? isolated(sizeWords(used_bytes))
              : isolated(`${sizeWords(used_bytes)} of ${sizeWords(quota_bytes)}`)}
          </Line>
        </dl>
      )}
    </ReadCard>
  );
}

const Line = ({ name, href, children }: { name: string; href: string; children: ReactNode }) => (
  <>
    <dt>
      <Link href={href} prefetch={false} className="rounded-xs text-text-2 hover:underline">
        {isolated(name)}
      </Link>
    </dt>
    <dd className="text-right font-semibold tabular-nums">{children}</dd>
  </>
);
