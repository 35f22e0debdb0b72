/** What a browser needs to reach the Channels service. Handed down at run time; holds no secret. */
export type LiveConfig = {
  key: string;
  /** A cluster of the provider; with `host` given, the host wins. */
  cluster?: string;
  /** Default, when there is no cluster either: the host of the page's own address. */
  host?: string;
  port?: number;
  tls: boolean;
};

type ServiceConfig = LiveConfig & { local: boolean };

/** The browser's part of the service's configuration; null when none is configured. */
export function liveConfigOf(config: ServiceConfig | undefined): LiveConfig | null {
  if (!config) return null;
  const { key, cluster, host, port, tls, local } = config;
  // The server beside the application is known to the browser by the name of the page it looks at.
  return local ? { key, port, tls: false } : { key, cluster: host ? undefined : cluster, host, port, tls };
}

/** Addresses for the policy's `connect-src`, of a page served by `hostname` (no port). */
export function liveSources(config: LiveConfig | null, hostname: string): string[] {
  if (!config) return [];
  const host = config.host ?? (config.cluster ? `ws-${config.cluster}.pusher.com` : hostname);
  const port = config.port === undefined ? '' : `:${config.port}`;
  return [`${config.tls ? 'wss' : 'ws'}://${host}${port}`];
}
