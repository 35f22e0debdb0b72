import { CircleCheck, CircleDashed } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { OverlayButton } from '@/components/overlay/overlay-button';
import { SectionCard } from '@/components/page/section-card';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useActor } from '@/components/viewer/shell-context';
import type { Dashboard } from '@/lib/dashboard/schema';
import { canInvite } from '@/lib/invitation/policy';

const invite = () => import('@/components/invitation/invite-dialog').then((module) => module.InviteDialog);

/** Draws nothing once all three are done; whoever is alone is reminded of the others. */
export function FirstSteps({ dashboard }: { dashboard: Dashboard }) {
  const invites = canInvite(useActor());
  const [first] = dashboard.projects;
  const steps = [
    {
      done: dashboard.projects.length > 0 || dashboard.counts.total > 0,
      text: 'Create your first project',
      overlay: 'new-project' as const,
      label: 'New project',
    },
    {
      done: !dashboard.alone,
      text: 'Invite the people who work on it',
      invites,
      label: 'Invite',
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
        {steps.map(({ done, text, invites, overlay, label }, index) => (
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
            {!done && invites && (
              <DialogButton load={invite} variant={index === next ? 'primary' : 'secondary'}>
                {label}
              </DialogButton>
            )}
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}
