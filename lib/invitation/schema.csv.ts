/** Reads what common spreadsheets write; problems are reported per row. Runs anywhere. */
import { type CsvError, parse } from 'csv-parse/sync';
import type { RowProblem } from '@/lib/invitation/schema';
import { invitedIn } from '@/lib/invitation/schema.addresses';
import { CSV_COLUMNS, type CsvColumn, MAX_ROWS } from '@/lib/invitation/vocabulary';
import { ROLE_LABEL, ROLES, type Role } from '@/lib/permission/schema';
import { UnreadableFile } from '@/lib/table-file/decode';
import { delimiterOf } from '@/lib/table-file/delimiter';
import { cut } from '@/lib/text';
import { personName } from '@/lib/validation';

/** Readable; the command checks role and projects. */
export type InviteRow = { row: number; email: string; name: string | null; role: Role; projects: string[] };
export type InviteFile = {
  headings: string[];
  columns: Partial<Record<CsvColumn, string>>;
  total: number;
  rows: InviteRow[];
  errors: RowProblem[];
};

/** Blank lines included. */
const MAX_LINES = 2 * MAX_ROWS;

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const HEADINGS: Record<CsvColumn, string[]> = {
  email: ['email', 'mail', 'emailaddress', 'mailaddress', 'address'],
  name: ['name', 'fullname', 'displayname'],
  role: ['role', 'rolle'],
  projects: ['projects', 'project', 'projectkeys', 'projectids', 'projekte', 'projekt'],
};
const ROLE_BY_WORD = new Map<string, Role>(
  ROLES.flatMap((role) => [
    [plain(role), role],
    [plain(ROLE_LABEL[role]), role],
  ]),
);
const nameSchema = personName(80, 'The name');

/** `mapping`: which heading is which column. Throws UnreadableFile. */
export function readInviteFile(text: string, mapping: Partial<Record<CsvColumn, string>> = {}): InviteFile {
  const { body, delimiter, skipped } = delimiterOf(text, (headings) => Object.keys(columnsOf(headings)).length);
  const records = split(body, delimiter);
  if (records.length > MAX_LINES) throw new UnreadableFile(`A file may have ${MAX_ROWS} rows at most.`);
  const headings = (records[0] ?? []).map((heading) => heading.trim());
  const columns = { ...columnsOf(headings), ...known(mapping, headings) };
  if (!columns.email)
    throw new UnreadableFile(`No column holds emails. The first row must name the columns: ${CSV_COLUMNS.join(', ')}.`);
  const at = (column: CsvColumn) => (columns[column] === undefined ? -1 : headings.indexOf(columns[column]));
  const places = { email: at('email'), name: at('name'), role: at('role'), projects: at('projects') };
  const file: InviteFile = { headings, columns, total: 0, rows: [], errors: [] };
  for (const [index, record] of records.entries()) {
    if (index === 0 || record.every((cell) => cell.trim() === '')) continue;
    file.total++;
    if (file.total > MAX_ROWS) throw new UnreadableFile(`A file may have ${MAX_ROWS} rows at most.`);
    const cell = (column: CsvColumn) => (record[places[column]] ?? '').trim();
    const line = index + 1 + skipped;
    const row = readRow(line, cell);
    const surplus = record.slice(headings.length).filter((one) => one.trim() !== '');
    if (surplus.length)
      row.problems.push({
        row: line,
        column: headings.at(-1) ?? '',
        value: cut(surplus.join(', '), 200, '…'),
        message:
          'This row has more cells than there are columns. Put quotation marks around text with a separator in it.',
      });
    if (row.problems.length) file.errors.push(...row.problems);
    else file.rows.push(row.value);
  }
  return file;
}

function readRow(row: number, cell: (column: CsvColumn) => string) {
  const problems: RowProblem[] = [];
  const wrong = (column: CsvColumn, message: string) =>
    void problems.push({ row, column, value: cut(cell(column), 200, '…'), message });
  const to = invitedIn(cell('email'));
  if (!cell('email')) wrong('email', 'The email is missing.');
  else if (to.problem !== null) wrong('email', to.problem);
  const called = cell('name') || (to.problem === null ? to.name : null);
  const name = called ? nameSchema.safeParse(called) : null;
  if (name && !name.success) wrong('name', name.error.issues[0]?.message ?? 'That is not a name.');
  const role = cell('role') ? ROLE_BY_WORD.get(plain(cell('role'))) : 'user';
  if (!role) wrong('role', `This role does not exist. Roles are ${ROLES.join(', ')}.`);
  const projects = cell('projects')
    .split(/[;,|\n]/)
    .map((project) => project.trim())
    .filter(Boolean);
  if (projects.length > 50) wrong('projects', 'At most 50 projects.');
  const value: InviteRow = {
    row,
    email: to.problem === null ? to.email : '',
    name: name?.success ? name.data : null,
    role: role ?? 'user',
    projects,
  };
  return { problems, value };
}

function split(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      // All kinds: pasted files mix them.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      // Bounds the records of a file that is only line breaks.
      to: MAX_LINES + 1,
    });
  } catch (error) {
    const { lines, message } = error as CsvError & { lines?: number };
    throw new UnreadableFile(
      `The file cannot be read${lines ? ` from line ${lines} on` : ''}: ${/quote/i.test(message) ? 'a quotation mark is missing or misplaced.' : 'it is not CSV.'}`,
    );
  }
}

function columnsOf(headings: readonly string[]): Partial<Record<CsvColumn, string>> {
  const found: Partial<Record<CsvColumn, string>> = {};
  for (const column of CSV_COLUMNS) {
    const heading = headings.find((one) => HEADINGS[column].includes(plain(one)));
    if (heading !== undefined) found[column] = heading;
  }
  return found;
}

const known = (mapping: Partial<Record<CsvColumn, string>>, headings: string[]) =>
  Object.fromEntries(Object.entries(mapping).filter(([, heading]) => headings.includes(heading)));
