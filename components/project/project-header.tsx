import type { ReactNode } from 'react';
import { PageTitle } from '@/components/page/page-title';
import { TintTile } from '@/components/page/tint-tile';
import { ToolbarHead } from '@/components/page/toolbar-head';
import { UPDATE_TONE } from '@/components/project-update/update-tone';
import { Ago } from '@/components/ui/ago';
import { AvatarStack } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { Segmented } from '@/components/ui/form/segmented';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import type { Tools } from '@/components/view/tools-button';
import { hasToolbar, PROJECT_TABS, type ProjectTab, tabPath } from '@/components/viewer/views';
import { bidi, isolated } from '@/lib/bidi';
import type { ProjectDetail } from '@/lib/project/schema';
import type { UpdateRecord } from '@/lib/project-update/schema';
import { sentenceOf, UPDATE_HEALTH_LABEL } from '@/lib/project-update/vocabulary';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { EditProjectLink } from './edit-project-link';
import { healthOf } from './health';
import { ProjectMenuButton } from './project-menu-button';

/** One row on all tabs, so that they keep their places; below it the facts of the project, unless the tab has filters there. */
export function ProjectHeader({
  project,
  tab,
  segments,
  today,
  update,
  tools,
  action,
}: {
  project: ProjectDetail;
  tab: ProjectTab;
  /** `ProjectTabs`. */
  segments: ReactNode;
  today: string;
  /** The latest one, if the tab has room for it. */
  update: UpdateRecord | null;
  tools?: Tools;
  /** The one filled button of the tab. */
  action?: ReactNode;
}) {
  const { label = '' } = PROJECT_TABS.find(({ id }) => id === tab) ?? {};
  const health = healthOf(project);
  const { _id, key, name, status, version, rights, leader, members, member_count } = project;
  const handle = { _id, key, name, status, version, rights };
  const narrowed = hasToolbar(tab);
  return (
    <>
      <PageTitle>{tab === 'overview' ? name : bidi`${name} · ${label}`}</PageTitle>
      <ToolbarHead
        segments={segments}
        segmentsBelow={!narrowed}
        actions={
          <>
            <ProjectMenuButton project={handle} tools={tools} />
            {/* A phone has it in the bar at its foot. */}
            {action && <div className="max-sm:hidden">{action}</div>}
          </>
        }
      >
        <TintTile tint={project.tint} name={name} logo={project.picture} size={28} />
        <h1 dir="auto" title={name}>
          {name}
        </h1>
        <span className="shrink-0 max-xl:hidden">
          <Badge tone={health.tone}>{health.word}</Badge>
        </span>
      </ToolbarHead>
      {!narrowed && (
        <div className="mt-2 mb-4 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-3">
          <span className="xl:hidden">
            <Badge tone={health.tone}>{health.word}</Badge>
          </span>
          {project.health_reason && (
            <span dir="auto" className="text-text-2 first-letter:uppercase">
              {project.health_reason}
            </span>
          )}
          <span className="tabular-nums">{key}</span>
          <span>{project.type_label}</span>
          {project.category && <span dir="auto">{project.category.name}</span>}
          <DueDate date={project.due_date} today={today} done={status !== 'active'} />
          {rights.edit && <EditProjectLink project={handle} />}
          <span className="ml-auto flex items-center gap-3 max-xl:hidden">
            {leader && (
              <span className="inline-flex items-center gap-2 text-text-2">
                <AvatarPopover person={{ id: leader._id, name: leader.name, picture: leader.pic }} />
                {isolated(leader.name)}
              </span>
            )}
            <span className="inline-flex items-center gap-1.5">
              <AvatarStack
                people={members
                  .filter((person) => person._id !== leader?._id)
                  .slice(0, 3)
                  .map((person) => ({ id: person._id, name: person.name, picture: person.pic }))}
              />
              {member_count > 4 && <span className="text-xs tabular-nums">+{member_count - 4}</span>}
            </span>
          </span>
          {update && (
            <p className="min-w-0 basis-full break-words text-text-2">
              {/* The same word twice would look like two facts. */}
              {UPDATE_HEALTH_LABEL[update.health] !== health.word && (
                <span className="mr-2">
                  <Badge tone={UPDATE_TONE[update.health]}>{UPDATE_HEALTH_LABEL[update.health]}</Badge>
                </span>
              )}
              <bdi className="mr-2">{sentenceOf(update)}</bdi>
              <span className="text-text-3">
                {update.author && <>{isolated(update.author.name)}, </>}
                <Ago at={update.created_at} />
              </span>
            </p>
          )}
        </div>
      )}
    </>
  );
}

export async function ProjectTabs({
  orgKey,
  project: { key, rights },
  tab,
}: {
  orgKey: string;
  project: Pick<ProjectDetail, 'key' | 'rights'>;
  tab: ProjectTab;
}) {
  const hrefTo = await organisationLinks(orgKey);
  return (
    <Segmented
      label="Project"
      segments={PROJECT_TABS.filter(({ id }) => id !== 'efficiency' || rights.efficiency).map(
        ({ id, label, view }) => ({
          label,
          current: id === tab,
          view,
          href: hrefTo(tabPath(key, id)),
        }),
      )}
    />
  );
}
