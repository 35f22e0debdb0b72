/** As Next passes them to a page. */
export type Search = Record<string, string | string[] | undefined>;

/** The first value of a parameter; '' where there is none. */
export function textOf(search: Search, name: string): string {
  const value = search[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
}

/** The view with some parameters changed; empty values remove them. Any other change drops the page number. */
export function addressWith(path: string, search: Search, changes: Record<string, string | number | null>): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(search)) {
    const value = textOf(search, name);
    if (value && !(name in changes) && name !== 'page') query.set(name, value);
  }
  for (const [name, value] of Object.entries(changes)) if (value) query.set(name, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
