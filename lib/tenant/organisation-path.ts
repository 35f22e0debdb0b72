/** The host that a page is under, if it is an organisation's own: `acme` and `http://acme.localhost:3000`. */
export type OrganisationHost = { key: string; origin: string };

/** A page of one organisation, such as `task?view=board`, to its URL. */
export type HrefTo = (page: string) => string;

/**
 * The one way from an organisation to the URL of its pages. Elsewhere `/acme/task`; under the organisation's own host
 * `/task`; under the host of another one the full URL on its own host, since `/globex/task` means nothing there.
 */
export function linksOf(key: string, host: OrganisationHost | null): HrefTo {
  const base = !host ? `/${key}` : host.key === key ? '' : ownOrigin(key, host);
  return (page) => `${base}/${page}`;
}

function ownOrigin(key: string, host: OrganisationHost): string {
  const { protocol, host: name } = new URL(host.origin);
  return `${protocol}//${key}${name.slice(host.key.length)}`;
}

/** A path as it is linked to under `host`: `/acme/task?q=a` → `/task?q=a` on `acme`'s own host, any other as it is. */
export function shortPath(path: string, host: OrganisationHost | null): string {
  return host && path.startsWith(`/${host.key}/`) ? path.slice(host.key.length + 1) : path;
}
