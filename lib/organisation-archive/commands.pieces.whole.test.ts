import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { storeFile } from '@/lib/file/bytes/store';
import { archiveBody } from '@/lib/job/queries.archive';
import { exportNextPiece, exportOrganisation } from '@/lib/organisation-archive/commands.export';
import { importNextPiece, importOrganisation } from '@/lib/organisation-archive/commands.import';
import { measured } from '@/lib/storage/receive';
import { doorOf, newAdmin, runPieces } from '@/lib/test/archive-jobs';
import { contentsOf } from '@/lib/test/archives';
import { seatOf } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { openBearer } from '@/lib/test/session';

/** An export and an import whose process dies at every piece are what they would have been. */

const folder = mkdtempSync(join(tmpdir(), 'guildhall-pieces-'));
const owner = ownerClient({ DATA_DIR: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('whatever dies, an archive is whole, and so is what is made of it', async () => {
  const seat = seatOf('acme.admin');
  await openBearer(seat.member_id);
  const { rows } = await owner.query(`select id from session where member_id = $1 order by created_at desc limit 1`, [
    seat.member_id,
  ]);
  const door = doorOf(seat, rows[0].id);
  const archives: Map<string, Buffer>[] = [];
  let last = Buffer.alloc(0);
  for (const dying of [false, true]) {
    const { _id: id } = await exportOrganisation(door, {});
    await runPieces(exportNextPiece, { id, payload: {}, seat, dying });
    await owner.query(`update job set state = 'done', finished_at = now() where id = $1`, [id]);
    const body = await archiveBody(door, id);
    last = Buffer.from(await new Response(await body?.open()).arrayBuffer());
    expect(last.length).toBe(body?.size);
    archives.push(await contentsOf(last));
  }
  const [whole, died] = archives;
  for (const [name, bytes] of whole ?? [])
    if (!/schema|audit|notification/.test(name) && name !== 'manifest.json')
      expect(died?.get(name)?.equals(bytes), name).toBe(true);

  const target = await newAdmin();
  const path = join(folder, 'archive.zip');
  await writeFile(path, last);
  const file = await storeFile(await measured(path), 'archive.zip', target.org_id);
  const { _id: id } = await importOrganisation(doorOf(target), { file });
  await runPieces(importNextPiece, { id, payload: { id }, seat: target, dying: true });
  const count = async (org: string) =>
    (
      await owner.query(
        `select (select count(*)::int from task where org_id = $1) as tasks, (select count(*)::int from comment where org_id = $1) as comments,
                (select count(*)::int from project_member where org_id = $1) as members, (select count(*)::int from room where org_id = $1) as rooms`,
        [org],
      )
    ).rows[0];
  expect(await count(target.org_id)).toEqual(await count(fixtureId('acme')));
});
