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

const MARKED = /^[ \t]*(?:[-*+•][ \t]*)?(?:\[([^\]\n]{0,12})\]|([☐☑☒✅✔]))[ \t]*(\S.*)$/;
const isDone = (mark: string) => /^\s*(?:x|✓|✔|done|complete|completed|yes)\s*$/i.test(mark) || /[☑☒✅✔]/.test(mark);

/** One line each; `# Home` is the name of those below it. */
export function checklistOf(text: string, separator: RegExp): Line[] {
  const items = /^\s*[[{]\s*["{]/.test(text) ? ofJson(text) : null;
  if (items) return items;
  let group = '';
  return text
    .replace(/\r\n?/g, '\n')
    .split(separator)
    .flatMap((line): Line[] => {
      const [, heading] = /^\s*(?:#+|-{3,})\s*(\S.*)$/.exec(line) ?? [];
      if (heading) {
        group = /^default checklist$/i.test(heading.trim()) ? '' : `${heading.trim()}: `;
        return [];
      }
      const [, mark, sign, words] = MARKED.exec(line) ?? [];
      const bare = /^\s*(?:([-+*])\s+)?(.*)$/.exec(line);
      const title = (words ?? bare?.[2] ?? '').trim();
      const done = words === undefined ? bare?.[1] === '+' : isDone(mark ?? sign ?? '');
      return title ? [{ title: group + title, done }] : [];
    });
}

/** Lines with a box in a plain text are its checklist; `rest` is the text without them. */
export function takeChecklist(text: string): { rest: string; checklist: Line[] } {
  const checklist: Line[] = [];
  let code = false;
  const rest = text.split(/\r?\n/).filter((line) => {
    if (/\{(?:code|noformat)/.test(line)) code = !code;
    const [, mark, sign, title] = MARKED.exec(line) ?? [];
    if (code || title === undefined || !(sign || /^(?: ?|[xX✓✔])$/.test(mark ?? '-'))) return true;
    checklist.push({ title: title.trim(), done: isDone(mark ?? sign ?? '') });
    return false;
  });
  return checklist.length ? { rest: rest.join('\n').trim(), checklist } : { rest: text, checklist };
}
