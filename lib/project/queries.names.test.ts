import { expect, test } from 'vitest';
import { listProjectNames, MOST_NAMES } from '@/lib/project/queries.names';
import { asMember } from '@/lib/test/as-member';
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
