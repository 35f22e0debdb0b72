import pg from 'pg';
import { vi } from 'vitest';
import type { Ctx } from '@/lib/org';

/** Of a plan, as PostgreSQL tells it. */
export type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];

export type Statement = { text: string; values: unknown[] };

/** The statements that `read` sends. */
export async function sent(read: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await read();
  const statements = query.mock.calls.map(([first]) => first as unknown as Statement);
  query.mockRestore();
  return statements;
}

/** How PostgreSQL carries a statement out for this caller, planned for these values or for any. */
export async function planOf({ db }: Ctx, { text, values }: Statement, mode: 'custom' | 'generic'): Promise<Node[]> {
  await db.$executeRawUnsafe(`set local plan_cache_mode = force_${mode}_plan`);
  await db.$executeRawUnsafe(`prepare read_${mode} as ${text}`);
  const literal = (value: unknown): string =>
    value === null
      ? 'null'
      : Array.isArray(value)
        ? `'{${value.map((one) => one ?? 'null').join(',')}}'`
        : `'${String(value).replaceAll("'", "''")}'`;
  const [row] = await db.$queryRawUnsafe<{ 'QUERY PLAN': { Plan: Node }[] }[]>(
    `explain (analyze, format json) execute read_${mode}(${values.map(literal).join(', ')})`,
  );
  await db.$executeRawUnsafe(`deallocate read_${mode}`);
  return all((row as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'][0].Plan);
}
