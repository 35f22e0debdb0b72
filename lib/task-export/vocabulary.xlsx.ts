/** A workbook of one sheet (ECMA-376), row by row. Runs anywhere. */
import { makeZip } from 'client-zip';
import { spreadsheetText } from '@/lib/csv';
import { type Column, cellOf, type ExportedTask } from '@/lib/task-export/vocabulary';
import { cutUnits } from '@/lib/text';

/** Of a sheet: what Excel opens. */
export const MOST_ROWS = 1_048_575;
const MOST_LETTERS = 32_767;
const DAY_MS = 86_400_000;
/** Excel's day 0, as its calendar counts after its false leap day. */
const EPOCH = Date.UTC(1899, 11, 30);

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Places in the list of styles. */
const STYLE = { heading: 1, day: 2, instant: 3 } as const;

const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Tasks" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** @param pages rows as they are read. Throws where there are more than a sheet holds */
export function workbook(columns: readonly Column[], pages: AsyncIterable<ExportedTask[]>): ReadableStream<Uint8Array> {
  async function* files() {
    for (const [name, text] of Object.entries(PARTS)) yield { name, input: HEAD + text };
    yield { name: 'xl/worksheets/sheet1.xml', input: sheet(columns, pages) };
  }
  return makeZip(files(), { buffersAreUTF8: true });
}

async function* sheet(columns: readonly Column[], pages: AsyncIterable<ExportedTask[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const headings = columns.map(({ heading }) => textCell(heading, STYLE.heading)).join('');
  yield encoder.encode(
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${headings}</row>`,
  );
  for await (const tasks of pages)
    yield encoder.encode(tasks.map((task) => `<row>${columns.map((one) => cell(task, one)).join('')}</row>`).join(''));
  yield encoder.encode('</sheetData></worksheet>');
}

function cell(task: ExportedTask, column: Column): string {
  const value = cellOf(task, column);
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  if (column.kind === 'text') return textCell(value);
  const at = (Date.parse(value) - EPOCH) / DAY_MS;
  return `<c s="${STYLE[column.kind === 'day' ? 'day' : 'instant']}"><v>${at}</v></c>`;
}

const textCell = (value: string, style = 0) =>
  `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them.
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;
const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** As long as a cell may be; what Excel reads as an escape (`_x000D_`) is written so that it shows as it is. */
const escaped = (value: string) =>
  cutUnits(spreadsheetText(value), MOST_LETTERS)
    .replace(NOT_IN_XML, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"\r]/g, (sign) => ENTITY[sign] as string);
