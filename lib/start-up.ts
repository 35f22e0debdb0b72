// No `server-only` here: `npm run doctor` asks too.
import fs from 'node:fs';
import path from 'node:path';

const LEAST_BYTES = 32;
const REPEATS = /(.{8}).*\1/;
/** Long random hex contains 12345 or abcdef at times, so words are not looked for in it. */
const HEX = /^[0-9a-f]{64,}$/i;
const WEAK = /secret|password|changeme|change-me|example|default|guildhall|qwerty|12345|abcdef|letmein/i;

/** What is wrong with a signing secret for production; null for nothing. */
export function secretComplaint(secret: string | undefined): string | null {
  if (!secret) return 'AUTH_SECRET is not set';
  if (Buffer.byteLength(secret) < LEAST_BYTES) return `AUTH_SECRET is shorter than ${LEAST_BYTES} bytes`;
  const pattern = REPEATS.test(secret) || new Set(secret).size < 10;
  const word = !HEX.test(secret) && WEAK.test(secret);
  return pattern || word ? 'AUTH_SECRET is a word or pattern that can be guessed' : null;
}

type Settings = Record<string, string | undefined>;

/** Everything for which this installation must not serve, however it was started; empty when nothing is wrong. */
export function startComplaints(settings: Settings): string[] {
  const { DATABASE_URL, AUTH_SECRET, APP_MODE, RATE_LIMIT_FACTOR, REALTIME_PUBLIC_URL, STARTED_BY } = settings;
  const isOwn = settings.NODE_ENV === 'development' || (APP_MODE === 'demo' && STARTED_BY === 'npm run demo');
  return [
    DATABASE_URL ? null : 'DATABASE_URL is not set: name the PostgreSQL server to use',
    ...(isOwn
      ? [AUTH_SECRET ? null : 'AUTH_SECRET is not set']
      : [
          secretComplaint(AUTH_SECRET),
          ['demo', 'development'].includes(APP_MODE ?? '') ? 'APP_MODE is for demo and development alone' : null,
          AUTH_SECRET && AUTH_SECRET === demoSecret(settings) ? 'AUTH_SECRET is the one that the demo made' : null,
          RATE_LIMIT_FACTOR && Number(RATE_LIMIT_FACTOR) !== 1 ? 'RATE_LIMIT_FACTOR may only be 1 in production' : null,
          isWebUrl(REALTIME_PUBLIC_URL)
            ? null
            : 'REALTIME_PUBLIC_URL is no URL: such as wss://live.example.org/realtime',
        ]),
  ].filter((complaint) => complaint !== null);
}

/** Says what is wrong and ends the process before it serves anything. */
export function refuseToStart(complaints: readonly string[]): void {
  if (!complaints.length) return;
  console.error(`Guildhall cannot start:\n${complaints.map((line) => `  - ${line}`).join('\n')}`);
  process.exit(1);
}

const isWebUrl = (url: string | undefined) =>
  !url || (URL.canParse(url) && /^(wss?|https?):$/.test(new URL(url).protocol));

/** What the demo keeps for itself, if it ever ran with this folder. */
function demoSecret({ DATA_DIR = '.data' }: Settings): string | undefined {
  const file = path.join(DATA_DIR, 'secret');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}
