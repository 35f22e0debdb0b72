/** Who may change the organisation changes its workflow; who may edit a project, the project's. Runs anywhere. */
import { type Actor, may, mayEver } from '@/lib/permission/policy';
import { scopeOf } from '@/lib/permission/schema';
import type { Workflow, Workflows } from '@/lib/workflow/vocabulary';

const canViewWorkflow = (actor: Actor): boolean => mayEver(actor, 'workflow.view');

/** `leaderId` undefined: of the organisation. */
export const canEditWorkflow = (actor: Actor, leaderId?: string | null): boolean =>
  may(actor, 'workflow.edit', leaderId === undefined ? {} : { leaderId });

/** What a browser may keep: of projects that the person sees; limits and moves are the team's. */
export function workflowsFor(actor: Actor, all: Workflows): Workflows {
  const everywhere = ['all', 'read'].includes(scopeOf(actor.role, 'project.view'));
  const team = canViewWorkflow(actor);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([id]) => !id || everywhere || actor.projectIds.includes(id))
      .map(([id, workflow]) => [id, team ? workflow : namesOf(workflow)]),
  );
}

const namesOf = ({ columns }: Workflow): Workflow => ({
  columns: columns.map((column) => ({ ...column, limit: null })),
  moves: null,
  over_limit: 'warn',
});
