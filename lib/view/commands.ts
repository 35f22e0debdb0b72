import 'server-only';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { projectFacts } from '@/lib/task/queries.facts';
import { newId } from '@/lib/validation';
import { canShareViews } from '@/lib/view/policy';
import { getView, placeView } from '@/lib/view/queries';
import type { CreateView, EditView, ViewRecord, ViewReference } from '@/lib/view/schema';
import { MOST_VIEWS } from '@/lib/view/vocabulary';

const NOT_YOURS = 'You can change your own views; shared ones are changed by those who lead.';
const NOT_SHARED = 'Your role cannot share views.';

function checkDefault({ shared, project_id, is_default }: Pick<ViewRecord, 'shared' | 'project_id' | 'is_default'>) {
  if (is_default && shared && !project_id)
    throw invalidField('is_default', 'For everybody, a view is what a project opens with.');
}

/** Open pages have its tab. `before`: as it was, for those who see it no longer. */
const tellPages = (ctx: Ctx, { _id: id, project_id, shared }: ViewRecord, before = false) =>
  ctx.happened(
    'view.changed',
    { id, projectId: project_id, shared: shared || before, memberId: ctx.actor.memberId },
    {},
  );

/** Another default of its place in this layout is none any more: the team's, or one's own. */
const clearDefault = (
  { db, actor }: Ctx,
  { project_id: projectId, layout, shared }: Pick<ViewRecord, 'project_id' | 'layout' | 'shared'>,
) =>
  db.savedView.updateMany({
    where: { projectId, layout, shared, isDefault: true, ...(!shared && { ownerId: actor.memberId }) },
    data: { isDefault: false },
  });

/** `not_found` if the caller does not see the project. */
export async function createView(ctx: Ctx, input: CreateView): Promise<ViewRecord> {
  const { project_id: projectId, is_default: isDefault, ...view } = input;
  allow(!view.shared || canShareViews(ctx.actor, projectId), NOT_SHARED);
  checkDefault(input);
  if (projectId) await projectFacts(ctx, projectId, {});
  const position = await ctx.db.savedView.count({ where: { projectId } });
  if (position >= MOST_VIEWS)
    throw new DomainError('conflict', `There are ${MOST_VIEWS} views already. Delete one first.`);
  if (isDefault) await clearDefault(ctx, input);
  const id = newId();
  await ctx.db.savedView.createMany({ data: [{ ...view, id, projectId, isDefault, position }] });
  if (view.shared) ctx.happened('view.shared', { id }, { name: view.name });
  const made = await getView(ctx, { id });
  tellPages(ctx, made);
  return made;
}

/** `conflict` with the current record if `version` is stale. What is no longer shared is its owner's alone. */
export async function editView(
  ctx: Ctx,
  { id, version, position, is_default: wanted, ...changes }: EditView,
): Promise<ViewRecord> {
  const view = await getView(ctx, { id });
  allow(view.may_edit, NOT_YOURS);
  // Whom it opens a place for changes with whom it is shared with: that is asked for anew.
  const stays = changes.shared === undefined || changes.shared === view.shared;
  const after = { ...view, ...changes, is_default: wanted ?? (view.is_default && stays) };
  allow(!after.shared || canShareViews(ctx.actor, view.project_id), NOT_SHARED);
  allow(after.shared || view.own, 'Only who made a view can stop sharing it.');
  if (after.layout === 'board' && !view.project_id) throw invalidField('layout', 'A board is one project’s.');
  checkDefault(after);
  if (view.version !== version) throw stale(view);
  if (after.is_default) await clearDefault(ctx, after);
  const { count } = await ctx.db.savedView.updateMany({
    where: { id, version },
    data: { ...changes, isDefault: after.is_default, version: { increment: 1 }, updatedAt: new Date() },
  });
  if (!count) throw stale(await getView(ctx, { id }));
  if (position !== undefined) await placeView(ctx, after, position);
  if (after.shared && !view.shared) ctx.happened('view.shared', { id }, { name: after.name });
  tellPages(ctx, after, view.shared);
  return getView(ctx, { id });
}

/** Answers the view as it was. */
export async function deleteView(ctx: Ctx, { id }: ViewReference): Promise<ViewRecord> {
  const view = await getView(ctx, { id });
  allow(view.may_edit, NOT_YOURS);
  const { count } = await ctx.db.savedView.deleteMany({ where: { id } });
  if (!count) throw notFound('The view');
  if (view.shared) ctx.happened('view.deleted', { id }, { name: view.name });
  tellPages(ctx, view);
  return view;
}
