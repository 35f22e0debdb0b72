import type { Search } from '@/components/page/search-params';
import { SortHead } from '@/components/page/sort-head';
import { TintTile } from '@/components/page/tint-tile';
import { AvatarStack } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { TaskProgress } from '@/components/workflow/task-progress';
import type { ProjectCard } from '@/lib/project/schema';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { barCounts, completedWords, healthOf } from './health';
import { ProjectMenuButton } from './project-menu-button';

type Props = { orgKey: string; projects: readonly ProjectCard[]; today: string; isClient: boolean };

const person = ({ _id, name, pic }: ProjectCard['members'][number]) => ({ id: _id, name, picture: pic });

const handle = ({ _id, key, name, status, version, rights }: ProjectCard) => ({
  _id,
  key,
  name,
  status,
  version,
  rights,
});

/** By the table's own width, lead, members, due and progress disappear in this order, so that names keep 220 px. */
export async function ProjectTable({ orgKey, projects, today, isClient, search }: Props & { search: Search }) {
  const hrefTo = await organisationLinks(orgKey);
  const path = hrefTo('project');
  return (
    <div className="@container overflow-hidden rounded-lg border border-border bg-surface">
      <table className="w-full table-fixed text-left">
        <caption className="sr-only">Projects</caption>
        <thead className="border-b border-border text-sm text-text-2 [&_th]:h-9 [&_th]:px-3 [&_th]:font-medium">
          <tr>
            <SortHead path={path} search={search} first="name" by="name" label="Name" />
            <th scope="col" className="hidden w-48 @min-[560px]:table-cell">
              Health
            </th>
            <th scope="col" className="hidden w-36 @min-[680px]:table-cell">
              Progress
            </th>
            <th scope="col" className="hidden w-32 @min-[1090px]:table-cell">
              Lead
            </th>
            <th scope="col" className="hidden w-32 @min-[960px]:table-cell">
              Members
            </th>
            <SortHead
              path={path}
              search={search}
              first="name"
              by="due"
              label="Due"
              className="hidden w-36 @min-[830px]:table-cell"
            />
            <th scope="col" className="w-14">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {projects.map((project) => {
            const health = healthOf(project);
            return (
              <tr key={project._id} className="h-16 hover:bg-hover @max-[560px]:h-[108px] [&>*]:px-3">
                <th scope="row" className="font-normal">
                  <div className="flex items-center gap-3">
                    <TintTile tint={project.tint} name={project.name} logo={project.picture} size={28} />
                    <div className="min-w-0 flex-1">
                      <Link
                        dir="auto"
                        href={hrefTo(`projectdetails?project=${project.key}`)}
                        prefetch={false}
                        className="rounded-xs text-base font-medium break-words hover:underline max-sm:line-clamp-2 sm:block sm:truncate"
                      >
                        {project.name}
                      </Link>
                      <p className="truncate text-xs text-text-3">
                        {project.key} · {project.type_label}
                      </p>
                      <div className="mt-1.5 flex items-center gap-2 @min-[560px]:hidden">
                        <Badge tone={health.tone}>{health.word}</Badge>
                        {project.health_reason && (
                          <span dir="auto" className="truncate text-xs text-text-2 first-letter:uppercase">
                            {project.health_reason}
                          </span>
                        )}
                      </div>
                      <div className="mt-1.5 @min-[560px]:hidden">
                        <TaskProgress counts={barCounts(project.counts)} projectId={project._id} />
                      </div>
                    </div>
                  </div>
                </th>
                <td className="hidden @min-[560px]:table-cell">
                  <Badge tone={health.tone}>{health.word}</Badge>
                  {project.health_reason && (
                    <p dir="auto" className="mt-1 text-xs text-text-2 first-letter:uppercase">
                      {project.health_reason}
                    </p>
                  )}
                </td>
                <td className="hidden @min-[680px]:table-cell">
                  <TaskProgress counts={barCounts(project.counts)} projectId={project._id} />
                  <p className="mt-1 text-xs text-text-3 tabular-nums">{completedWords(project.counts, isClient)}</p>
                </td>
                <td dir="auto" className="hidden truncate text-sm @min-[1090px]:table-cell">
                  {project.leader?.name ?? '–'}
                </td>
                <td className="hidden @min-[960px]:table-cell">
                  <Members project={project} />
                </td>
                <td className="hidden @min-[830px]:table-cell">
                  <DueDate date={project.due_date} today={today} done={project.status !== 'active'} showNone />
                </td>
                <td className="text-right">
                  <ProjectMenuButton project={handle(project)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Members({ project }: { project: ProjectCard }) {
  if (project.member_count === 0) return <span className="text-sm text-text-3">Nobody yet</span>;
  const rest = project.member_count - 3;
  return (
    <span className="inline-flex items-center gap-1.5">
      <AvatarStack people={project.members.slice(0, 3).map(person)} />
      {rest > 0 && <span className="text-xs text-text-3 tabular-nums">+{rest}</span>}
    </span>
  );
}

export async function ProjectCards({ orgKey, projects, today, isClient }: Props) {
  const hrefTo = await organisationLinks(orgKey);
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {projects.map((project) => {
        const health = healthOf(project);
        return (
          <li key={project._id} className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-4">
            <div className="flex items-start gap-3">
              <TintTile tint={project.tint} name={project.name} logo={project.picture} size={40} />
              <div className="min-w-0 flex-1">
                <Link
                  dir="auto"
                  href={hrefTo(`projectdetails?project=${project.key}`)}
                  prefetch={false}
                  className="rounded-xs text-lg font-semibold break-words hover:underline max-sm:line-clamp-2 sm:block sm:truncate"
                >
                  {project.name}
                </Link>
                <p className="truncate text-xs text-text-3">
                  {project.key} · {project.type_label}
                </p>
              </div>
              <ProjectMenuButton project={handle(project)} />
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <Badge tone={health.tone}>{health.word}</Badge>
              {project.health_reason && (
                <span dir="auto" className="text-xs text-text-2 first-letter:uppercase">
                  {project.health_reason}
                </span>
              )}
            </div>
            <div>
              <TaskProgress counts={barCounts(project.counts)} projectId={project._id} />
              <p className="mt-1 text-xs text-text-3 tabular-nums">{completedWords(project.counts, isClient)}</p>
            </div>
            <div className="mt-auto flex items-center justify-between gap-2">
              <Members project={project} />
              <DueDate date={project.due_date} today={today} done={project.status !== 'active'} showNone />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
