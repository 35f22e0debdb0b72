/** Host and path → organisation. Pure and edge safe. */

/** Under `/{orgKey}` (specification 2). */
export const ORGANISATION_ROUTES = [
  'login',
  'newpassword',
  'dashboard',
  'task',
  'meeting',
  'taskpage',
  'project',
  'file_manager',
  'userlist',
  'chat',
  'settings',
  'projectdetails',
] as const;

/** Closed by the edge guard without a valid token (specification 2, Guard). */
export const GUARDED_ROUTES = [
  'newpassword',
  'dashboard',
  'task',
  'meeting',
  'taskpage',
  'project',
  'file_manager',
  'projectdetails',
] as const;

/** Of a fetch, or of a request as the server took it. */
export type ReadableHeaders = Pick<Headers, 'get'>;

/** Host with port, as a proxy in front tells it if there is one. Not checked yet. */
export const hostOf = (headers: ReadableHeaders): string =>
  headers.get('x-forwarded-host') ?? headers.get('host') ?? '';

const PUBLIC_ROUTES = [
  'home',
  'signup',
  'forgetpassword',
  'otp',
  'already_registered',
  'new_register',
  'verified',
  'profile',
  'drag',
  'loadingpage',
  'waiting',
  'switch',
  'view',
  'invitation',
  'unsubscribe',
  'today',
  'notifications',
  'deleted',
  'logo',
];

/** Never an organisation's key: they are, or may become, URLs and host names of the product. */
export const RESERVED_KEYS: ReadonlySet<string> = new Set([
  ...ORGANISATION_ROUTES,
  'styles',
  ...PUBLIC_ROUTES,
  ...['api', 'docs', 'dev', 'embed', 'healthz', 'readyz', 'static', 'assets', 'public', 'admin', 'www', 'mail', 'app'],
  ...['auth', 'org', 'orgs', 'organisation', 'organization', 'about', 'blog', 'help', 'support', 'status', 'security'],
  ...['waiting', 'switch', 'invitation', 'register', 'signin', 'signout', 'logout', 'account', 'billing', 'pricing'],
  ...['contact', 'legal', 'privacy', 'terms', 'abuse', 'postmaster', 'webmaster', 'hostmaster', 'smtp', 'localhost'],
  ...['robots', 'favicon', 'sitemap', 'manifest', 'well-known', 'guildhall', 'root', 'system', 'null', 'undefined'],
]);

/** Not given to new organisations because they may become URLs; older ones keep them, so URLs are read as before. */
export const WITHHELD_KEYS: ReadonlySet<string> = new Set([
  ...[
    'index',
    'realtime',
    'user',
    'users',
    'member',
    'members',
    'people',
    'team',
    'teams',
    'client',
    'clients',
    'projects',
    'tasks',
  ],
  ...[
    'file',
    'files',
    'meetings',
    'message',
    'messages',
    'board',
    'calendar',
    'timeline',
    'inbox',
    'search',
    'reports',
  ],
  ...[
    'verify',
    'reset',
    'invite',
    'invites',
    'accept',
    'join',
    'leave',
    'confirm',
    'activate',
    'sso',
    'oauth',
    'callback',
  ],
  ...[
    'health',
    'metrics',
    'ready',
    'live',
    'ping',
    'version',
    'debug',
    'cron',
    'webhook',
    'webhooks',
    'graphql',
    'rest',
  ],
  ...[
    'cdn',
    'img',
    'image',
    'images',
    'media',
    'upload',
    'uploads',
    'download',
    'downloads',
    'files',
    'css',
    'js',
    'ws',
  ],
  ...['new', 'edit', 'delete', 'me', 'my', 'you', 'all', 'none', 'any', 'default', 'home', 'test', 'demo', 'example'],
  ...['login', 'sign-in', 'sign-up', 'sign-out', 'password', 'passwords', 'session', 'sessions', 'token', 'tokens'],
  ...['administrator', 'moderator', 'owner', 'staff', 'official', 'info', 'news', 'jobs', 'careers', 'shop', 'store'],
  ...['constructor', 'prototype', 'hasownproperty', 'tostring', 'valueof', 'true', 'false', 'nan', 'infinity'],
  ...[
    'ns',
    'ns1',
    'ns2',
    'mx',
    'ftp',
    'imap',
    'pop',
    'autoconfig',
    'autodiscover',
    'wpad',
    'isatap',
    'noreply',
    'no-reply',
  ],
]);

