import { CircleCheck, CircleDashed } from 'lucide-react';
import { OverlayButton } from '@/components/overlay/overlay-button';
import { SectionCard } from '@/components/page/section-card';
import { ButtonLink } from '@/components/ui/button-link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import type { Dashboard } from '@/lib/dashboard/schema';

/** Draws nothing once all three are done. */
export function FirstSteps({ dashboard }: { dashboard: Dashboard }) {
  const hrefTo = useOrganisationLinks();
  const [first] = dashboard.projects;
  const steps = [
    {
      done: dashboard.projects.length > 0 || dashboard.counts.total > 0,
      text: 'Create your first project',
      overlay: 'new-project' as const,
      label: 'New project',
    },
    {
      done: dashboard.projects.some(({ member_count }) => member_count > 1) || dashboard.counts.total > 0,
      text: 'Add the people who work on it',
      href: first ? hrefTo(`projectdetails?project=${first.key}&tab=people`) : null,
      label: 'Add people',
    },
    {
      done: dashboard.counts.total > 0,
      text: 'Create the first task',
      overlay: first ? ('new-task' as const) : undefined,
      label: 'New task',
    },
  ];
  if (steps.every(({ done }) => done)) return null;
  const next = steps.findIndex(({ done }) => !done);
  return (
    <SectionCard title="Three steps to get started">
      <ol className="flex flex-col gap-2">
        {steps.map(({ done, text, href, overlay, label }, index) => (
          <li key={text} className="flex min-h-10 flex-wrap items-center gap-3">
            {done ? <CircleCheck className="text-ok-text" /> : <CircleDashed className="text-text-3" />}
            <span className={done ? 'flex-1 text-base text-text-2' : 'flex-1 text-base font-medium'}>
              {text}
              {done && <VisuallyHidden>, done</VisuallyHidden>}
            </span>
            {!done && overlay && (
              <OverlayButton overlay={overlay} variant={index === next ? 'primary' : 'secondary'} plain>
                {label}
              </OverlayButton>
            )}
            {!done && href && (
              <ButtonLink dir="auto" href={href} variant={index === next ? 'primary' : 'secondary'} prefetch={false}>
                {label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}
