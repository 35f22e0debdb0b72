import type pg from 'pg';
import type { commentEndpoints } from '@/lib/comment/endpoints';
import { freshTask } from '@/lib/task/endpoints.examples';
import { acme, body, type Examples, inProject, of, unique, WEB } from '@/lib/test/example';
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
  'GET comment/{id}': of(freshComment, inProject()),
  'GET commentVersions/{id}': of(freshComment, inProject()),
  'POST commentReaction': {
    ...body('acme.user', async (owner) => ({ comment_id: await freshComment(owner), emoji: '👍' })),
    about: inProject(),
  },
  'DELETE commentReaction': {
    seat: 'acme.user',
    make: async (owner) => ({ query: { comment_id: await reactedComment(owner), emoji: '👍' } }),
    about: inProject(),
  },
  'POST resolveComment/{id}': of(freshComment, inProject(), {}),
  'DELETE resolveComment/{id}': of(resolvedComment, inProject()),
  'PATCH comment/{id}': of(freshComment, inProject('user'), { version: 1, body: 'Better' }),
  'POST restoreComment/{id}': of(deletedComment, inProject('user'), {}),
  'DELETE comment/{id}': of(freshComment, inProject('user')),
};
