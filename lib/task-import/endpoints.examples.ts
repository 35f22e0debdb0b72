import type pg from 'pg';
import type { taskImportEndpoints } from '@/lib/task-import/endpoints';
import { body, type Examples, of, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

/** A finished import of nothing. */
async function freshImport(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into import_batch (org_id, id, project_id, created_by_id, source, file_name, content_hash, total, finished_at)
     values ($1, $2, $3, $4, 'csv', 'tasks.csv', $2::uuid::text, 0, now())`,
    [fixtureId('acme'), id, WEB, fixtureId('acme.leader')],
  );
  return id;
}

const ofProject = { about: 'project', unseen: 404 } as const;

export const examples: Examples<typeof taskImportEndpoints> = {
  'POST importTasks': {
    ...body('acme.leader', () => ({
      file: new File([`Title,Status\n${unique('Imported')},Done\n`], 'tasks.csv', { type: 'text/csv' }),
      source: 'csv',
      project_id: WEB,
    })),
    about: ofProject,
  },
  'GET importBatch/{id}': of(freshImport, ofProject, undefined, 'acme.leader'),
  'GET importBatchList': query({ limit: '2' }, 'acme.leader'),
  'POST rollBackImport/{id}': of(freshImport, ofProject, {}, 'acme.leader'),
};
