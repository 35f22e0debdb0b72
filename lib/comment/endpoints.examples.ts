import type pg from 'pg';
import type { commentEndpoints } from '@/lib/comment/endpoints';
import { freshTask } from '@/lib/task/endpoints.examples';
import { acme, at, body, type Examples, inProject, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

async function reactedComment(owner: pg.ClientBase): Promise<string> {
  const id = await freshComment(owner);
  await owner.query(
    `insert into comment_reaction (org_id, comment_id, member_id, emoji) select $1, $2, m.id, '👍' from member m where m.org_id = $1`,
    [fixtureId('acme'), id],
  );
  return id;
}

async function resolvedComment(owner: pg.ClientBase): Promise<string> {
  const id = await freshComment(owner);
  await owner.query('update comment set resolved_at = now() where id = $1', [id]);
  return id;
}

async function deletedComment(owner: pg.ClientBase): Promise<string> {
  const id = await freshComment(owner);
  await owner.query('update comment set deleted_at = now(), deleted_by_id = author_id where id = $1', [id]);
  return id;
}

async function freshComment(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into comment (org_id, id, task_id, project_id, task_audience, audience, author_id, body)
     values ($1, $2, $3, $4, 'client', 'client', $5, 'Fresh')`,
    [fixtureId('acme'), id, await freshTask(owner), WEB, acme('user')],
  );
  return id;
}

export const examples: Examples<typeof commentEndpoints> = {
  'GET taskCommentList': {
    seat: 'acme.user',
    make: async (owner) => ({ query: { task_id: await freshTask(owner) } }),
    about: inProject(),
  },
  'POST addTaskComment': {
    ...body('acme.user', async (owner) => ({
      task_id: await freshTask(owner),
      body: unique('Comment'),
    })),
    about: inProject(),
  },
  'GET comment/{id}': {
    ...at('acme.user', async (owner) => `comment/${await freshComment(owner)}`),
    about: inProject(),
  },
  'GET commentVersions/{id}': {
    ...at('acme.user', async (owner) => `commentVersions/${await freshComment(owner)}`),
    about: inProject(),
  },
  'POST commentReaction': {
    ...body('acme.user', async (owner) => ({ comment_id: await freshComment(owner), emoji: '👍' })),
    about: inProject(),
  },
  'DELETE commentReaction': {
    seat: 'acme.user',
    make: async (owner) => ({ query: { comment_id: await reactedComment(owner), emoji: '👍' } }),
    about: inProject(),
  },
  'POST resolveComment/{id}': {
    ...at('acme.user', async (owner) => `resolveComment/${await freshComment(owner)}`, {}),
    about: inProject(),
  },
  'DELETE resolveComment/{id}': {
    ...at('acme.user', async (owner) => `resolveComment/${await resolvedComment(owner)}`),
    about: inProject(),
  },
  'PATCH comment/{id}': {
    ...at('acme.user', async (owner) => `comment/${await freshComment(owner)}`, {
      version: 1,
      body: 'Better',
    }),
    about: inProject('user'),
  },
  'POST restoreComment/{id}': {
    ...at('acme.user', async (owner) => `restoreComment/${await deletedComment(owner)}`, {}),
    about: inProject('user'),
  },
  'DELETE comment/{id}': {
    ...at('acme.user', async (owner) => `comment/${await freshComment(owner)}`),
    about: inProject('user'),
  },
};
