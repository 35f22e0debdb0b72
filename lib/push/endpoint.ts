import 'server-only';
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { env } from '@/lib/env';

/** A subscription names where the server sends to: only public hosts, whatever their name resolves to. */

const inner = new BlockList();
for (const [from, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(from, bits, 'ipv4');
// Of IPv6 only what is routed globally, without addresses that stand for others.
const routed = new BlockList();
routed.addSubnet('2000::', 3, 'ipv6');
for (const [from, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  inner.addSubnet(from, bits, 'ipv6');

export function isPublicIp(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !inner.check(ip, 'ipv4');
  return family === 6 && routed.check(ip, 'ipv6') && !inner.check(ip, 'ipv6');
}

const isName = (host: string) =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(host) && !/\.(local|localhost|internal|test|onion)$/i.test(host);

/** By its URL alone; what its name resolves to is looked at when something is sent. */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, port } = new URL(text);
  if (username || password) return false;
  if (env.push?.loopback && protocol === 'http:' && hostname === '127.0.0.1') return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' && (port === '' || port === '443') && (isIP(host) ? isPublicIp(host) : isName(host));
}

/** Refuses a name that leads to a private address, for the connection that is made with it. */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const refused = found.find(({ address }) => !isPublicIp(address));
    if (refused) return done(new Error(`${host} is not a public host.`), []);
    const [first] = found;
    if (options.all) return done(null, found);
    return first ? done(null, first.address, first.family) : done(new Error(`${host} has no address.`), []);
  });
};
