import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addComment } from '@/lib/comment/commands';
import { getComment, peopleAround } from '@/lib/comment/queries';
import { mentionedIn } from '@/lib/markdown/mentions';
import { getCurrentMember, getShell, listMembers, listMembersInFull, listPickable } from '@/lib/member/queries';
import { projectsOf } from '@/lib/member/queries.projects';
import { CurrentMember, ListedPerson, ListMembers, ListPickable } from '@/lib/member/schema';
import type { Ctx } from '@/lib/org';
import { ROLES } from '@/lib/permission/schema';
import { listProjectMembers } from '@/lib/project/queries.people';
import { ListProjectMembers } from '@/lib/project/schema';
import { asMember } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';

/** What each role learns about people (permissions, rows 6 and 7; rulings 11). */

const acme = (name: string) => fixtureId(`acme.${name}`);
const list = (ctx: Ctx, input: object = {}) => listMembers(ctx, ListMembers.parse(input));
const pick = (ctx: Ctx, input: object = {}) => listPickable(ctx, ListPickable.parse({ project_id: 'WEB', ...input }));
const seats = (docs: { name: string }[]) => docs.map(({ name }) => name.replace(' of acme', '')).sort();

const EVERYBODY = 'admin both client client2 lead2 leader observer outsider subadmin user user2'.split(' ');

describe('the list of people', () => {
  test.each([
    ['acme.admin', EVERYBODY],
    ['acme.subadmin', EVERYBODY],
    ['acme.leader', EVERYBODY],
    ['acme.observer', EVERYBODY],
    ['acme.user', ['client', 'leader', 'user', 'user2']],
    ['acme.outsider', ['outsider']],
    ['acme.client', ['client', 'leader', 'user']],
    ['acme.client2', ['client2', 'lead2']],
  ])('of %s', (who, expected) =>
    asMember(who, async (ctx) => {
      const { docs, total } = await list(ctx);
      expect(seats(docs)).toEqual(expected);
      expect(total).toBe(expected.length);
      for (const doc of docs) expect(ListedPerson.parse(doc)).toEqual(doc);
      const withEmail = docs.filter((doc) => 'email' in doc).map(({ _id }) => _id);
      const seesAll = ['admin', 'subadmin', 'team_leader', 'observer'].includes(ctx.actor.role);
      expect(withEmail).toEqual(seesAll ? docs.map(({ _id }) => _id) : [ctx.actor.memberId]);
      if (who === 'acme.client')
        for (const doc of docs.filter(({ _id }) => _id !== acme('client')))
          expect(Object.keys(doc).sort()).toEqual(['_id', 'name', 'pic']);
    }),
  );

  test('never shows a telephone number', () =>
    asMember('acme.admin', async (ctx) => {
      await ctx.db.member.updateMany({ where: { id: acme('user') }, data: { phone: '+49 30 1234567' } });
      expect(JSON.stringify(await list(ctx))).not.toContain('1234567');
    }));

  test('finds emails only for those who see them', async () => {
    await asMember('acme.admin', async (ctx) =>
      expect(seats((await list(ctx, { q: 'leader@acme' })).docs)).toEqual(['leader']),
    );
    await asMember('acme.user', async (ctx) => {
      expect((await list(ctx, { q: 'leader@acme' })).docs).toEqual([]);
      expect(seats((await list(ctx, { q: 'LEADER' })).docs)).toEqual(['leader']);
    });
  });

  test('shows who waits or was declined to those who see everybody, when asked', async () => {
    for (const who of ['acme.admin', 'acme.leader', 'acme.observer'])
      await asMember(who, async (ctx) => {
        expect(seats((await list(ctx, { approval_status: '0,2' })).docs)).toEqual(['pending', 'rejected']);
      });
    for (const who of ['acme.user', 'acme.client'])
      await asMember(who, async (ctx) => expect((await list(ctx, { approval_status: '2' })).docs).toEqual([]));
  });

  test('hides who waits from the users and clients of the same project', () =>
    asMember('acme.leader', async (ctx) => {
      await ctx.db.projectMember.createMany({
        data: [{ projectId: acme('WEB'), memberId: acme('pending'), isContact: true }],
      });
      for (const role of ['user', 'client']) {
        await ctx.db
          .$executeRaw`select set_config('app.role', ${role}, true), set_config('app.member_id', ${acme(role)}, true)`;
        const as = { ...ctx, actor: { ...ctx.actor, memberId: acme(role), role: role as 'user' | 'client' } };
        for (const approval_status of ['2', '1,2', '0,1,2'])
          expect(seats((await list(as, { approval_status })).docs)).not.toContain('pending');
      }
    }));

  test('filters by roles and by literal text', () =>
    asMember('acme.admin', async (ctx) => {
      expect(seats((await list(ctx, { role: 'client,observer' })).docs)).toEqual(['client', 'client2', 'observer']);
      for (const q of ['%', '_', '\\']) expect((await list(ctx, { q })).docs).toEqual([]);
      expect(await list(ctx, { page: 3, limit: 10 })).toMatchObject({ docs: [], total: EVERYBODY.length });
      expect(await statementsOf(() => list(ctx))).toBe(1);
    }));
});

