import net from 'node:net';

/** @param {number} port @param {string} host @returns {Promise<boolean>} */
const canListen = (port, host) =>
  new Promise((resolve) => {
    const server = net.createServer().once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });

/** @param {number} port @param {string} host @returns {Promise<boolean>} */
const somebodyAnswers = (port, host) =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Whether a server on localhost could use this port. @param {number} port */
export async function isPortFree(port) {
  if (!(await canListen(port, 'localhost'))) return false;
  return !(await Promise.all(['127.0.0.1', '::1'].map((host) => somebodyAnswers(port, host)))).includes(true);
}

/** @param {number} start @returns {Promise<number>} @throws {Error} when none is free */
export async function nextFreePort(start) {
  for (let port = start; port < 65_536; port++) if (await isPortFree(port)) return port;
  throw new Error(`No port is free from ${start} on`);
}

/** @param {string} name @param {number} fallback @throws {RangeError} when it is none */
export function portFrom(name, fallback) {
  const text = process.env[name];
  const port = text ? Number(text) : fallback;
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError(`${name}=${text} is no port number`);
  return port;
}
