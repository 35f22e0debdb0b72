import { describe, expect, test } from 'vitest';
import { createFolder } from '@/lib/folder/commands';
import { CreateFolder } from '@/lib/folder/schema';
import type { Ctx } from '@/lib/org';
import { MOST_NAMES } from '@/lib/project/queries.names';
import { asMember } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';
import { readManager } from './read-manager';

/** So many projects that WEB is not among the first by name. */
const manyProjects = (ctx: Ctx) =>
  ctx.db.project.createMany({
    data: Array.from({ length: MOST_NAMES }, (_, at) => ({
      key: `A${at}`,
      name: `Aardvark ${at}`,
      type: 'web_application',
    })),
  });
const open = (ctx: Ctx, search: Record<string, string>) =>
  readManager(ctx, { url: { path: '/acme/file_manager', search, tab: false } });

describe('a project beyond the first two hundred by name', () => {
  test('opens by its key, and is among those to choose from', () =>
    asMember('acme.admin', async (ctx) => {
      await manyProjects(ctx);
      expect((await open(ctx, {})).projects.map(({ key }) => key)).not.toContain('WEB');
      const { place, projects } = await open(ctx, { project: 'web' });
      expect(place.project).toMatchObject({ _id: fixtureId('acme.WEB'), key: 'WEB' });
      expect(projects.map(({ key }) => key)).toContain('WEB');
    }));

  test('opens by a link that names one of its folders alone', () =>
    asMember('acme.admin', async (ctx) => {
      await manyProjects(ctx);
      const folder = await createFolder(ctx, CreateFolder.parse({ name: 'Prints', project_id: fixtureId('acme.WEB') }));
      const { place, projects } = await open(ctx, { folder: folder._id });
      expect(place).toMatchObject({ project: { key: 'WEB' }, folder: { name: 'Prints' } });
      expect(projects.map(({ key }) => key)).toContain('WEB');
    }));
});

test('a project that is not there, or not to be seen, is not found in the file manager', () =>
  asMember('acme.outsider', async (ctx) => {
    for (const project of ['NONE', 'WEB']) expect((await failureOf(open(ctx, { project }))).code).toBe('not_found');
    expect((await failureOf(open(ctx, { folder: newId() }))).code).toBe('not_found');
  }));
