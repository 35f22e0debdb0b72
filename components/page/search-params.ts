/** The search parameters of a page, as Next hands them over. */
export type Search = Record<string, string | string[] | undefined>;

/** One parameter as text; the first where it is given several times, '' where it is not. */
export function textOf(search: Search, name: string): string {
  const value = search[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
}

/**
 * The same view with some parameters changed; an empty value takes one away. The page number falls away with any
 * other change, since another selection begins at its start.
 */
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
