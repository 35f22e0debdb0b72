/** What a browser needs to reach the Channels service. Handed down at run time; holds no secret. */
export type LiveConfig = {
  key: string;
  /** A cluster of the provider; with `host` given, the host wins. */
  cluster?: string;
  /** Default, when there is no cluster either: the host of the page's own address. */
  host?: string;
  /** Default at the page's own host: the page's port; else the scheme's. */
  port?: number;
  /** Before the protocol's own path, such as `/realtime`. */
  path?: string;
  tls: boolean;
};

type ServiceConfig = LiveConfig & {
  local: boolean;
  /** Where browsers find it, when that is configured: `wss://host:port/path`, or `https:`. */
  publicUrl?: string;
  /** Whether people reach the installation by https. */
  https: boolean;
};

/** What a proxy that ends TLS hands on to our own server (its port is REALTIME_PORT), with WebSockets. */
export const PROXIED_PATH = '/realtime';

/** The browser's part of the service's configuration; null when none is configured. Throws for a public address that is none. */
export function liveConfigOf(config: ServiceConfig | undefined): LiveConfig | null {
  if (!config) return null;
  const { key, cluster, host, port, tls, local, publicUrl, https } = config;
  if (publicUrl) return { key, ...readPublicUrl(publicUrl) };
  if (!local) return { key, cluster: host ? undefined : cluster, host, port, tls };
  // The server beside the application is known to the browser by the name of the page it looks at. A page with TLS may
  // speak to nothing without it, so there the proxy that has the certificate hands the connections on.
  return https ? { key, path: PROXIED_PATH, tls: true } : { key, port, tls: false };
}

function readPublicUrl(text: string): Pick<LiveConfig, 'host' | 'port' | 'path' | 'tls'> {
  const { protocol, hostname, port, pathname } = new URL(text);
  if (!/^(wss?|https?):$/.test(protocol)) throw new TypeError(`${text} is not a URL for WebSockets`);
  const path = pathname.replace(/\/+$/, '');
  const tls = protocol === 'wss:' || protocol === 'https:';
  return { host: hostname, port: port ? Number(port) : undefined, path: path || undefined, tls };
}

/** Addresses for the policy's `connect-src`, of a page served by `host` (with its port, if it has one). */
export function liveSources(config: LiveConfig | null, host: string): string[] {
  if (!config) return [];
  const { tls } = config;
  const named = config.host ?? (config.cluster && `ws-${config.cluster}.pusher.com`);
  const [hostname = '', pagePort] = host.split(/:(?=\d+$)/);
  const port = config.port ?? (named === undefined ? pagePort : undefined);
  return [`${tls ? 'wss' : 'ws'}://${named ?? hostname}${port === undefined ? '' : `:${port}`}`];
}
