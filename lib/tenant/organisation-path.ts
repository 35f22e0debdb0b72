/** For a page under an organisation's own host: `acme` and `http://acme.localhost:3000`. */
export type OrganisationHost = { key: string; origin: string };

/** From an organisation's page, such as `task?view=board`, to its URL. */
export type HrefTo = (page: string) => string;

/**
 * Usually `/acme/task`; on its own host `/task`; on another's host the full URL, as `/globex/task` means nothing there.
 * `origin`: of the pages, for what another host serves.
 */
export function linksOf(key: string, host: OrganisationHost | null, origin = ''): HrefTo {
  const base = !host ? `${origin}/${key}` : host.key === key ? '' : ownOrigin(key, host);
  return (page) => `${base}/${page}`;
}

function ownOrigin(key: string, host: OrganisationHost): string {
  const { protocol, host: name } = new URL(host.origin);
  return `${protocol}//${key}${name.slice(host.key.length)}`;
}

/** `/acme/task?q=a` → `/task?q=a` on `acme`'s own host; other paths stay. */
export function shortPath(path: string, host: OrganisationHost | null): string {
  return host && path.startsWith(`/${host.key}/`) ? path.slice(host.key.length + 1) : path;
}
