import type { RealtimeConfig } from '@/lib/env';

/** What a browser needs to reach the Channels service, given at run time. No secrets. */
export type LiveConfig = {
  key: string;
  /** A cluster of the provider; `host` takes precedence. */
  cluster?: string;
  /** Default without a cluster: the host of the page's address. */
  host?: string;
  /** Default at the page's host: the page's port; else the scheme's. */
  port?: number;
  /** Before the protocol's own path, such as `/realtime`. */
  path?: string;
  tls: boolean;
};

/** A TLS proxy forwards this path to our own server (REALTIME_PORT), with WebSockets. */
export const PROXIED_PATH = '/realtime';

/** Null when no service is configured. Throws for an invalid public address. */
export function liveConfigOf(config: RealtimeConfig | undefined): LiveConfig | null {
  if (!config) return null;
  const { key, cluster, host, port, tls, local, publicUrl, https } = config;
  if (publicUrl) return { key, ...readPublicUrl(publicUrl) };
  if (!local) return { key, cluster: host ? undefined : cluster, host, port, tls };
  // Browsers use the page's host name. A TLS page allows only TLS, so there the proxy with the certificate forwards
  // them.
  return https ? { key, path: PROXIED_PATH, tls: true } : { key, port, tls: false };
}

function readPublicUrl(text: string): Pick<LiveConfig, 'host' | 'port' | 'path' | 'tls'> {
  const { protocol, hostname, port, pathname } = new URL(text);
  if (!/^(wss?|https?):$/.test(protocol)) throw new TypeError(`${text} is not a URL for WebSockets`);
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  const tls = protocol === 'wss:' || protocol === 'https:';
  return { host: hostname, port: port ? Number(port) : undefined, path: path || undefined, tls };
}

/** For the policy's `connect-src` of a page served by `host` (with port). */
export function liveSources(config: LiveConfig | null, host: string): string[] {
  if (!config) return [];
  const { tls } = config;
  const named = config.host ?? (config.cluster && `ws-${config.cluster}.pusher.com`);
  const [hostname = '', pagePort] = host.split(/:(?=\d+$)/);
  const port = config.port ?? (named === undefined ? pagePort : undefined);
  return [`${tls ? 'wss' : 'ws'}://${named ?? hostname}${port === undefined ? '' : `:${port}`}`];
}
