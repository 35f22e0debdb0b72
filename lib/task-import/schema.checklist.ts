/** Checklists as cells of a table hold them. Runs anywhere. */
import { z } from 'zod';
import type { ImportedTask } from '@/lib/task-import/schema.file';

type Line = ImportedTask['checklist'][number];

const Item = z.object({ name: z.string(), checked: z.boolean().catch(false), isHeader: z.boolean().catch(false) });

/** `{"name":…,"checked":…}`, one or a list of them, as add-ons of Jira write. */
function ofJson(text: string): Line[] | null {
  try {
    const given: unknown = JSON.parse(text);
    const items = (Array.isArray(given) ? given : [given]).flatMap((one) => Item.safeParse(one).data ?? []);
    return items.filter(({ isHeader }) => !isHeader).map(({ name, checked }) => ({ title: name, done: checked }));
  } catch {
    return null;
  }
}

/** What ends a line besides a line feed. */
const OTHER_ENDS = /\r\n?|[\u2028\u2029]/g;
const HEADING = /^(?:#+|-{3,})/;
const BULLET = /^([-+*])\s/;
const MARKED = /^[ \t]*(?:[-*+•][ \t]*)?(?:\[([^\]\n]{0,12})\]|([☐☑☒✅✔]))[ \t]*(\S.*)$/;
const isDone = (mark: string) => /^\s*(?:x|✓|✔|done|complete|completed|yes)\s*$/i.test(mark) || /[☑☒✅✔]/.test(mark);

/** As our own exports write it, whatever a line holds. */
export const exportedChecklist = (text: string): Line[] =>
  text.split('\n').flatMap((line) => {
    const [, mark, title] = /^\[([ x])\] (.*)$/s.exec(line) ?? [];
    return title ? [{ title, done: mark === 'x' }] : checklistOf(line, true);
  });

/**
 * One line each, or several in one that semicolons separate, if `byLines` does not say otherwise: before boxes alone where
 * there are any. `# Home` is the name of those below it.
 */
export function checklistOf(text: string, byLines = false): Line[] {
  const items = /^\s*[[{]\s*["{]/.test(text) ? ofJson(text) : null;
  if (items) return items;
  let group = '';
  const whole = text.replace(OTHER_ENDS, '\n').trim();
  const one = !byLines && !whole.includes('\n');
  return whole
    .split(!one ? '\n' : MARKED.test(whole) ? /;(?=[ \t]*\[[^\]\n]{0,12}\])/ : ';')
    .flatMap((given): Line[] => {
      const line = given.trim();
      const marks = HEADING.exec(line)?.[0];
      if (marks) {
        const heading = line.slice(marks.length).trim();
        group = !heading || /^default checklist$/i.test(heading) ? '' : `${heading}: `;
        return [];
      }
      const [, mark, sign, words] = MARKED.exec(line) ?? [];
      const bullet = BULLET.exec(line)?.[1];
      const title = (words ?? (bullet ? line.slice(1) : line)).trim();
      const done = words === undefined ? bullet === '+' : isDone(mark ?? sign ?? '');
      return title ? [{ title: group + title, done }] : [];
    });
}

/** Lines with a box in a plain text are its checklist; `rest` is the text without them. */
export function takeChecklist(text: string): { rest: string; checklist: Line[] } {
  const checklist: Line[] = [];
  let code = false;
  const rest = text
    .replace(OTHER_ENDS, '\n')
    .split('\n')
    .filter((line) => {
      if (/\{(?:code|noformat)/.test(line)) code = !code;
      const [, mark, sign, title] = MARKED.exec(line) ?? [];
      if (code || title === undefined || !(sign || /^(?: ?|[xX✓✔])$/.test(mark ?? '-'))) return true;
      checklist.push({ title: title.trim(), done: isDone(mark ?? sign ?? '') });
      return false;
    });
  return checklist.length ? { rest: rest.join('\n').trim(), checklist } : { rest: text, checklist };
}
