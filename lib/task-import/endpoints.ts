import 'server-only';
import { command, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { acceptImport, importTasks } from '@/lib/task-import/commands';
import { rollBackImport } from '@/lib/task-import/commands.back';
import { getImportBatch, listImports } from '@/lib/task-import/queries';
import { ImportBatchRecord, ImportReference, ImportTasks, ListImports, TaskImport } from '@/lib/task-import/schema';

export const taskImportEndpoints = defineEndpoints({
  'POST importTasks': command(
    ImportTasks,
    TaskImport,
    'task.import',
    { steps: importTasks },
    'Makes tasks of a file of CSV, Trello (JSON), Jira or Asana (CSV): 50 MB, 20,000 tasks. The same file makes none twice.',
    { expensive: true, multipart: true, accepts: acceptImport, keyed: true },
  ),
  'GET importBatch/{id}': query(
    ImportReference,
    ImportBatchRecord,
    'task.import',
    getImportBatch,
    'How far an import or its rollback is, and what became of it.',
  ),
  'GET importBatchList': list(
    ListImports,
    ImportBatchRecord,
    'task.import',
    listImports,
    'Imports into the projects that the caller may import into, newest first.',
  ),
  'POST rollBackImport/{id}': command(
    ImportReference,
    ImportBatchRecord,
    'task.import',
    { steps: rollBackImport },
    'Removes what an import made and nobody has changed since, and says what it left.',
    { expensive: true },
  ),
});
