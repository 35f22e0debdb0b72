import { gzipSync } from 'node:zlib';

/** KB (gzip -9) of the module scripts that a route's HTML names: what a browser loads before it can do anything. */
async function scriptsWeight(origin: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(origin + path, { headers });
  const html = await response.text();
  const sources = new Set(
    [...html.matchAll(/<script\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !/\bnomodule\b/i.test(tag))
      .map((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1])
      .filter((src) => src !== undefined),
  );
  let bytes = 0;
  for (const src of sources) {
    const script = await fetch(new URL(src.replaceAll('&amp;', '&'), origin));
    bytes += gzipSync(Buffer.from(await script.arrayBuffer()), { level: 9 }).byteLength;
  }
  return bytes / 1024;
}

/** The weight of one route of each group. */
export async function firstLoadScripts(
  origin: string,
  headers: Record<string, string>,
  { org, key }: { org: string; key: string },
): Promise<Record<string, number>> {
  const routes: Record<string, string> = {
    landing: '/',
    login: '/acme/login',
    dashboard: `/${org}/dashboard`,
    userlist: `/${org}/userlist`,
    settings: `/${org}/settings`,
    project: `/${org}/project`,
    task: `/${org}/task`,
    taskpage: `/${org}/taskpage?task=${key}-1`,
    board: `/${org}/task?view=board&project=${key}`,
  };
  const weights: Record<string, number> = {};
  for (const [name, path] of Object.entries(routes))
    weights[name] = await scriptsWeight(origin, path, name === 'landing' || name === 'login' ? {} : headers);
  return weights;
}
