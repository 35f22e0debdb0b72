import 'server-only';
import type { Choice } from '@/components/form/record-field';
import { listCategories } from '@/lib/category/queries';
import { ListCategories } from '@/lib/category/schema';
import { listLabels } from '@/lib/label/queries';
import { ListLabels } from '@/lib/label/schema';
import { listMembersInFull, listPickable } from '@/lib/member/queries';
import { ListMembers, ListPickable } from '@/lib/member/schema';
import { shownName } from '@/lib/member/vocabulary';
import type { Ctx } from '@/lib/org';
import { TINTS } from '@/lib/organisation/vocabulary';
import { pagesUpTo } from '@/lib/paging';
import type { Role } from '@/lib/permission/schema';
import { canAppointLeader, LEADING_ROLES, teamRoles } from '@/lib/project/policy';
import { PROJECT_TYPE_LABEL, PROJECT_TYPES } from '@/lib/project/vocabulary';
import { parse } from '@/lib/session/transport';
import { PRIORITIES, PRIORITY_LABEL } from '@/lib/task/vocabulary';
import { listTemplates } from '@/lib/template/queries';
import { ListTemplates, type TemplateCard } from '@/lib/template/schema';
import { workflowOf } from '@/lib/workflow/vocabulary';

/** Of one reading, and the longest list in a form; anyone beyond it is added on the record's page. */
const MOST = 200;
const LONGEST = 1_000;

const TINT_CHOICES: Choice[] = Object.entries(TINTS).map(([value, label]) => ({ value, label }));

const named = ({ _id, name }: { _id: string; name: string }): Choice => ({ value: _id, label: name });

const categories = async (ctx: Ctx): Promise<Choice[]> => [
  { value: '', label: 'None' },
  ...(await listCategories(ctx, parse(ListCategories, { limit: MOST }))).docs.map(named),
];

const people = async (ctx: Ctx, role: readonly Role[]): Promise<Choice[]> =>
  (
    await pagesUpTo(LONGEST, (page) =>
      listMembersInFull(ctx, parse(ListMembers, { role: [...role], approval_status: [1], limit: MOST, page })),
    )
  ).map((person) => ({ value: person._id, label: shownName(person) }));

export async function taskChoices(ctx: Ctx, projectId: string): Promise<Record<string, Choice[]>> {
  return {
    status: workflowOf(ctx.workflows, projectId).columns.map(({ status, name }) => ({
      value: String(status),
      label: name,
    })),
    assignee_ids: (
      await pagesUpTo(LONGEST, (page) =>
        listPickable(ctx, parse(ListPickable, { project_id: projectId, limit: MOST, page })),
      )
    ).map(named),
    priority: PRIORITIES.map((value) => ({ value, label: PRIORITY_LABEL[value] })),
    category_id: await categories(ctx),
    label_ids: (await listLabels(ctx, parse(ListLabels, { limit: MOST }))).docs.map(named),
    audience: [
      { value: 'internal', label: 'The team' },
      { value: 'client', label: 'The team and the project’s clients' },
    ],
  };
}

/** Those of a kind, and of a project the ones that are used there; the first is chosen unless the address names another. */
export const templateChoices = async (ctx: Ctx, kind: TemplateCard['kind'], project_id?: string): Promise<Choice[]> =>
  (await listTemplates(ctx, parse(ListTemplates, { kind, project_id, limit: MOST }))).docs.map(named);

export async function projectChoices(ctx: Ctx, isNew: boolean): Promise<Record<string, Choice[]>> {
  return {
    ...(canAppointLeader(ctx.actor) && {
      team_leader_id: [{ value: '', label: isNew ? 'Me' : 'Nobody yet' }, ...(await people(ctx, LEADING_ROLES))],
    }),
    type: PROJECT_TYPES.map((value) => ({ value, label: PROJECT_TYPE_LABEL[value] })),
    category_id: await categories(ctx),
    tint: [...(isNew ? [{ value: '', label: 'Any' }] : []), ...TINT_CHOICES],
    ...(isNew && { member_ids: await people(ctx, teamRoles(ctx.actor)), client_ids: await people(ctx, ['client']) }),
  };
}
