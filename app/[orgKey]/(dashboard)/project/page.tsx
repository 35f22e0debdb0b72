import { FolderKanban, SearchX } from 'lucide-react';
import { LiveRefresh } from '@/components/live/live-refresh';
import { OverlayButton } from '@/components/overlay/overlay-button';
import { PageTitle } from '@/components/page/page-title';
import { Pager } from '@/components/page/pager';
import { SearchForm } from '@/components/page/search-form';
import { addressWith, textOf } from '@/components/page/search-params';
import { ToolbarHead } from '@/components/page/toolbar-head';
import { WhoCanHelp } from '@/components/person/who-can-help';
import { ProjectCards, ProjectTable } from '@/components/project/project-rows';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChip } from '@/components/ui/filter-chip';
import { Segmented } from '@/components/ui/form/segmented';
import { SheetPart } from '@/components/view/sheet-part';
import { ToolsButton } from '@/components/view/tools-button';
import { ViewSheet } from '@/components/view/view-sheet';
import { canOpenBin } from '@/lib/bin/policy';
import { formatsFor } from '@/lib/formats';
import { mayEver } from '@/lib/permission/policy';
import { listProjects } from '@/lib/project/queries';
import { ListProjects } from '@/lib/project/schema';
import { PROJECT_STATUS_LABEL, PROJECT_STATUSES } from '@/lib/project/vocabulary';
import { orgPage, parse } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { Bin } from './bin';
import { NewProject } from './new-project';
import { UseProjectTemplate } from './use-project-template';

const LIMIT = 25;
const SORTS = ['name', '-name', 'due', '-due', 'created', '-created'];

export default async function ProjectPage({ params, searchParams }: PageProps<'/[orgKey]/project'>) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const search = await searchParams;
  if (textOf(search, 'view') === 'bin') return <Bin orgKey={orgKey} search={search} />;
  if (textOf(search, 'view') === 'new') return <NewProject orgKey={orgKey} />;
  if (textOf(search, 'view') === 'template') return <UseProjectTemplate orgKey={orgKey} search={search} />;
  const q = textOf(search, 'q');
  const mine = textOf(search, 'member') === 'me';
  const status = PROJECT_STATUSES.find((one) => one === textOf(search, 'status'));
  const sort = textOf(search, 'sort');
  const { found, creates, bin, role, today } = await orgPage(orgKey, 'project.view', async (ctx) => ({
    creates: mayEver(ctx.actor, 'project.create'),
    bin: canOpenBin(ctx.actor),
    role: ctx.actor.role,
    today: formatsFor(ctx.actor).today(),
    found: await listProjects(
      ctx,
      parse(ListProjects, {
        // Archived projects show only on request.
        status: status ? [status] : PROJECT_STATUSES.filter((one) => one !== 'archived'),
        ...(q && { q }),
        ...(mine && { member: 'me' }),
        ...(SORTS.includes(sort) && { sort }),
        page: textOf(search, 'page') || 1,
        limit: LIMIT,
      }),
    ),
  }));
  const path = hrefTo('project');
  const cards = textOf(search, 'view') === 'cards';
  const filtered = Boolean(q || mine || status);
  const empty = found.total === 0 && !filtered;
  const newProject = creates && <OverlayButton overlay="new-project">New project</OverlayButton>;
  const Rows = cards ? ProjectCards : ProjectTable;
  const ways = (
    <Segmented
      label="View"
      segments={[
        { href: addressWith(path, search, { view: null }), label: 'Table', current: !cards },
        { href: addressWith(path, search, { view: 'cards' }), label: 'Cards', current: cards },
      ]}
    />
  );
  const chips = (
    <>
      {role !== 'client' && role !== 'observer' && (
        <FilterChip href={addressWith(path, search, { member: mine ? null : 'me' })} active={mine}>
          Mine
        </FilterChip>
      )}
      {PROJECT_STATUSES.map((one) => (
        <FilterChip
          key={one}
          href={addressWith(path, search, { status: one === status ? null : one })}
          active={one === status}
        >
          {PROJECT_STATUS_LABEL[one]}
        </FilterChip>
      ))}
    </>
  );
  return (
    <>
      <PageTitle>Project</PageTitle>
      <ToolbarHead
        segments={!empty && ways}
        actions={
          <>
            <ToolsButton links={bin ? [{ does: 'bin', label: 'Bin', href: `${path}?view=bin` }] : []} />
            {!empty && newProject}
          </>
        }
      >
        <h1>Project</h1>
        {!empty && <span className="text-base text-text-2 tabular-nums">{found.total}</span>}
      </ToolbarHead>
      {!empty && (
        <div className="view-frame">
          <div className="filter-row">
            <ViewSheet count={[mine, status].filter(Boolean).length}>
              <SheetPart label="View">{ways}</SheetPart>
              <SheetPart label="Filter">{chips}</SheetPart>
            </ViewSheet>
            <div className="filter-inline filter-line">{chips}</div>
            <div className="filter-search">
              <SearchForm
                path={path}
                search={search}
                label="Search projects"
                kept={['member', 'status', 'sort', 'view']}
                narrow
              />
            </div>
          </div>
        </div>
      )}
      {found.docs.length > 0 && (
        <Rows orgKey={orgKey} projects={found.docs} today={today} isClient={role === 'client'} search={search} />
      )}
      {found.docs.length === 0 && !empty && (
        <EmptyState
          icon={<SearchX />}
          title="No project matches"
          action={<ButtonLink href={path}>Clear search and filters</ButtonLink>}
        >
          {[q && `Search: “${q}”`, mine && 'Mine', status && PROJECT_STATUS_LABEL[status]].filter(Boolean).join(' · ')}
        </EmptyState>
      )}
      {empty && (
        <EmptyState
          icon={<FolderKanban />}
          title={creates || role === 'observer' ? 'No project yet' : 'No project is shared with you yet'}
          action={newProject}
        >
          {creates ? (
            'A project holds tasks and the people who do them.'
          ) : role === 'observer' ? (
            'Admins and team leaders create projects. They appear here.'
          ) : (
            <WhoCanHelp to={role === 'client' ? 'share a project with you' : 'add you to a project'} />
          )}
        </EmptyState>
      )}
      <Pager path={path} search={search} noun="projects" page={found.page} limit={found.limit} total={found.total} />
      <LiveRefresh projectIds={found.docs.map(({ _id }) => _id)} />
    </>
  );
}
