import { WebSocket } from 'ws';
import { PROXIED_PATH } from '../../lib/realtime/live-config';

/** Behind a proxy, without a trailing slash; undefined without a proxy. Takes APP_URL and REALTIME_PUBLIC_URL. */
export function publicRealtimeUrl(appUrl?: string, publicUrl?: string): string | undefined {
  const url = publicUrl ?? (appUrl?.startsWith('https:') ? `${new URL(appUrl).origin}${PROXIED_PATH}` : undefined);
  return url?.replace(/^http/, 'ws').replace(/\/+$/, '');
}

/** Known by its error for a missing application. Never rejects. */
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
