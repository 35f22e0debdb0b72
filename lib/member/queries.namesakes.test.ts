import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addComment } from '@/lib/comment/commands';
import { mentionedIn } from '@/lib/comment/policy';
import { getComment, peopleAround } from '@/lib/comment/queries';
import { env } from '@/lib/env';
import { sendInvite } from '@/lib/invitation/commands';
import { SendInvite } from '@/lib/invitation/schema';
import type { OpenedMail } from '@/lib/mail/queue';
import { listMembers, listPickable } from '@/lib/member/queries';
import { ListMembers, ListPickable } from '@/lib/member/schema';
import { listProjectMembers } from '@/lib/project/queries.people';
import { ListProjectMembers } from '@/lib/project/schema';
import { unseal } from '@/lib/seal';
import { asMember, asMemberCommitted } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';

/** V11: two people of one organisation whose names look alike are told apart wherever a name is all that is shown. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
const [ADMIN, USER] = [fixtureId('acme.admin'), fixtureId('acme.user')];
let name: string;
beforeAll(async () => {
  await owner.connect();
  name = (await owner.query('select name from member where id = $1', [ADMIN])).rows[0].name;
});
afterAll(() => owner.end());
const rename = (id: string, to: string) => owner.query('update member set name = $2 where id = $1', [id, to]);
const namesakeOf = async (id: string) =>
  (await owner.query('select namesake from member where id = $1', [id])).rows[0].namesake;
beforeEach(() => rename(USER, 'Una User'));

const UNSEEN = [
  0x200c, 0x200d, 0xad, 0xfe0f, 0x2062, 0x206a, 0xfff9, 0x13430, 0x1bca0, 0xfffe, 0x1fffe, 0xe0041, 0xe000,
];
const lookalikes = (of: string) => [
  ...[of, of.toUpperCase(), `${of} `, of.replace('a', 'а'), of.replace('m', 'rn')],
  ...[`${of} (2)`, `${of}（３）`, `“${of}”`, `${of} ✓`, `${of} ✅`, `${of}·`, `«${of}»`, `${of}\u20dd`],
  ...[of.replace('i', 'ı'), of.replace('n', 'ɴ'), of.replace('a', 'ᴀ'), of.replace('i', 'Ꭵ'), of.replace('n', 'ո')],
  ...UNSEEN.flatMap((code) => [
    `${of}${String.fromCodePoint(code)}`,
    of.replace('d', `${String.fromCodePoint(code)}d`),
  ]),
];

test('whoever comes to a name later has a number, however it is written', async () => {
  for (const like of lookalikes(name)) {
    await rename(USER, 'Una User');
    expect(await namesakeOf(USER)).toBeNull();
    await rename(USER, like);
    expect([like, await namesakeOf(USER), await namesakeOf(ADMIN)]).toEqual([like, 2, null]);
  }
  // In another organisation nobody is mistaken for them.
  await rename(fixtureId('globex.user'), name);
  expect(await namesakeOf(fixtureId('globex.user'))).toBeNull();
  await rename(fixtureId('globex.user'), 'Glenn User');
});

test('a name that its first owner leaves is not inherited, and the number cannot be written', async () => {
  await rename(USER, name);
  await rename(ADMIN, 'Somebody Else');
  expect(await namesakeOf(USER)).toBe(2);
  await owner.query('update member set namesake = null where id = $1', [USER]);
  expect(await namesakeOf(USER)).toBe(2);
  await rename(fixtureId('acme.client'), name);
  expect(await namesakeOf(fixtureId('acme.client'))).toBe(3);
  await rename(fixtureId('acme.client'), 'Clara Client');
  await rename(ADMIN, name);
  expect(await namesakeOf(ADMIN)).toBe(3);
  await rename(USER, 'Una User');
  await rename(ADMIN, 'Somebody Else');
  await rename(ADMIN, name);
});

test('pickers, project members, comments and lists without addresses tell them apart; where the address stands, the name is as written', async () => {
  await rename(USER, name);
  const WEB = fixtureId('acme.WEB');
  await asMember('acme.leader', async (ctx) => {
    const { docs } = await listPickable(ctx, ListPickable.parse({ project_id: WEB, purpose: 'mention' }));
    expect(
      docs
        .filter((one) => one.name.startsWith(name))
        .map((one) => one.name)
        .sort(),
    ).toEqual([name, `${name} (2)`]);
    const people = await listProjectMembers(ctx, ListProjectMembers.parse({ project_id: WEB }));
    expect(people.docs.find(({ _id }) => _id === USER)?.name).toBe(`${name} (2)`);
    const listed = (await listMembers(ctx, ListMembers.parse({ q: name }))).docs;
    expect(listed.map((one) => ['name' in one && one.name, 'email' in one && one.email])).toContainEqual([
      name,
      'user@acme.test',
    ]);
  });
  await asMember('acme.user2', async (ctx) => {
    const listed = (await listMembers(ctx, ListMembers.parse({}))).docs;
    expect(listed.find(({ _id }) => _id === USER)?.name ?? `${name} (2)`).toBe(`${name} (2)`);
  });
  await asMember('acme.user', async (ctx) => {
    const [task] = await ctx.db.task.findMany({ where: { projectId: WEB, deletedAt: null }, take: 1 });
    const comment = await addComment(ctx, {
      task_id: task?.id ?? '',
      body: 'I am not who you think',
      internal: true,
      attachment_ids: [],
    } as never);
    expect((await getComment(ctx, comment._id)).author?.name).toBe(`${name} (2)`);
  });
});

test('a mention reaches whose name it is, not whoever took the name', async () => {
  await rename(USER, name);
  await asMember('acme.leader', async (ctx) => {
    const people = await peopleAround(ctx, fixtureId('acme.WEB'));
    expect(mentionedIn(`@${name} please`, people).map(({ id }) => id)).toEqual([ADMIN]);
    expect(mentionedIn(`@${name} (2) please`, people).map(({ id }) => id)).toEqual([USER]);
  });
});

test('mails name whoever sends them by the number too', async () => {
  const leader = fixtureId('acme.leader');
  await rename(USER, 'Nora Newman');
  await rename(leader, 'Nora Newman');
  await asMemberCommitted('acme.leader', async (ctx) => {
    await sendInvite(
      ctx,
      SendInvite.parse({ email: 'new@people.test', role: 'user', project_ids: [fixtureId('acme.WEB')] }),
    );
  });
  const { rows } = await owner.query(`select sealed from job where about ->> 'template' = 'invitation'`);
  const said = rows.map(({ sealed }) => (unseal(sealed) as OpenedMail).data as { inviter: string });
  expect(said.map(({ inviter }) => inviter)).toEqual(['Nora Newman (2)']);
  await rename(leader, 'Lena Leader');
});
