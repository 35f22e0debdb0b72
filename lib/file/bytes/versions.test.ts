import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callApi } from '@/lib/api/call';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import { asMember } from '@/lib/test/as-member';
import { makeFolder, removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { bearer } from '@/lib/test/wire';

/** A client sees what was current while the file was shared, and nothing of before, by any way. */

const WEB = fixtureId('acme.WEB');
const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await owner.connect();
});
afterAll(async () => {
  await removeFiles(owner);
  await owner.end();
});

async function send(seat: string, method: string, path: string, body?: FormData | object) {
  const form = body instanceof FormData;
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers: { Authorization: `Bearer ${await bearer(seat)}`, ...(!form && { 'Content-Type': 'application/json' }) },
    ...(body && { body: form ? body : JSON.stringify(body) }),
  });
  return callApi(table, request, path.replace(/\?.*/, ''));
}
async function upload(text: string, fields: Record<string, string>, seat = 'acme.admin') {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new File([text], 'Offer.txt'));
  return (await (await send(seat, 'POST', 'upload', body)).json()).data;
}
async function edit(id: string, changes: object) {
  const { data } = await (await send('acme.admin', 'GET', `file/${id}`)).json();
  const answer = await send('acme.admin', 'PATCH', `file/${id}`, { version: data.version, ...changes });
  expect(answer.status).toBe(200);
  return (await answer.json()).data;
}
async function seenBy(seat: string, id: string) {
  const answer = await (await send(seat, 'GET', `fileVersions/${id}`)).json();
  const listed = answer.docs.map((one: { version_number: number }) => one.version_number);
  const opened: number[] = [];
  for (const number of [1, 2, 3, 4])
    if ((await send(seat, 'GET', `fileContent/${id}?version_number=${number}`)).ok) opened.push(number);
  const rows: number[] = [];
  await asMember(seat, async ({ db }) => {
    const found = await db.$queryRaw<{ number: number }[]>`
      select v.version_number as number from file_version v join file_content c on c.org_id = v.org_id and c.id = v.content_id
       where v.file_id = ${id}::uuid order by 1 desc`;
    rows.push(...found.map(({ number }) => number));
  });
  return { listed, total: answer.totalDocs, opened, rows };
}
const all = (...numbers: number[]) => ({
  listed: numbers,
  total: numbers.length,
  opened: numbers.toReversed(),
  rows: numbers,
});

describe('the versions of a file', () => {
  test('from before it was shared stay with the team', async () => {
    const { _id: id } = await upload('first draft', { project_id: WEB });
    await upload('second draft', { file_id: id });
    await edit(id, { audience: 'client' });
    expect(await seenBy('acme.client', id)).toEqual(all(2));
    await upload('third', { file_id: id });
    expect(await seenBy('acme.client', id)).toEqual(all(3, 2));
    expect(await seenBy('acme.user', id)).toEqual(all(3, 2, 1));
    const current = await send('acme.client', 'GET', `fileContent/${id}`);
    expect(await current.text()).toBe('third');
    expect(
      (await send('acme.client', 'POST', `restoreFileVersion/${id}`, { version_number: 1 })).status,
    ).toBeGreaterThanOrEqual(403);
    const zip = Buffer.from(await (await send('acme.client', 'GET', `zip?file_ids=${id}`)).arrayBuffer());
    expect([zip.includes('third'), zip.includes('draft')]).toEqual([true, false]);
  });

  test('also when its folder is shared, and anew when it was hidden in between', async () => {
    const folder = await makeFolder(owner, { by: 'admin' });
    const { _id: id } = await upload('1', { folder_id: folder });
    await upload('2', { file_id: id });
    const { data } = await (await send('acme.admin', 'GET', `folder/${folder}`)).json();
    await send('acme.admin', 'PATCH', `folder/${folder}`, { version: data.version, audience: 'client' });
    expect(await seenBy('acme.client', id)).toEqual(all(2));
    await edit(id, { audience: 'internal' });
    await upload('3', { file_id: id });
    await edit(id, { audience: 'client' });
    expect(await seenBy('acme.client', id)).toEqual(all(3));
  });

  test('that clients uploaded are theirs from the first', async () => {
    const { _id: id } = await upload('mine', { project_id: WEB }, 'acme.client');
    await upload('mine again', { file_id: id }, 'acme.client');
    expect(await seenBy('acme.client', id)).toEqual(all(2, 1));
  });

  test('of an internal task stay with the team when it is shared', async () => {
    const { rows } = await owner.query('select id, audience from task where project_id = $1 limit 1', [WEB]);
    const id = rows[0].id;
    await owner.query(`update task set audience = 'internal' where id = $1`, [id]);
    const { _id: file } = await upload('inside', { task_id: id });
    await upload('outside', { file_id: file });
    await owner.query(`update task set audience = 'client' where id = $1`, [id]);
    expect(await seenBy('acme.client', file)).toEqual(all(2));
    await owner.query('update task set audience = $2 where id = $1', [id, rows[0].audience]);
  });

  test('are told in the activity, to clients as far as they see it', async () => {
    const { _id: id } = await upload('one', { project_id: WEB });
    await edit(id, { name: 'Renamed.txt' });
    await edit(id, { audience: 'client' });
    const kinds = async (seat: string) =>
      (await (await send(seat, 'GET', `fileActivity/${id}`)).json()).docs?.map(({ kind }: { kind: string }) => kind);
    expect(await kinds('acme.user')).toEqual(['file.shared', 'file.renamed', 'file.added']);
    expect(await kinds('acme.client')).toEqual(['file.shared']);
    expect(await kinds('globex.admin')).toBeUndefined();
  });

  test('cannot be opened to clients by a member', async () => {
    await expect(asMember('acme.admin', ({ db }) => db.$executeRaw`update file set shared_from = 1`)).rejects.toThrow(
      /permission denied/,
    );
  });
});

test('an upload and a new name say what was done to the name, and that the content is another', async () => {
  const add = async (name: string) => {
    const body = new FormData();
    body.set('project_id', WEB);
    body.set('file', new File(['<!doctype html><p>Hello'], name));
    return (await (await send('acme.admin', 'POST', 'upload', body)).json()).data;
  };
  const unseen = 'Characters that cannot be seen were removed.';
  const page = 'Its name ends in .png, but its content is text/html.';
  const taken = 'The name was taken, so it got a number.';
  const photo = await add('pho\u200bto.png');
  expect([photo.name, photo.notes]).toEqual(['photo.png', [unseen, page]]);
  const other = await add('photo.png');
  expect([other.name, other.notes]).toEqual(['photo (2).png', [taken, page]]);
  const renamed = await edit(other._id, { name: 'a\u200b.html' });
  expect([renamed.name, renamed.notes]).toEqual(['a.html', [unseen]]);
  expect((await (await send('acme.admin', 'GET', `file/${photo._id}`)).json()).data.notes).toEqual([page]);

  const make = async () =>
    (await (await send('acme.admin', 'POST', 'folder', { name: '.Plans', project_id: WEB })).json()).data;
  const [first, second] = [await make(), await make()];
  const ends = 'Dots and spaces at its ends were removed.';
  expect([first.name, first.notes]).toEqual(['Plans', [ends]]);
  expect([second.name, second.notes]).toEqual(['Plans (2)', [ends, taken]]);
});
