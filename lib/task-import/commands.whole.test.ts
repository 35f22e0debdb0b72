import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { made, owner, rollBack, tasksOf, withName, withoutImports } from '@/lib/test/import-calls';

/** Whole exports as the programs write them: what arrives, what is said to be missing, and that a rollback leaves nothing. */

withoutImports();

const WRITTEN =
  'task comment task_assignee task_label checklist_item dependency time_entry task_watcher category label';
const counts = async (): Promise<Record<string, number>> => {
  const of = (table: string) => `(select count(*)::int from ${table} one where to_jsonb(one) ->> 'deleted_at' is null)`;
  return (await owner.query(`select ${WRITTEN.split(' ').map((table) => `${of(table)} as ${table}`)}`)).rows[0];
};
/** With tabs, in UTF-16, and with its ids taken for numbers. */
const asWorkbook = (text: string) => {
  const rounded = text.replace(/^12081234567890\d\d/gm, '1.20812E+15').replaceAll('2024-08-30', '30/8/2024');
  const tabs = rounded.replace(/"(?:[^"]|"")*"|,/g, (part) => (part === ',' ? '\t' : part));
  return Buffer.from(`\ufeff${tabs}`, 'utf16le');
};

test.each([
  [
    'trello-board.json.txt',
    { tasks: 7, comments: 3, checklist_items: 4, time_entries: 0, labels: 4, skipped: 2 },
    3,
    ['Write the brief 📝,1,2024-09-20', 'Book the printer,4,2024-08-25'],
  ],
  [
    'jira-cloud.csv',
    { tasks: 5, comments: 3, checklist_items: 2, time_entries: 1, skipped: 0 },
    1,
    ['Start screen, with "touch",3,Kiosk app', 'Print the tickets,1,Start screen, with "touch"'],
  ],
  [
    'jira-server-german.csv',
    { tasks: 2, comments: 2, checklist_items: 0, time_entries: 1, skipped: 0 },
    0,
    ['Drucker mahnt,2,2024-03-31', 'Papier kaufen,4,Drucker mahnt'],
  ],
  [
    'asana.csv',
    { tasks: 7, comments: 0, checklist_items: 2, time_entries: 0, labels: 3, skipped: 0 },
    1,
    ['Hire a venue,1,2024-08-30', 'Print the programme, front,2,2024-09-15,Hire a venue'],
  ],
])('%s arrives whole, and leaves nothing when it is taken back', async (name, numbers, lost, tasks) => {
  const text = await withName(readFileSync(resolve(import.meta.dirname, '../test/exports', name), 'utf8'));
  const before = await counts();
  for (const saved of name === 'asana.csv' ? [text, asWorkbook(text)] : [text]) {
    const result = await made({ source: name.split(/\W/)[0] as string, text: saved });
    expect(result).toMatchObject({ ...numbers, errors: [] });
    expect(result.lost).toHaveLength(lost);
    const said = (await tasksOf(result.batch_id)).map(({ title, status, due, parent, blocked_by }) =>
      [title, status, due, parent, ...(blocked_by as string[])].filter((part) => part !== null).join(),
    );
    expect(said).toEqual(expect.arrayContaining(tasks));
    expect((await rollBack(result.batch_id)).body.data).toMatchObject({ rollback: 'done', kept: [] });
    expect(await counts()).toEqual(before);
  }
});
