import { CalendarCheck } from 'lucide-react';
import { redirect } from 'next/navigation';
import { loginUrl } from '@/app/(public)/entry-urls';
import { JoinLink } from '@/components/meeting/join-link';
import { MeetingTime } from '@/components/meeting/meeting-time';
import { AllLink } from '@/components/page/all-link';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import { TintTile } from '@/components/page/tint-tile';
import { OtherOrganisation } from '@/components/today/other-organisation';
import { TodayInbox } from '@/components/today/today-inbox';
import { TodayRefresh } from '@/components/today/today-refresh';
import { CountBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { PlainDay } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { isolated } from '@/lib/bidi';
import { aboutIn, pageIn, whoIn } from '@/lib/notification/vocabulary.row';
import { pageClaims } from '@/lib/session/caller';
import { leave } from '@/lib/session/transport';
import { organisationHost } from '@/lib/tenant/organisation-links';
import { linksOf } from '@/lib/tenant/organisation-path';
import { readToday } from '@/lib/today/queries';
import type { OrganisationToday } from '@/lib/today/schema';

/** One day in all organisations of a person. */
export default async function TodayPage() {
  const claims = await pageClaims();
  if (!claims) redirect(await loginUrl('/today'));
  const { day, organisations } = await readToday({ sid: claims.sid, org: claims.org }).catch((error) =>
    leave(error, null),
  );
  const host = await organisationHost();
  return (
    <>
      <PageHeader
        title="Today"
        beside={
          <span className="text-base text-text-2">
            <PlainDay date={day} style="heading" />
          </span>
        }
      />
      <TodayRefresh />
      <div className="grid max-w-[1100px] gap-4 lg:grid-cols-2">
        {organisations.map((one) => {
          const isOpen = one.organisation._id === claims.org;
          const shown = (
            <Organisation
              key={one.organisation._id}
              one={one}
              isOpen={isOpen}
              hrefTo={linksOf(one.organisation.key, host)}
              // The long form, also under an organisation's own host.
              inboxHref={linksOf(one.organisation.key, host)(`${host ? `${one.organisation.key}/` : ''}notifications`)}
            />
          );
          // On hosts of their own each has its own session.
          return isOpen || host ? (
            shown
          ) : (
            <OtherOrganisation key={one.organisation._id} organisation={one.organisation.key}>
              {shown}
            </OtherOrganisation>
          );
        })}
      </div>
    </>
  );
}

type OrganisationProps = {
  one: OrganisationToday;
  /** The one whose session this is. */
  isOpen: boolean;
  hrefTo: (page: string) => string;
  inboxHref: string;
};

function Organisation({ one, isOpen, hrefTo, inboxHref }: OrganisationProps) {
  const { organisation, left_out: reason, unread, inbox, tasks, rooms, meetings } = one;
  const nothing = !reason && !inbox.length && !tasks.length && !rooms.length && !meetings.length;
  return (
    <SectionCard
      title={organisation.name}
      beside={<TintTile tint={organisation.tint} name={organisation.name} size={28} />}
    >
      {reason && (
        <p dir="auto" className="text-base text-text-2">
          {reason}
        </p>
      )}
      {nothing && (
        <EmptyState headingLevel={3} icon={<CalendarCheck />} title="Nothing needs you today">
          No task is due within a week, and nothing is unread.
        </EmptyState>
      )}
      {meetings.length > 0 && (
        <Part title="Meetings today">
          {meetings.map((line) => (
            <Line
              key={`${line._id} ${line.occurrence}`}
              href={hrefTo(`meeting?${new URLSearchParams({ meeting: line._id, occurrence: line.occurrence })}`)}
              title={line.title}
              beside={<JoinLink line={line} />}
            >
              <MeetingTime line={line} />
              {line.status === 'cancelled' ? (
                <span>Cancelled</span>
              ) : (
                line.place && <span dir="auto">{line.place}</span>
              )}
            </Line>
          ))}
        </Part>
      )}
      {tasks.length > 0 && (
        <Part title="Tasks due">
          {tasks.map((task) => (
            <Line key={task._id} href={hrefTo(`taskpage?task=${task.key}`)} title={task.title}>
              <span className="tabular-nums">{task.key}</span>
              <span>{task.status_label}</span>
              <span className={task.overdue ? 'text-danger-text' : undefined}>
                {task.overdue ? 'Overdue, ' : 'Due '}
                <PlainDay date={task.due_date} style="short" />
              </span>
            </Line>
          ))}
          <More count={one.tasks_total - tasks.length} of="tasks" href={hrefTo('task?assignee=me')} />
        </Part>
      )}
      {inbox.length > 0 && (
        <Part title="Inbox" count={unread}>
          <TodayInbox
            rows={inbox.map((row) => ({
              ...{ _id: row._id, created_at: row.created_at, about: aboutIn(row) },
              href: hrefTo(pageIn(row) ?? 'dashboard'),
              title: `${whoIn(row)} ${row.says}`,
            }))}
            organisation={isOpen ? undefined : organisation._id}
          />
          <More count={unread - inbox.length} of="in the inbox" atLeast={unread >= 100} href={inboxHref} />
        </Part>
      )}
      {rooms.length > 0 && (
        <Part title="Chat">
          {rooms.map((room) => (
            <Line key={room._id} href={hrefTo(`chat?room=${room._id}`)} title={room.name}>
              {room.unread_count > 0 && <span>{`${room.unread_count} unread`}</span>}
              {room.mention_count > 0 && <span>{`${room.mention_count} for you`}</span>}
            </Line>
          ))}
          <More count={one.rooms_total - rooms.length} of="rooms" href={hrefTo('chat')} />
        </Part>
      )}
    </SectionCard>
  );
}

function Part({ title, count, children }: { title: string; count?: number; children: React.ReactNode }) {
  return (
    <section className="not-first:mt-4">
      <h3 className="flex items-center gap-2 text-sm font-semibold text-text-2">
        {isolated(title)}
        {count !== undefined && <CountBadge count={count} />}
      </h3>
      <ul className="mt-1 divide-y divide-border">{children}</ul>
    </section>
  );
}

function More({ count, of, atLeast, href }: { count: number; of: string; atLeast?: boolean; href: string }) {
  if (count <= 0) return null;
  return (
    <li className="px-1 py-1">
      <AllLink href={href}>{`${atLeast ? 'More than ' : ''}${count} more ${of}`}</AllLink>
    </li>
  );
}

function Line({
  href,
  title,
  beside,
  children,
}: {
  href: string;
  title: string;
  beside?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <li className="flex items-center gap-2">
      <Link
        href={href}
        prefetch={false}
        className="block min-w-0 flex-1 rounded-sm px-1 py-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span dir="auto" className="line-clamp-2 text-base">
          {title}
        </span>
        <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-text-2">{children}</span>
      </Link>
      {beside}
    </li>
  );
}
