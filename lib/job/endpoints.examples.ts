import type pg from 'pg';
import type { jobEndpoints } from '@/lib/job/endpoints';
import type { Example, Examples } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

/** An export of the audit log that nobody takes: its lane is none. */
async function exportOf(owner: pg.ClientBase, state: 'waiting' | 'done'): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into job (org_id, id, member_id, kind, lane, sealed, about, state, finished_at)
     values ($1, $2, $3, 'audit.export', 'none', '', '{"name": "audit.csv"}', $4, case when $4 = 'done' then now() end)`,
    [fixtureId('acme'), id, fixtureId('acme.admin'), state],
  );
  await owner.query('insert into job_part (org_id, job_id, number, text) values ($1, $2, 0, $3)', [
    fixtureId('acme'),
    id,
    'time,what\r\n',
  ]);
  return id;
}

const seat = 'acme.admin';
const one = (path: string, state: 'waiting' | 'done'): Example => ({
  seat,
  make: async (owner) => ({
    path: `${path}/${await exportOf(owner, state)}`,
    ...(path === 'cancelJob' && { body: {} }),
  }),
  about: { about: 'personal', hands: ['admin'] },
});

export const examples: Examples<typeof jobEndpoints> = {
  'GET jobList': {
    seat,
    make: async (owner) => {
      await exportOf(owner, 'waiting');
      return { query: { kind: 'audit.export', limit: '5' } };
    },
  },
  'GET job/{id}': one('job', 'waiting'),
  'POST cancelJob/{id}': one('cancelJob', 'waiting'),
  'GET jobFile/{id}': one('jobFile', 'done'),
};
