import 'server-only';
import http from 'node:http';
import https from 'node:https';
import { env } from '@/lib/env';
import { log } from '@/lib/log';
import { isPushEndpoint, publicLookup } from '@/lib/push/endpoint';

/** Messages to browsers, through the push service that each names: sealed for the browser alone (RFC 8291), signed by our keys. */

export type PushTarget = { endpoint: string; p256dh: string; auth: string };
/** Short words, and ids. `url`: a path of this installation. */
export type PushMessage = { id: string; tag: string; title: string; body: string; url: string };
export type Pushed = 'sent' | 'gone' | 'failed';

const TIMEOUT_MS = 10_000;
/** So long a push service keeps it for a browser that is away. */
const KEPT_SECONDS = 86_400;

/** `gone`: there is no such browser any more. Never throws. */
export async function sendPush({ endpoint, p256dh, auth }: PushTarget, message: PushMessage): Promise<Pushed> {
  const keys = env.push;
  if (!keys) return 'failed';
  if (!isPushEndpoint(endpoint)) return 'gone';
  try {
    const { default: push } = await import('web-push');
    const request = push.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: keys.subject, publicKey: keys.publicKey, privateKey: keys.privateKey },
      TTL: KEPT_SECONDS,
      urgency: 'normal',
      topic: topicOf(message.tag),
      contentEncoding: 'aes128gcm',
    });
    const status = await post(endpoint, request.headers as Record<string, string>, request.body as Buffer);
    if (status === 404 || status === 410) return 'gone';
    if (status >= 200 && status < 300) return 'sent';
    log('warn', 'push', { status });
  } catch (error) {
    log('warn', 'push', { error });
  }
  return 'failed';
}

/** A push service keeps the last one of a topic: 32 characters at most. */
const topicOf = (tag: string) => tag.replaceAll('-', '').slice(0, 32);

/** Redirects are not followed, and what the service answers is not read. */
function post(endpoint: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  const url = new URL(endpoint);
  const plain = url.protocol === 'http:';
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, timeout: TIMEOUT_MS, ...(!plain && { lookup: publicLookup }) };
    const request = (plain ? http : https).request(url, options, (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    request.on('timeout', () => request.destroy(new Error('The push service did not answer.')));
    request.on('error', reject);
    request.end(body);
  });
}
