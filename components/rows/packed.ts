/** Rows as one short text: each name once, repeated values once. `T` is a row. */
export type Packed<T> = string & { readonly row?: T };

/**
 * A name with its values; or with different values and, for each row, which one it has (lists: which ones), or 0 where all
 * rows have the same.
 */
type Column = [name: string, values: unknown[]] | [name: string, different: unknown[], codes: Code[] | 0];
type Code = number | number[] | null;

/**
 * What a page's rows are to its island: as objects they would be longer than their HTML, and each value would be
 * serialised on its own.
 * @param rows plain JSON: what is `undefined` is left out
 */
export function packed<T extends object>(rows: readonly T[]): Packed<T> {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return JSON.stringify([rows.length, ...[...names].map((name) => columnOf(name, rows as readonly never[]))]);
}

export function unpacked<T>(text: Packed<T>): T[] {
  const [count, ...columns] = JSON.parse(text) as [number, ...Column[]];
  const rows = Array.from({ length: count }, (): Record<string, unknown> => ({}));
  for (const [name, values, codes] of columns)
    for (const [at, row] of rows.entries()) {
      const code = codes === 0 ? 0 : codes ? codes[at] : at;
      if (code === null || code === undefined) continue;
      row[name] = Array.isArray(code) ? code.map((one) => values[one]) : values[code];
    }
  return rows as T[];
}

function columnOf(name: string, rows: readonly Record<string, unknown>[]): Column {
  const values = rows.map((row) => row[name]);
  const different = new Map<unknown, { code: number; value: unknown }>();
  const codeOf = (value: unknown): number => {
    const same = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    const known = different.get(same);
    if (known) return known.code;
    different.set(same, { code: different.size, value });
    return different.size - 1;
  };
  const codes = values.map((value): Code => {
    if (value === undefined) return null;
    return Array.isArray(value) ? value.map(codeOf) : codeOf(value);
  });
  const repeats = different.size * 3 <= rows.length * 2 || codes.some((code) => typeof code !== 'number');
  const whole = different.size === 1 && codes.every((code) => code === 0);
  return repeats ? [name, Array.from(different.values(), ({ value }) => value), whole ? 0 : codes] : [name, values];
}
