/** Ids of an archive become others, each always the same one, so that an organisation can be imported beside itself. Runs anywhere. */

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ONE = new RegExp(`^${ID}$`);
const ALL = new RegExp(ID, 'g');
const IN_LINK = new RegExp(`/api/fileContent/${ID}`, 'g');
const LAST = 24;

/** What people write is theirs: there only addresses of files change. */
const PROSE: ReadonlySet<string> = new Set(
  'title name body description note summary earlier reason status_text phone company email said approval_note'.split(
    ' ',
  ),
);

/** `mask`: six random bytes in hex. The order of ids stays: what orders them is before their last six bytes. */
export class IdMap {
  readonly #high: number;
  readonly #low: number;

  /** `known`: ids of rows that are here already, by those of the archive. */
  constructor(
    mask: string,
    readonly known: Map<string, string>,
  ) {
    this.#high = Number.parseInt(mask.slice(0, 6), 16);
    this.#low = Number.parseInt(mask.slice(6), 16);
  }

  id(id: string): string {
    const known = this.known.get(id);
    if (known) return known;
    const high = Number.parseInt(id.slice(LAST, LAST + 6), 16) ^ this.#high;
    const low = Number.parseInt(id.slice(LAST + 6), 16) ^ this.#low;
    const hex = (value: number) => value.toString(16).padStart(6, '0');
    return `${id.slice(0, LAST)}${hex(high)}${hex(low)}`;
  }

  /** In a column or field of this name. */
  text(text: string, name: string): string {
    if (text.length < 36) return text;
    if (PROSE.has(name) || /\s/.test(text))
      return text.includes('/api/fileContent/')
        ? text.replace(IN_LINK, (link) => link.slice(0, -36) + this.id(link.slice(-36)))
        : text;
    return ONE.test(text) ? this.id(text) : text.replace(ALL, (id) => this.id(id));
  }

  /** Anywhere in a value of JSON, names of fields included. */
  value(value: unknown, name: string): unknown {
    if (typeof value === 'string') return this.text(value, name);
    if (Array.isArray(value)) return value.map((one) => this.value(one, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, one]) => [ONE.test(field) ? this.id(field) : field, this.value(one, field)]),
    );
  }
}
