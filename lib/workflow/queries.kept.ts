import 'server-only';
import type { Db } from '@/lib/sql';
import { NO_WORKFLOWS, type Workflow, type Workflows } from '@/lib/workflow/vocabulary';

type Kept = { version: number; workflows: Workflows };
const kept = new Map<string, Kept>();
const MOST_KEPT = 1000;

/** Of the organisation of this transaction; `version` comes with the seat, so that what is kept costs no statement. */
export async function workflowsAt(db: Db, orgId: string, version: number): Promise<Workflows> {
  if (version === 0) return NO_WORKFLOWS;
  const known = kept.get(orgId);
  if (known?.version === version) return known.workflows;
  const workflows = await readWorkflows(db);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(orgId, { version, workflows });
  return workflows;
}

async function readWorkflows(db: Db): Promise<Workflows> {
  const rows = await db.$queryRaw<(Workflow & { project_id: string | null })[]>`
    select project_id, columns, moves, over_limit from workflows_kept()`;
  return Object.fromEntries(rows.map(({ project_id, ...workflow }) => [project_id ?? '', workflow]));
}
