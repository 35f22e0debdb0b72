import type pg from 'pg';
import { pictureFile } from '@/lib/account/endpoints.examples';
import type { projectEndpoints } from '@/lib/project/endpoints';
import { acme, body, type Examples, inProject, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';

const versionOf = async (owner: pg.ClientBase) =>
  (await owner.query('select version from project where id = $1', [WEB])).rows[0].version as number;

const otherStatus = async (owner: pg.ClientBase) =>
  (
    await owner.query(
      `select case status when 'active' then 'on_hold' else 'active' end as other from project where id = $1`,
      [WEB],
    )
  ).rows[0].other as string;

export const examples: Examples<typeof projectEndpoints> = {
  'GET projectList': query({ status: 'active,on_hold', member: 'me' }),
  'POST project': body('acme.leader', () => ({
    name: unique('Project'),
    type: 'web_application',
    description: 'Why',
    due_date: '2030-01-31',
  })),
  'GET projectdetails': { ...query({ project_id: WEB }), about: inProject() },
  'PUT projectEdit': {
    ...body('acme.leader', async (owner) => ({
      project_id: WEB,
      version: await versionOf(owner),
      name: unique('Relaunch'),
    })),
    about: inProject(),
  },
  'POST projectPicture': body('acme.leader', async () => ({ project_id: WEB, file: await pictureFile() }), inProject()),
  'DELETE projectPicture/{id}': {
    seat: 'acme.leader',
    make: async (owner) => {
      await owner.query(
        `insert into project_picture (org_id, project_id, version, bytes) values ($1, $2, 'a', '\\x00') on conflict do nothing`,
        [fixtureId('acme'), WEB],
      );
      await owner.query(`update project set picture = '/api/picture/' || id || '/a.webp' where id = $1`, [WEB]);
      return { path: `projectPicture/${WEB}` };
    },
    about: inProject(),
  },
  'PUT changeProjectStatus/{id}': {
    seat: 'acme.leader',
    make: async (owner) => ({ path: `changeProjectStatus/${WEB}`, body: { status: await otherStatus(owner) } }),
    about: inProject(),
  },
  'GET projectMembers': { ...query({ project_id: WEB }), about: inProject() },
  'PUT projectMembers': {
    ...body('acme.leader', () => ({ project_id: WEB, add: [acme('client2')], remove: [] })),
    about: inProject(),
    idle: 'the client may be a member already',
  },
  'GET projectTaskCount': { ...query({ project_id: WEB }), about: inProject() },
};
