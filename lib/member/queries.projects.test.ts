import { expect, test } from 'vitest';
import { csvTemplate } from '@/components/invitation/csv-template';
import { listMembersInFull } from '@/lib/member/queries';
import { projectsOf } from '@/lib/member/queries.projects';
import { ListMembers } from '@/lib/member/schema';
import { ROLES } from '@/lib/permission/schema';
import { asMember } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';

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

test('the template has the columns of the import and nothing that a spreadsheet would run', () => {
  expect(csvTemplate()).toBe('\uFEFFemail,name,role,projects\r\n');
});
