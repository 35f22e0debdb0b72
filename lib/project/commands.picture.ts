import 'server-only';
import type { Door } from '@/lib/contract/endpoint';
import { allow, DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { squarePicture } from '@/lib/picture/picture';
import { canEditProject } from '@/lib/project/policy';
import { getProjectCard } from '@/lib/project/queries';
import { findProject } from '@/lib/project/queries.people';
import { storeProjectPicture } from '@/lib/project/queries.picture';
import type { ProjectCard, SetProjectPicture } from '@/lib/project/schema';
import { PICTURE_LIMIT } from '@/lib/session/vocabulary';

const MAY_NOT = 'Only the project’s leader, or an admin or sub-admin, can change it.';

/** The file is processed between two transactions; a refused one changes nothing. */
export async function setProjectPicture(door: Door, input: SetProjectPicture): Promise<ProjectCard> {
  const { project_id: id, file, x, y, size } = input;
  if (file.bytes.byteLength > PICTURE_LIMIT) throw new DomainError('too_large', 'A picture may have 5 MB at most.');
  const organisation = await door(async (ctx) => {
    allow(canEditProject(ctx.actor, await findProject(ctx, id)), MAY_NOT);
    return ctx.org.id;
  });
  const square = x === undefined || y === undefined || size === undefined ? undefined : { x, y, size };
  const bytes = await squarePicture(organisation, file.bytes, square);
  return door((ctx) => changePicture(ctx, id, bytes));
}

export const removeProjectPicture = (ctx: Ctx, { id }: { id: string }): Promise<ProjectCard> =>
  changePicture(ctx, id, null);

async function changePicture(ctx: Ctx, id: string, bytes: Uint8Array | null): Promise<ProjectCard> {
  const project = await findProject(ctx, id);
  allow(canEditProject(ctx.actor, project), MAY_NOT);
  const before = await getProjectCard(ctx, id);
  if (!bytes && !before.picture) return before;
  await storeProjectPicture(ctx, id, bytes);
  const card = await getProjectCard(ctx, id);
  // The version stays: who edits the project meanwhile loses nothing.
  ctx.happened('project.picture_changed', { id }, { removed: !bytes });
  return card;
}
