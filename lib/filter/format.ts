/**
 * A filter as text, for addresses and calls: `status:1,2;!assignee:me;(due:overdue|due:none)`. `;` joins what must all
 * be true, `|` alternatives, `!` turns round, `,` separates the values of a field, and `\` takes the next character as it is.
 * A field is a word, or a word and an id behind a dot. Knows nothing of fields. Runs anywhere.
 */
import { cut } from '@/lib/text';

export type Rule = { field: string; not: boolean; values: readonly string[] };
export type Group = { join: 'all' | 'any'; not: boolean; of: readonly Item[] };
export type Item = Rule | Group;

export const isGroup = (item: Item): item is Group => 'of' in item;

/** Groups within groups, the outermost counted. */
const DEPTH = 3;
const RULES = 50;
export const FILTER_LENGTH = 4000;

export class FilterFault extends Error {}

const SEPARATOR = { all: ';', any: '|' } as const;
const SPECIAL = /[\\,;|()]/g;
const escaped = (value: string) => value.replace(SPECIAL, '\\$&');

/** Reads a filter; a FilterFault says in words what is wrong. An empty text is the group that leaves nothing out. */
export function parseFilter(text: string): Group {
  let at = 0;
  let rules = 0;

  function word(): string {
    let value = '';
    for (; at < text.length && !',;|()'.includes(text.charAt(at)); at++)
      value += text[at] === '\\' ? text.charAt(++at) : text[at];
    return value;
  }
  function item(depth: number): Item {
    const not = text[at] === '!';
    if (not) at++;
    if (text[at] === '(') {
      at++;
      const inner = group(depth + 1);
      if (text[at] !== ')') throw new FilterFault('A bracket is not closed.');
      at++;
      return { ...inner, not };
    }
    return rule(not);
  }
  function rule(not: boolean): Rule {
    if (++rules > RULES) throw new FilterFault(`A filter has at most ${RULES} conditions.`);
    const [, field = '', rest] = /^([a-z]*(?:\.[0-9a-f-]*)?)(:?)/.exec(text.slice(at)) ?? [];
    if (!rest)
      throw new FilterFault(`Write a condition as field:value, not “${cut(text.slice(at, at + 200), 20, '…')}”.`);
    at += field.length + 1;
    const values = [word()];
    for (; text[at] === ','; ) {
      at++;
      values.push(word());
    }
    return { field, not, values: values.map((value) => value.trim()).filter(Boolean) };
  }
  function group(depth: number): Group {
    if (depth > DEPTH) throw new FilterFault(`Brackets go ${DEPTH - 1} deep at most.`);
    const of = [item(depth)];
    const sign = text[at];
    if (sign !== ';' && sign !== '|') return { join: 'all', not: false, of };
    for (; text[at] === sign; ) {
      at++;
      of.push(item(depth));
    }
    if (text[at] === ';' || text[at] === '|') throw new FilterFault('Put brackets around what belongs together.');
    return { join: sign === ';' ? 'all' : 'any', not: false, of };
  }

  if (text.length > FILTER_LENGTH) throw new FilterFault(`A filter has ${FILTER_LENGTH} characters at most.`);
  if (!text) return { join: 'all', not: false, of: [] };
  const whole = group(1);
  if (at < text.length) throw new FilterFault('A bracket is closed that was not opened.');
  return whole;
}

/** What `parseFilter` reads back the same. */
export function printFilter({ join, of }: Group): string {
  const print = (item: Item): string => {
    const sign = item.not ? '!' : '';
    if (isGroup(item)) return `${sign}(${printFilter(item)})`;
    return `${sign}${item.field}:${item.values.map(escaped).join(',')}`;
  };
  return of.map(print).join(SEPARATOR[join]);
}
