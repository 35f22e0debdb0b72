import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import { freshTask } from '@/lib/task/endpoints.examples';
import { fixtureId } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await owner.connect();
});
afterAll(() => owner.end());

const tokenOf = (seat: string) => bearer(seat === 'foreign' ? 'globex.admin' : `acme.${seat}`);
describe('what one may not see is as absent as what never was', () => {
  const never = fixtureId('never');
  const shape = ({ status, body }: { status: number; body: object }) => ({ status, body: { ...body, request_id: '' } });

  const asks: [string, (id: string) => [Method, string, object]][] = [
    ['GET task', (id) => ['GET', `task/${id}`, {}]],
    ['GET taskCard', (id) => ['GET', `taskCard/${id}`, {}]],
    ['PATCH task', (id) => ['PATCH', `task/${id}`, { body: { version: 1, title: 'Mine' } }]],
    ['DELETE task', (id) => ['DELETE', `task/${id}`, {}]],
    ['changeTaskStatus', (id) => ['POST', 'changeTaskStatus', { body: { task_id: id, status: 2 } }]],
    ['restoreTask', (id) => ['POST', 'restoreTask', { body: { id } }]],
    ['addTaskComment', (id) => ['POST', 'addTaskComment', { body: { task_id: id, body: 'Hello' } }]],
  ];

  test.each(asks)('T07 %s: an internal task for a client, any task for another organisation', async (_name, ask) => {
    const task = await freshTask(owner, 'internal');
    for (const seat of ['client', 'foreign', 'outsider']) {
      const token = await tokenOf(seat);
      const to = async (id: string) => {
        const [method, path, options] = ask(id);
        return shape(await call(method, path, { ...options, token }));
      };
      const hidden = await to(task);
      expect(hidden.status).toBe(404);
      expect(hidden).toEqual(await to(never));
    }
  });

  test('a client’s lists and counts hold nothing internal', async () => {
    const token = await tokenOf('client');
    await freshTask(owner, 'internal');
    const lists = ['taskList', `taskListByProject?project_id=${fixtureId('acme.WEB')}`];
    for (const path of lists) {
      const [name, query] = path.split('?') as [string, string | undefined];
      const { body } = await call('GET', name, { token, query: query ?? '' });
      expect(body.docs?.length).toBeGreaterThan(0);
      for (const task of body.docs as { audience: string }[]) expect(task.audience).toBe('client');
    }
    const seen = (await call('GET', 'taskList', { token })).body.totalDocs;
    expect((await call('GET', 'taskcount', { token })).body.data).toMatchObject({ total: seen });
    const dashboard = await call('GET', 'getdashboarddetails', { token });
    expect(dashboard.body.data).toMatchObject({ counts: { total: seen } });
  });

  test('T10 ids of another organisation are nothing to filter by', async () => {
    const token = await tokenOf('foreign');
    const of = (name: string) => fixtureId(`acme.${name}`);
    const empty = async (path: string, query: Record<string, string>) =>
      (await call('GET', path, { token, query })).body;
    expect(await empty('taskList', { assignee: of('user') })).toMatchObject({ status: 200, docs: [] });
    expect(await empty('projectList', { member: of('user') })).toMatchObject({ status: 200, docs: [] });
    expect(await empty('projectList', { category: of('Design') })).toMatchObject({ status: 200, docs: [] });
    expect(await empty('taskList', { project_id: of('WEB') })).toMatchObject({ status: 404 });
  });
});
