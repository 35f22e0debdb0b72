import { CalendarCheck } from 'lucide-react';
import { redirect } from 'next/navigation';
import { loginUrl } from '@/app/(public)/entry-urls';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import { TintTile } from '@/components/page/tint-tile';
import { Ago } from '@/components/ui/ago';
import { CountBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { PlainDay } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
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
      <div className="grid max-w-[1100px] gap-4 lg:grid-cols-2">
        {organisations.map((one) => (
          <Organisation key={one.organisation._id} one={one} hrefTo={linksOf(one.organisation.key, host)} />
        ))}
      </div>
    </>
  );
}

function Organisation({ one, hrefTo }: { one: OrganisationToday; hrefTo: (page: string) => string }) {
  const { organisation, left_out: reason, unread, inbox, tasks, rooms } = one;
  const nothing = !reason && !inbox.length && !tasks.length && !rooms.length;
  return (
    <SectionCard
      title={organisation.name}
      beside={<TintTile tint={organisation.tint} name={organisation.name} size={28} />}
    >
      {reason && <p className="text-base text-text-2">{reason}</p>}
      {nothing && (
        <EmptyState headingLevel={3} icon={<CalendarCheck />} title="Nothing needs you today">
          No task is due within a week, and nothing is unread.
        </EmptyState>
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
        </Part>
      )}
      {inbox.length > 0 && (
        <Part title="Inbox" count={unread}>
          {inbox.map((row) => (
            <Line key={row._id} href={hrefTo(pageIn(row) ?? 'dashboard')} title={`${whoIn(row)} ${row.says}`}>
              <span>{aboutIn(row)}</span>
              <Ago at={row.created_at} />
            </Line>
          ))}
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
        </Part>
      )}
    </SectionCard>
  );
}

function Part({ title, count, children }: { title: string; count?: number; children: React.ReactNode }) {
  return (
    <section className="not-first:mt-4">
      <h3 className="flex items-center gap-2 text-sm font-semibold text-text-2">
        {title}
        {count !== undefined && <CountBadge count={count} />}
      </h3>
      <ul className="mt-1 divide-y divide-border">{children}</ul>
    </section>
  );
}

function Line({ href, title, children }: { href: string; title: string; children: React.ReactNode }) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="block rounded-sm px-1 py-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="line-clamp-2 text-base">{title}</span>
        <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-text-2">{children}</span>
      </Link>
    </li>
  );
}
