import { expect, test } from 'vitest';
import { listCreatable, listProjectNames, MOST_NAMES } from '@/lib/project/queries.names';
import { asMember, become } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';

test('a choice of projects has the one that is looked at, wherever its name stands', () =>
  asMember('acme.admin', async (ctx) => {
    const before = (await listProjectNames(ctx)).map(({ key }) => key);
    expect(before).toEqual(expect.arrayContaining(['APP', 'WEB']));
    await ctx.db.project.createMany({
      data: Array.from({ length: MOST_NAMES }, (_, at) => ({
        key: `A${at}`,
        name: `Aardvark ${at}`,
        type: 'web_application',
      })),
    });
    const first = await listProjectNames(ctx);
    expect(first).toHaveLength(MOST_NAMES);
    expect(first.map(({ key }) => key)).not.toContain('WEB');
    for (const wanted of ['web', 'WEB', fixtureId('acme.WEB')]) {
      const names = await listProjectNames(ctx, wanted);
      expect(names).toHaveLength(MOST_NAMES + 1);
      expect(names.at(-1)?.key).toBe('WEB');
    }
  }));

test('R01 only projects in which one may create tasks are offered for a new one, found by name or key', () =>
  asMember('acme.admin', async (ctx) => {
    const keys = async (seat: string, q?: string) =>
      (await listCreatable(await become(ctx, seat), { q, page: 1, limit: 50 })).docs.map(({ key }) => key);
    expect(await keys('acme.admin')).toEqual(expect.arrayContaining(['APP', 'WEB']));
    expect(await keys('acme.user')).toContain('WEB');
    expect(await keys('acme.user', 'web')).toEqual(['WEB']);
    expect(await keys('acme.user', 'relaunch')).toEqual(['WEB']);
    for (const seat of ['acme.client', 'acme.observer']) expect(await keys(seat)).toEqual([]);
    expect(await keys('acme.outsider')).not.toContain('WEB');
    const foreign = await listCreatable(await become(ctx, 'globex.admin'), { page: 1, limit: 50 });
    expect(foreign.docs.map(({ _id }) => _id)).not.toContain(fixtureId('acme.WEB'));
    const admin = await become(ctx, 'acme.admin');
    await admin.db.project.update({ where: { id: fixtureId('acme.WEB') }, data: { status: 'archived' } });
    expect(await keys('acme.admin')).not.toContain('WEB');
  }));
