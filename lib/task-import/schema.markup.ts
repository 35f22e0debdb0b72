/** Jira's markup as Markdown, as far as one can tell the two apart. Runs anywhere. */

type Accounts = ReadonlyMap<string, string>;

/** `accounts`: names by id, for mentions. Code stays as it is. */
export const jiraMarkdown = (text: string, accounts: Accounts = new Map()): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/(\{(?:code|noformat)(?::[^{}\n]*)?\}[\s\S]*?\{(?:code|noformat)(?::[^{}\n]*)?\})/)
    .map((part, at) => (at % 2 ? codeOf(part) : proseOf(part, accounts)))
    .join('');

function codeOf(part: string): string {
  const [, settings = '', code = ''] =
    /^\{(?:code|noformat)(?::([^{}\n]*))?\}([\s\S]*?)\{(?:code|noformat)[^{}]*\}$/.exec(part) ?? [];
  const language = /^[A-Za-z+#]*/.exec(settings)?.[0] ?? '';
  return `\n\`\`\`${language}\n${code.replace(/^\n|\n$/g, '')}\n\`\`\`\n`;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
};

const entity = (whole: string, name: string): string => {
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  return code > 31 && code < 0x110000 ? String.fromCodePoint(code).toWellFormed() : whole;
};

const PICTURE = /!((?:https?:\/\/)?[^!\n|]{1,300}\.(?:png|jpe?g|gif|svg|webp|bmp|heic))(?:\|[^!\n]{0,200})?!/gi;
const BOLD = /(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/g;
const STRUCK = /(?<![\w-])-(?=[^\s-])([^-\n]{1,500}?)(?<=\S)-(?![\w-])/g;
const UNDERLINED = /(?<![\w+])\+(?=[^\s+])([^+\n]{1,500}?)(?<=\S)\+(?![\w+])/g;

/** Addresses in the text itself, without the signs that end a sentence or are emphasis. */
const ADDRESS = /https?:\/\/[^\s<>|[\]\ue000]*[^\s<>|[\]\ue000*_+.,;:!?(){}-]/g;
/** What stands for a part that stays as it is. */
const MARKS = /[\ue000\ue001]/g;
const MARK = /\ue000(\d+)\ue001/g;

function proseOf(text: string, accounts: Accounts): string {
  // Code and links stay as they are, whatever signs they have.
  const kept: string[] = [];
  const keep = (part: string): string => `\ue000${kept.push(part) - 1}\ue001`;
  const whole = (part: string): string => part.replace(MARK, (_, at) => whole(kept[at] ?? ''));
  // The text of a link may be its address again, which would be a link in a link.
  const link = (words: string, address: string): string =>
    /^\s*https?:\S+\s*$/.test(words)
      ? keep(`<${address}>`)
      : `[${words}](${keep(/[()]/.test(address) ? `<${address}>` : address)})`;
  const prose = text
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, entity)
    .replace(MARKS, '')
    .replace(
      /^([*#-]{1,6})[ \t]+/gm,
      (_, marks: string) => `${'   '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '-'} `,
    )
    .replace(/^h([1-6])\.[ \t]+/gm, (_, level) => `${'#'.repeat(Number(level))} `)
    .replace(/^-{4,}$/gm, '\n---\n')
    .replace(/\\\\(?=\s|$)/g, '  ')
    .replace(/\{quote\}([\s\S]*?)\{quote\}/g, (_, quote: string) => `\n${quote.trim().replace(/^/gm, '> ')}\n`)
    .replace(/^bq\.[ \t]+/gm, '> ')
    .replace(/\{panel:([^{}\n]*)\}/g, (_, given: string) => panelTitle(given))
    .replace(/\{(?:color|panel|anchor|section|column|toc)(?::[^{}\n]*)?\}/g, '')
    .replace(/\{\{((?:[^{}\n]|\{[^{}\n]*\})+)\}\}/g, (_, code: string) => keep(`\`${code}\``))
    .replace(PICTURE, (_, name: string) => keep(/^https?:/i.test(name) ? `<${encodeURI(name)}>` : `\`${name}\``))
    .replace(
      /\[~accountid:([^[\]\n]+)\]|\[~([^[\]\n]+)\]/g,
      (_, id, name) => `@${accounts.get(name ?? id) ?? name ?? id}`,
    )
    .replace(/\[\^([^[\]\n]+)\]/g, (_, name: string) => keep(`\`${name}\``))
    .replace(
      /\[([^|[\]\n]+)\|((?:https?:\/\/|mailto:)[^|[\]\s]+)(?:\|[^[\]\n]*)?\]/g,
      (_, words: string, address: string) => link(words, address),
    )
    .replace(
      /\[(?:mailto:)?(https?:\/\/[^|[\]\s]+|[^|[\]\s@:]+@[^|[\]\s@]+)(?:\|[^[\]\n]*)?\]/g,
      (_, address: string) => keep(`<${address}>`),
    )
    .replace(/\[([^|[\]\n]+)\|[^[\]\n]*\]/g, '$1')
    .replace(ADDRESS, keep)
    .replace(BOLD, '**$1**')
    .replace(STRUCK, '~~$1~~')
    .replace(UNDERLINED, '$1')
    .replace(/(?<!\w)\((?:\/|x)\)(?!\w)/g, (mark) => (mark === '(/)' ? '✔' : '✘'));
  return tables(whole(prose));
}

/** Of `borderStyle=solid|title=What it says`, the title as a line of its own. */
function panelTitle(given: string): string {
  const at = given.indexOf('title=');
  const title = at < 0 ? '' : (given.slice(at + 'title='.length).split('|', 1)[0] ?? '').trim();
  return title && `\n*${title}*\n\n`;
}

/** `||Head||` and `|cell|`; Markdown wants a head, so one without it gets an empty one. */
function tables(text: string): string {
  const lines: string[] = [];
  let within = false;
  for (const line of text.split('\n')) {
    const row = /^[ \t]*\|.*\|[ \t]*$/.test(line) ? line.trim() : null;
    if (row) {
      const isHead = row.startsWith('||');
      const cells = row
        .slice(isHead ? 2 : 1)
        .replace(/\|{1,2}$/, '')
        .split(/\|{1,2}/)
        .map((cell) => cell.trim());
      if (!within) {
        lines.push('', rowOf(isHead ? cells : cells.map(() => '')), rowOf(cells.map(() => '---')));
        if (!isHead) lines.push(rowOf(cells));
      } else lines.push(rowOf(cells));
    } else lines.push(...(within && line.trim() ? ['', line] : [line]));
    within = row !== null;
  }
  return lines.join('\n');
}

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
