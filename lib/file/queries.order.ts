import 'server-only';
import { invalidField } from '@/lib/errors';
import type { FileSort } from '@/lib/file/vocabulary';
import { empty, type Sql, sql } from '@/lib/sql';
import { id as idSchema, isInstant } from '@/lib/validation';

const anyText = () => true;

/** What the file `f` is ordered by; in a cursor as `text`, which `type` reads back. */
const KEYS: Record<string, { key: Sql; text?: Sql; type: Sql; reads: (text: string) => boolean }> = {
  name: { key: sql`f.name_order`, type: sql`text`, reads: anyText },
  size: { key: sql`f.size`, type: sql`bigint`, reads: (text) => /^\d{1,18}$/.test(text) },
  changed: {
    key: sql`f.updated_at`,
    text: sql`to_char(f.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    type: sql`timestamptz`,
    reads: isInstant,
  },
  type: { key: sql`f.type collate "C"`, type: sql`text`, reads: anyText },
  uploaded_by: {
    key: sql`coalesce((select lower(m.name) from member m where m.org_id = f.org_id and m.id = f.uploaded_by_id), '') collate "C"`,
    type: sql`text`,
    reads: anyText,
  },
};

const partsOf = (sort: FileSort) => {
  const down = sort.startsWith('-');
  return { down, ...(KEYS[down ? sort.slice(1) : sort] as (typeof KEYS)[string]) };
};

/** `order` is total. */
export function sortOf(sort: FileSort): { text: Sql; order: Sql } {
  const { down, key, text = sql`${key}::text` } = partsOf(sort);
  return { text, order: down ? sql`${key} desc, f.id desc` : sql`${key}, f.id` };
}

/** Opaque: where a page ended. */
export const cursorOf = (key: string, id: string): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

/** A condition for what follows the cursor; `invalid` for one of another list. */
export function afterCursor(sort: FileSort, cursor: string | undefined): Sql {
  if (cursor === undefined) return empty;
  const { down, key, type, reads } = partsOf(sort);
  const [value, id] = read(cursor);
  if (value === undefined || id === undefined || !reads(value))
    throw invalidField('cursor', 'This is not a cursor of this list.');
  const end = sql`(${value}::text::${type}, ${id}::uuid)`;
  return down ? sql`and (${key}, f.id) < ${end}` : sql`and (${key}, f.id) > ${end}`;
}

function read(cursor: string): [string?, string?] {
  try {
    const [value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const known = idSchema.safeParse(id);
    return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') && known.success
      ? [value, known.data]
      : [];
  } catch {
    return [];
  }
}