/** 2 to 32 of a–z, 0–9 and hyphen, not at either end. Reserved words: see `isOrgKey`. */
export const ORG_KEY = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])$/;

export const isOrgKey = (key: string) => ORG_KEY.test(key) && !RESERVED_KEYS.has(key);

const isOrganisationRoute = (segment: string | undefined) =>
  (ORGANISATION_ROUTES as readonly string[]).includes(segment ?? '');

export type Address =
  | { kind: 'plain'; orgKey: string | null; route: string | null }
  /** A subdomain's short form: serve `pathname` instead. */
  | { kind: 'rewrite'; orgKey: string; route: string; pathname: string }
  /** Another organisation's key under this organisation's host. */
  | { kind: 'foreign' };

/** `ACME.localhost:3000` → `acme` below the root domain `localhost`; null at the root or elsewhere. */
export function subdomainOf(host: string, rootDomain: string | undefined): string | null {
  if (!rootDomain) return null;
  const name = host.toLowerCase().replace(/:\d+$/, '');
  if (!name.endsWith(`.${rootDomain}`)) return null;
  const key = name.slice(0, -rootDomain.length - 1);
  return isOrgKey(key) ? key : null;
}

/** `acme.example.org/dashboard` means `/acme/dashboard`; `/acme/dashboard` is itself, except on another's host. */
export function resolveAddress(host: string, pathname: string, rootDomain: string | undefined): Address {
  const sub = subdomainOf(host, rootDomain);
  const [first, second] = pathname.split('/').filter(Boolean);
  if (sub && isOrganisationRoute(first) && second === undefined) {
    return { kind: 'rewrite', orgKey: sub, route: first as string, pathname: `/${sub}/${first}` };
  }
  const keyed = first !== undefined && isOrgKey(first) && isOrganisationRoute(second);
  if (keyed && sub && first !== sub) return { kind: 'foreign' };
  return { kind: 'plain', orgKey: keyed ? first : sub, route: keyed ? (second as string) : null };
}

/** Whether this installation answers for the host; loopback names count. */
export function isKnownHost(host: string, appUrl: string, rootDomain: string | undefined, loopback: boolean): boolean {
  const name = host.toLowerCase();
  if (name === new URL(appUrl).host.toLowerCase()) return true;
  // Only name and port: `other.host/.ours` ends like ours, but as a URL leads elsewhere.
  const [, bare, port] = /^([a-z0-9.-]+|\[::1\])(?::(\d{1,5}))?$/.exec(name) ?? [];
  if (bare === undefined || Number(port ?? 0) > 65_535 || !URL.canParse(`http://${name}`)) return false;
  if (rootDomain && isWithin(bare, rootDomain)) return true;
  return loopback && (/^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(bare) || isWithin(bare, 'localhost'));
}

/** No key has two hyphens in a row, and newer versions of Node take any text behind `xn--` for a name. */
const isWithin = (host: string, domain: string) =>
  host === domain || (host.endsWith(`.${domain}`) && !/(^|\.)xn--/.test(host.slice(0, -domain.length - 1)));

/**
 * A path of ours to return to, or null. Resolved as a browser would: dots and backslashes can make `//another.host`.
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || next.length > 2000 || /[\\\p{Cc}]/u.test(next)) return null;
  const here = 'http://here.invalid';
  if (!URL.canParse(next, here)) return null;
  const { origin, pathname, search, hash } = new URL(next, here);
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : null;
}

/**
 * The page under another key: `/old/task?q=a` → `/new/task?q=a`, on an organisation's own host with the new key's host.
 */
export function urlUnder(
  present: string,
  former: string,
  path: string,
  host: string,
  { rootDomain, secure }: { rootDomain: string | undefined; secure: boolean },
): string {
  const rest = path.startsWith(`/${former}/`) ? path.slice(former.length + 1) : '/dashboard';
  if (subdomainOf(host, rootDomain) !== former) return `/${present}${rest}`;
  return `${secure ? 'https' : 'http'}://${present}${host.slice(former.length)}${rest}`;
}
