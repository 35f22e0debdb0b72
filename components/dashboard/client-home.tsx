'use client';

import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AttachmentTiles } from '@/components/attachment/attachment-list';
import { NewRequestButton } from '@/components/client-request/new-request-button';
import { RequestStateBadge } from '@/components/client-request/request-state';
import { FailedCard } from '@/components/page/failed-card';
import { SectionCard } from '@/components/page/section-card';
import { clientHomeQuery, DASHBOARD } from '@/components/query/dashboard-query';
import { Link } from '@/components/ui/link';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import type { Waiting } from '@/components/waiting/use-waiting-for-me';
import { WaitingCard } from '@/components/waiting/waiting-card';
import { bidi, isolated } from '@/lib/bidi';
import type { HomePart } from '@/lib/client-home/schema';
import { listed } from '@/lib/contract/event';
import type { Dashboard } from '@/lib/dashboard/schema';
import { mayEver } from '@/lib/permission/policy';
import { ProjectsAtAGlance } from './projects-at-a-glance';
import type { ShownHome } from './shown-home';
import { TaskRows } from './task-rows';

/** What waits for a client, what is going on, what was delivered, what they asked for, and whom to ask. */
export function ClientHomeView({
  dashboard,
  home,
  waiting,
  today,
  meetings,
}: {
  dashboard: Dashboard;
  home: ShownHome;
  waiting: Waiting | null;
  today: string;
  meetings?: ReactNode;
}) {
  const { going_on, delivered, files, requests, contacts, takes_requests: taken } = home;
  const queries = useQueryClient();
  const retry = () => {
    for (const queryKey of [DASHBOARD, clientHomeQuery.queryKey]) void queries.invalidateQueries({ queryKey });
  };
  const card = (part: HomePart | 'projects', title: string, shown: ReactNode) =>
    (part === 'projects' ? dashboard.failed.includes(part) : home.failed.includes(part)) ? (
      <FailedCard title={title} onRetry={retry} />
    ) : (
      shown
    );
  const projects = dashboard.projects.filter(({ status }) => status === 'active');
  return (
    <div className="flex flex-col gap-4">
      <WaitingCard initial={waiting} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          {card(
            'requests',
            'Your requests',
            <Requests requests={requests} projects={projects} taken={taken} contacts={contacts} />,
          )}
          {card(
            'going_on',
            'What is going on',
            <SectionCard title="What is going on" flush={going_on.length > 0}>
              {going_on.length === 0 ? (
                <p className="text-base text-text-2">Nothing that is shared with you is being worked on right now.</p>
              ) : (
                <TaskRows label="What is going on" tasks={going_on} today={today} />
              )}
            </SectionCard>,
          )}
          {card(
            home.failed.includes('files') ? 'files' : 'delivered',
            'What was delivered',
            <SectionCard title="What was delivered" flush={delivered.length > 0 && files.length === 0}>
              {delivered.length === 0 && files.length === 0 && (
                <p className="text-base text-text-2">What the team completes and shares with you will stand here.</p>
              )}
              {delivered.length > 0 && (
                <div className={files.length > 0 ? '-mx-4 sm:-mx-5' : undefined}>
                  <TaskRows label="What was delivered" tasks={delivered} today={today} />
                </div>
              )}
              {files.length > 0 && <AttachmentTiles label="Files that were shared last" files={files} />}
            </SectionCard>,
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {meetings}
          {card('contacts', 'Whom to ask', contacts.length > 0 && <Contacts contacts={contacts} />)}
          {card(
            'projects',
            'Projects at a glance',
            dashboard.projects.length > 0 && <ProjectsAtAGlance projects={dashboard.projects} today={today} />,
          )}
        </div>
      </div>
    </div>
  );
}

/** Of those who can be asked. */
const NAMED = 3;

function Requests({
  requests,
  projects,
  taken,
  contacts,
}: Pick<ShownHome, 'requests' | 'contacts'> & {
  projects: readonly { _id: string; name: string }[];
  taken: boolean;
}) {
  const hrefTo = useOrganisationLinks();
  const { member } = useShell();
  const files = taken && projects.length > 0 && mayEver(member, 'request.file');
  return (
    <SectionCard title="Your requests" beside={files && <NewRequestButton projects={projects} />}>
      {!taken && (
        <p className="text-base text-text-2">
          {contacts.length > 0
            ? bidi`Requests are not taken here. Ask ${listed(contacts.slice(0, NAMED).map(({ person }) => person.name))} instead.`
            : 'Requests are not taken here. Ask the team instead.'}
        </p>
      )}
      {requests.length === 0 ? (
        taken && (
          <p className="text-base text-text-2">
            Tell the team in your own words what you need: they plan it, or say why not.
          </p>
        )
      ) : (
        <ul aria-label="Your requests" className="divide-y divide-border">
          {requests.map((request) => (
            <li key={request._id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <Link
                dir="auto"
                href={hrefTo(`projectdetails?project=${request.project.key}&tab=requests&request=${request._id}`)}
                prefetch={false}
                className="min-w-0 flex-1 basis-48 rounded-xs text-base font-medium break-words hover:underline"
              >
                {request.title}
              </Link>
              <RequestStateBadge request={request} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

const Contacts = ({ contacts }: Pick<ShownHome, 'contacts'>) => (
  <SectionCard title="Whom to ask">
    <ul aria-label="Whom to ask" className="flex flex-col gap-3">
      {contacts.map(({ person, leads, projects }) => (
        <li key={person._id} className="flex items-center gap-3">
          <AvatarPopover person={{ id: person._id, name: person.name, picture: person.pic }} size={32} />
          <div className="min-w-0">
            <p dir="auto" className="text-base font-medium break-words">
              {person.name}
            </p>
            <p className="text-sm text-text-3">
              {leads ? 'Leads ' : 'In '}
              {projects.map(({ name }) => isolated(name)).join(', ')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </SectionCard>
);
