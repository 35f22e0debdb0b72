/** Static files of builds before and after the one that a process runs: pages of all of them are open in browsers. */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream';

const PREFIX = '/_next/static/';
/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=UTF-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.json': 'application/json; charset=UTF-8',
  '.woff2': 'font/woff2',
};

/** @param {string} url of a request @returns {string | null} the file below a build's folder; null when it is none */
function fileOf(url) {
  if (!url.startsWith(PREFIX)) return null;
  try {
    const name = decodeURIComponent(/** @type {string} */ (url.slice(PREFIX.length).split('?', 1)[0]));
    return /(^|[\\/])\.\.?([\\/]|$)|\0/.test(name) ? null : path.join('.next/static', name);
  } catch {
    return null;
  }
}

/** @param {string} file @returns {number | null} its bytes; null when there is no such file */
function sizeOf(file) {
  try {
    const stat = fs.statSync(file);
    return stat.isFile() ? stat.size : null;
  } catch {
    return null;
  }
}

/** @param {string} own folder of a build, beside the others @param {string} name of a file */
function inAnother(own, name) {
  if (sizeOf(path.join(own, name)) !== null) return null;
  const builds = path.dirname(own);
  for (const other of fs.readdirSync(builds)) {
    const file = path.join(builds, other, name);
    const size = sizeOf(file);
    if (size !== null) return { file, size };
  }
  return null;
}

/** Answers, in this process's servers, what its own build does not have. @param {string} own folder of that build */
export function answerForOtherBuilds(own) {
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (/** @type {any[]} */ ...args) {
    const [event, request, response] = args;
    const asked = event === 'request' && ['GET', 'HEAD'].includes(request.method) ? fileOf(request.url) : null;
    const found = asked && inAnother(own, asked);
    if (!found) return Reflect.apply(emit, this, args);
    response.writeHead(200, {
      'Content-Type': TYPES[path.extname(found.file)] ?? 'application/octet-stream',
      'Content-Length': found.size,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    });
    if (request.method === 'HEAD') response.end();
    else pipeline(fs.createReadStream(found.file), response, () => {});
    return true;
  };
}
