import type pg from 'pg';
import { freshFile } from '@/lib/file/endpoints.examples';
import type { signOffEndpoints } from '@/lib/sign-off/endpoints';
import { freshTask } from '@/lib/task/endpoints.examples';
import { acme, body, type Examples, inProject, of, query } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

/** Of a task that clients see; the client of WEB is asked by its user. */
export async function freshSignOff(
  owner: pg.ClientBase,
  taskId?: string,
  more: readonly string[] = [],
): Promise<string> {
  const id = newId();
  const task = taskId ?? (await freshTask(owner));
  await owner.query(
    `insert into sign_off (org_id, id, task_id, audience, asked_by_id, title, content, attachments, shown, hash)
     select $1, $2, $3, 'client', $4, now.title, now.content, now.attachments, now.shown, now.hash
       from sign_off_content($1, $3, null, null, 'client') now`,
    [fixtureId('acme'), id, task, acme('user')],
  );
  const asked = ['client', ...more].map(acme);
  await owner.query(
    'insert into sign_off_person (org_id, sign_off_id, member_id) select org_id, $1, id from member where id = any($2)',
    [id, asked],
  );
  return id;
}

/** Who may decide besides, where they are asked. */
const LEADING = ['admin', 'subadmin', 'leader', 'colleague'];

export const examples: Examples<typeof signOffEndpoints> = {
  'GET signOffList': {
    seat: 'acme.client',
    make: async (owner) => {
      const task = await freshTask(owner);
      await freshSignOff(owner, task);
      return { query: { task_id: task } };
    },
    about: inProject(),
  },
  'POST signOff': {
    ...body('acme.leader', async (owner) => ({
      file_id: await freshFile(owner),
      to: [acme('client')],
      note: 'Is it right?',
    })),
    about: inProject('user'),
  },
  'GET signOff/{id}': of(freshSignOff, inProject(), undefined, 'acme.client'),
  'POST decideSignOff/{id}': of(
    (owner) => freshSignOff(owner, undefined, LEADING),
    inProject('client'),
    {
      decision: 'return',
      reason: 'The logo is too small.',
      marks: [{ line: 1, body: 'Say which colours.' }],
    },
    'acme.client',
  ),
  'POST withdrawSignOff/{id}': of(freshSignOff, inProject('user'), {}),
  'GET signOffRecord/{id}': of(freshSignOff, inProject(), undefined, 'acme.client'),
  'GET signerList': {
    ...query({}, 'acme.leader'),
    make: async (owner) => ({ query: { task_id: await freshTask(owner) } }),
    about: inProject('user'),
  },
};
