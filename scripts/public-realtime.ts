import { WebSocket } from 'ws';
import { PROXIED_PATH } from '../lib/realtime/live-config';

/**
 * Where browsers look for a realtime server of our own that stands behind a proxy, without a slash at the end; undefined
 * where nothing stands between. Takes the settings APP_URL and REALTIME_PUBLIC_URL.
 */
export function publicRealtimeUrl(appUrl?: string, publicUrl?: string): string | undefined {
  const url = publicUrl ?? (appUrl?.startsWith('https:') ? `${new URL(appUrl).origin}${PROXIED_PATH}` : undefined);
  return url?.replace(/^http/, 'ws').replace(/\/+$/, '');
}

/** Whether our own realtime server is heard at an address: it tells whoever names no application so. Never rejects. */
export function isRealtimeAt(url: string, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url}/app/doctor?protocol=7`, { handshakeTimeout: timeout });
    const timer = setTimeout(() => socket.terminate(), timeout);
    let heard = false;
    socket.on('message', (data) => {
      heard = String(data).includes('4001');
      socket.close();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(heard);
    });
  });
}
