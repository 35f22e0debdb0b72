import 'server-only';
import { COMPANIONS } from '@/lib/organisation-archive/vocabulary';
import type { Db } from '@/lib/sql';

export type Column = { name: string; type: string; nullable: boolean };
export type Table = {
  name: string;
  columns: readonly Column[];
  /** Point to rows that are written later: they are filled in at the end. */
  later: readonly string[];
};
type Link = { name: string; target: string; columns: string[]; nullable: boolean };

/** Whether a line of an archive says that it is of this organisation. */
export const isOf = (row: Record<string, unknown>, organisation: string): boolean => row.org_id === organisation;
/** The columns that an archive may fill: the database knows the organisation itself. */
export const fillable = ({ columns }: Table): Column[] => columns.filter(({ name }) => name !== 'org_id');

/**
 * The tables that an archive holds, each after those that it points to, the audit log last. Where tables point to each other,
 * or to themselves, the columns that may be empty wait.
 */
export async function archiveTables(db: Db): Promise<Table[]> {
  const columns = await db.$queryRaw<(Column & { table: string })[]>`
    select of as table, name, type, nullable from archive_carried() order by of, at`;
  const links = await db.$queryRaw<Link[]>`select name, target, columns, nullable from archive_links()`;
  const left = new Map<string, Column[]>();
  for (const { table, ...column } of columns) left.set(table, [...(left.get(table) ?? []), column]);
  return inOrder(left, links);
}

/** Throws where a circle of tables has no column that may be empty. */
export function inOrder(tables: ReadonlyMap<string, Column[]>, links: readonly Link[]): Table[] {
  const left = new Map(tables);
  const placed: Table[] = [];
  const isPlaced = (name: string) => placed.some((table) => table.name === name);
  const waits = (name: string, all: boolean) =>
    links.some(
      (link) =>
        link.name === name &&
        (all || !link.nullable) &&
        link.target !== name &&
        !isPlaced(link.target) &&
        left.has(link.target),
    );
  const pointsToItself = (name: string) => {
    const seen = new Set<string>();
    const targetsOf = (one: string) =>
      links.flatMap((link) =>
        link.name === one && link.target !== one && left.has(link.target) && !isPlaced(link.target)
          ? [link.target]
          : [],
      );
    for (const open = targetsOf(name); open.length; ) {
      const next = open.pop() as string;
      if (next === name) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...targetsOf(next));
    }
    return false;
  };
  while (left.size) {
    const rest = [...left.keys()].filter((name) => name !== 'audit' || left.size === 1);
    // Only a circle is broken: what merely points into one comes after it.
    const next =
      rest.find((name) => !waits(name, true)) ?? rest.find((name) => !waits(name, false) && pointsToItself(name));
    if (!next) throw new Error(`These tables wait for each other: ${rest.join(', ')}`);
    const own = left.get(next) ?? [];
    const mayBeEmpty = new Set(own.filter(({ nullable }) => nullable).map(({ name }) => name));
    const later = links
      .filter(({ name, target }) => name === next && (target === next || (left.has(target) && !isPlaced(target))))
      .flatMap(({ columns }) => columns.filter((column) => mayBeEmpty.has(column)));
    left.delete(next);
    placed.push({
      name: next,
      columns: own,
      later: [...new Set([...later, ...(later.length ? (COMPANIONS[next] ?? []) : [])])],
    });
  }
  return placed;
}