test.each(['admin', 'client'] as const)('the %s who is signed in learns what it may', (role) =>
  asMember(`acme.${role}`, async (ctx) => {
    const me = await getCurrentMember(ctx);
    expect(CurrentMember.parse(me)).toEqual(me);
    expect(me).toMatchObject({
      _id: acme(role),
      role,
      email: `${role}@acme.test`,
      organisation: { sub_domain: 'acme' },
    });
    expect(me.permissions['organisation.govern']).toBe(role === 'admin' ? 'all' : 'none');
  }),
);

describe('the picker of people', () => {
  test.each([
    ['acme.user', ['admin', 'leader', 'subadmin', 'user', 'user2']],
    ['acme.client', ['leader', 'user']],
  ])('offers %s those who can be given work', (who, expected) =>
    asMember(who, async (ctx) => expect(seats((await pick(ctx)).docs)).toEqual(expected)),
  );

  test('offers the clients too when somebody is mentioned, to the team only', async () => {
    const mention = { purpose: 'mention', q: 'client' };
    await asMember('acme.user', async (ctx) => expect(seats((await pick(ctx, mention)).docs)).toEqual(['client']));
    await asMember('acme.client', async (ctx) => expect((await pick(ctx, mention)).docs).toEqual([]));
  });

  test('leaves out whose role has become observer since', () =>
    asMember('acme.admin', async (ctx) => {
      await ctx.db.projectMember.createMany({ data: [{ projectId: acme('WEB'), memberId: acme('observer') }] });
      expect(seats((await pick(ctx, { purpose: 'mention' })).docs)).not.toContain('observer');
    }));

  test('tells a client names and pictures only', () =>
    asMember('acme.client', async (ctx) => {
      for (const doc of (await pick(ctx)).docs) expect(Object.keys(doc).sort()).toEqual(['_id', 'name', 'pic']);
    }));
});

describe('the frame of every screen', () => {
  test('knows the person, the newest projects and how much is unread, in one statement', () =>
    asMember('acme.user2', async (ctx) => {
      const own = { memberId: acme('user2'), kind: 'project.members_changed' };
      await ctx.db.notification.createMany({
        data: [
          { ...own, data: { project_id: acme('WEB') } },
          { ...own, data: { project_id: acme('nowhere') } },
          { ...own, kind: 'task.assigned', taskId: acme('APP-1') },
        ],
      });
      expect(await getShell(ctx)).toMatchObject({
        member: { _id: acme('user2'), role: 'user', role_label: 'User', pic: null },
        unread: 2,
        timer: null,
        projects: [{ key: 'APP' }, { key: 'WEB' }],
      });
      expect(await statementsOf(() => getShell(ctx))).toBe(1);
    }));

  test('shows nobody a project that is not theirs, and no archived one', async () => {
    for (const [who, keys] of [
      ['acme.client', ['WEB']],
      ['acme.outsider', []],
    ] as const)
      await asMember(who, async (ctx) => expect((await getShell(ctx)).projects.map(({ key }) => key)).toEqual(keys));
    await asMember('acme.admin', async (ctx) => {
      await ctx.db.project.updateMany({ where: { key: 'WEB' }, data: { status: 'archived' } });
      expect((await getShell(ctx)).projects.map(({ key }) => key)).toEqual(['APP']);
    });
  });
});

test('people are sorted on the server, by name, role and when they were seen, both ways', () =>
  asMember('acme.admin', async (ctx) => {
    const by = async (sort: string) => (await listMembersInFull(ctx, ListMembers.parse({ sort, limit: 200 }))).docs;
    const names = (await by('name')).map(({ name }) => name.toLowerCase());
    expect(names.length).toBeGreaterThan(3);
    expect((await by('-name')).map(({ name }) => name.toLowerCase())).toEqual(names.toReversed());
    const ranks = (await by('role')).map(({ role }) => ROLES.indexOf(role));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    const seen = (await by('-seen')).map(({ last_seen_at }) => (last_seen_at ? Date.parse(last_seen_at) : 0));
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  }));

test('the projects of somebody are those that the reader sees too', async () => {
  const user = fixtureId('acme.user');
  await asMember('acme.admin', async (ctx) => {
    expect((await projectsOf(ctx, [user])).get(user)?.map(({ key }) => key)).toContain('WEB');
    expect((await projectsOf(ctx, [])).size).toBe(0);
  });
  await asMember('globex.admin', async (ctx) => expect((await projectsOf(ctx, [user])).size).toBe(0));
});

describe('V11 two people of one organisation whose names look alike are told apart', () => {
  const owner = ownerClient();
  const [ADMIN, USER] = [acme('admin'), acme('user')];
  let name: string;
  beforeAll(async () => {
    name = (await owner.query('select name from member where id = $1', [ADMIN])).rows[0].name;
  });
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
    await rename(acme('client'), name);
    expect(await namesakeOf(acme('client'))).toBe(3);
    await rename(acme('client'), 'Clara Client');
    await rename(ADMIN, name);
    expect(await namesakeOf(ADMIN)).toBe(3);
    await rename(USER, 'Una User');
    await rename(ADMIN, 'Somebody Else');
    await rename(ADMIN, name);
  });

  test('pickers, project members, comments and lists without addresses tell them apart; where the address stands, the name is as written', async () => {
    await rename(USER, name);
    const WEB = acme('WEB');
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
      const people = await peopleAround(ctx, acme('WEB'));
      expect(mentionedIn(`@${name} please`, people).map(({ id }) => id)).toEqual([ADMIN]);
      expect(mentionedIn(`@${name} (2) please`, people).map(({ id }) => id)).toEqual([USER]);
    });
  });
});
