import type { ReactNode } from 'react';
import { PageTitle } from '@/components/page/page-title';
import { TintTile } from '@/components/page/tint-tile';
import { AvatarStack } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { LinkTabs } from '@/components/ui/link-tabs';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import { PROJECT_TABS, type ProjectTab, tabPath } from '@/components/viewer/views';
import { bidi, isolated } from '@/lib/bidi';
import type { ProjectDetail } from '@/lib/project/schema';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { EditProjectLink } from './edit-project-link';
import { healthOf } from './health';
import { ProjectMenuButton } from './project-menu-button';

export async function ProjectHeader({
  orgKey,
  project,
  tab,
  today,
  tools,
  action,
}: {
  orgKey: string;
  project: ProjectDetail;
  tab: ProjectTab;
  today: string;
  /** Beside it, where there is room; the tab has them among its filters elsewhere. */
  tools?: ReactNode;
  /** The one filled button of the tab. */
  action?: ReactNode;
}) {
  const hrefTo = await organisationLinks(orgKey);
  const { label = '' } = PROJECT_TABS.find(({ id }) => id === tab) ?? {};
  const health = healthOf(project);
  const { _id, key, name, status, version, rights, leader, members, member_count } = project;
  return (
    <div className="mb-4">
      <PageTitle>{tab === 'overview' ? name : bidi`${name} · ${label}`}</PageTitle>
      <div className="flex items-start gap-3 max-sm:flex-wrap">
        <TintTile tint={project.tint} name={name} size={40} />
        <div className="min-w-0 flex-1 basis-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 dir="auto" className="min-w-0 text-xl font-title break-words">
              {name}
            </h1>
            <Badge tone={health.tone}>{health.word}</Badge>
            {project.health_reason && (
              <span dir="auto" className="text-sm text-text-2">
                {project.health_reason}
              </span>
            )}
          </div>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-3">
            <span className="tabular-nums">{key}</span>
            <span>{project.type_label}</span>
            {project.category && <span dir="auto">{project.category.name}</span>}
            <DueDate date={project.due_date} today={today} done={status !== 'active'} />
            {rights.edit && <EditProjectLink project={{ _id, key, name, status, version, rights }} />}
          </p>
        </div>
        <div className="flex shrink-0 items-center gap-2">
          {leader && (
            <span className="hidden items-center gap-2 text-sm text-text-2 md:inline-flex">
              <AvatarPopover person={{ id: leader._id, name: leader.name, picture: leader.pic }} />
              {isolated(leader.name)}
            </span>
          )}
          <span className="hidden items-center gap-1.5 sm:inline-flex">
            <AvatarStack
              people={members
                .filter((person) => person._id !== leader?._id)
                .slice(0, 3)
                .map((person) => ({ id: person._id, name: person.name, picture: person.pic }))}
            />
            {member_count > 4 && <span className="text-xs text-text-3 tabular-nums">+{member_count - 4}</span>}
          </span>
          <ProjectMenuButton project={{ _id, key, name, status, version, rights }} />
        </div>
        {tools && <div className="flex shrink-0 items-center max-md:hidden">{tools}</div>}
        {/* A phone has it in the bar at its foot; here it would push the tabs down on two of the five. */}
        {action && <div className="shrink-0 max-sm:hidden">{action}</div>}
      </div>
      <div className="mt-3">
        <LinkTabs
          label="Project"
          tabs={PROJECT_TABS.filter(({ id }) => id !== 'efficiency' || rights.efficiency).map(
            ({ id, label, view }) => ({
              label,
              current: id === tab,
              view,
              href: hrefTo(tabPath(key, id)),
            }),
          )}
        />
      </div>
    </div>
  );
}
