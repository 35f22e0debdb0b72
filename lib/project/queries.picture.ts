import 'server-only';
import { createHash } from 'node:crypto';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';

/** The only writer of `project_picture`. */

type ProjectPicture = { version: string; bytes: Uint8Array<ArrayBuffer> };

/** In place of the one that it has; whoever calls has asked for the right. */
export async function storeProjectPicture({ db }: Ctx, id: string, bytes: Uint8Array | null): Promise<void> {
  const version = bytes && createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  await db.projectPicture.deleteMany({ where: { projectId: id } });
  if (bytes && version)
    await db.projectPicture.createMany({ data: [{ projectId: id, version, bytes: new Uint8Array(bytes) }] });
  await db.project.updateMany({
    where: { id },
    data: { picture: version && `/api/picture/${id}/${version}.webp` },
  });
}

/** Of projects after this one, in their order. */
export const projectPictures = ({ db }: Ctx, after: string | null, most: number) =>
  db.projectPicture.findMany({
    where: after ? { projectId: { gt: after } } : {},
    orderBy: { projectId: 'asc' },
    select: { projectId: true, bytes: true },
    take: most,
  });

/** `not_found` if the project is hidden or has none. */
export async function readProjectPicture({ db }: Ctx, projectId: string): Promise<ProjectPicture> {
  const row = await db.projectPicture.findFirst({ where: { projectId }, select: { version: true, bytes: true } });
  if (!row) throw notFound('The picture');
  return row;
}
