import { AllLink } from '@/components/page/all-link';
import { SectionCard } from '@/components/page/section-card';
import { TintTile } from '@/components/page/tint-tile';
import { barCounts, completedWords, healthOf } from '@/components/project/health';
import { Badge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { TaskProgress } from '@/components/workflow/task-progress';
import type { ProjectCard } from '@/lib/project/schema';

export function ProjectsAtAGlance({ projects, today }: { projects: readonly ProjectCard[]; today: string }) {
  const hrefTo = useOrganisationLinks();
  const { member } = useShell();
  return (
    <SectionCard
      title="Projects at a glance"
      beside={
        <AllLink href={hrefTo('project')}>
          All<VisuallyHidden> projects</VisuallyHidden>
        </AllLink>
      }
    >
      <ul className="flex flex-col gap-4">
        {projects.map((project) => {
          const health = healthOf(project);
          return (
            <li key={project._id}>
              <div className="mb-1.5 flex items-center gap-2">
                <TintTile tint={project.tint} name={project.name} logo={project.picture} size={20} />
                <Link
                  dir="auto"
                  href={hrefTo(`projectdetails?project=${project.key}`)}
                  prefetch={false}
                  className="min-w-0 flex-1 rounded-xs text-base font-medium break-words hover:underline max-sm:line-clamp-2 sm:truncate"
                >
                  {project.name}
                </Link>
                <Badge tone={health.tone}>{health.word}</Badge>
              </div>
              <TaskProgress counts={barCounts(project.counts)} projectId={project._id} />
              <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-xs text-text-3">
                <span className="tabular-nums">{completedWords(project.counts, member.role === 'client')}</span>
                <DueDate date={project.due_date} today={today} done={project.progress === 100} />
                {project.health_reason && (
                  <span dir="auto" className="basis-full text-text-2 first-letter:uppercase">
                    {project.health_reason}
                  </span>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </SectionCard>
  );
}
