/**
 * Configuration, read only here (except scripts), when asked for: a built application is configured by its environment
 * alone. Edge safe: middleware imports it. See `.env.example`.
 */

export type RealtimeConfig = {
  appId: string;
  key: string;
  secret: string;
  cluster?: string;
  host?: string;
  port?: number;
  tls: boolean;
  local: boolean;
  publicUrl?: string;
  https: boolean;
};

const read = (name: string) => process.env[name]?.trim() || undefined;

export const env = {
  get mode(): 'demo' | 'development' | 'production' {
    const mode = read('APP_MODE');
    if (mode === 'demo') return 'demo';
    return mode === 'development' || process.env.NODE_ENV === 'development' ? 'development' : 'production';
  },
  /** Without a trailing slash. Links in emails start with it. */
  get appUrl(): string {
    return (read('APP_URL') ?? `http://localhost:${read('PORT') ?? '3000'}`).replace(/(?<!\/)\/+$/, '');
  },
  get secure(): boolean {
    return env.appUrl.startsWith('https:');
  },
  /** `example.org` makes `acme.example.org` a URL of the organisation `acme`. */
  get rootDomain(): string | undefined {
    return read('ROOT_DOMAIN') ?? (env.mode === 'production' ? undefined : 'localhost');
  },
  /** A non-owner if one is configured, else the owner (whose role it leaves at once). */
  get databaseUrl(): string {
    const url = read('DATABASE_APP_URL') ?? read('DATABASE_URL');
    if (!url) throw new Error('DATABASE_URL is not set. Start with `npm run demo`, or see .env.example.');
    return url;
  },
  /** Multiplies the time limits of transactions; more than 1 on slow machines. */
  get databasePatience(): number {
    return Number(read('DATABASE_PATIENCE') ?? 1) || 1;
  },
  /** Whether PostgreSQL keeps the plans of statements. `off` for poolers that do not know named statements. */
  get namesStatements(): boolean {
    return read('DATABASE_STATEMENT_NAMES') !== 'off';
  },
  /** Connections of this process to the database. */
  get databasePool(): number {
    return Number(read('DATABASE_POOL') ?? 10) || 10;
  },
  /** How many processes of the application there are on this machine, this one included. */
  get processes(): number {
    return Number(read('WEB_CONCURRENCY') ?? 1) || 1;
  },
  /** The current one first; the others still verify while a key is being changed. */
  get authSecrets(): string[] {
    const secrets = [read('AUTH_SECRET'), read('AUTH_SECRET_PREVIOUS')].filter((secret) => secret !== undefined);
    if (!secrets.length) throw new Error('AUTH_SECRET is not set. See .env.example.');
    return secrets;
  },
  get realtime(): RealtimeConfig | undefined {
    const [appId, key, secret] = [read('PUSHER_APP_ID'), read('PUSHER_KEY'), read('PUSHER_SECRET')];
    if (!appId || !key || !secret) return undefined;
    const port = read('PUSHER_PORT');
    return {
      appId,
      key,
      secret,
      cluster: read('PUSHER_CLUSTER'),
      host: read('PUSHER_HOST'),
      port: port ? Number(port) : undefined,
      tls: read('PUSHER_USE_TLS') !== 'false',
      local: read('REALTIME_LOCAL') === '1',
      publicUrl: read('REALTIME_PUBLIC_URL'),
      https: env.secure,
    };
  },
  /** Of one file. */
  get fileMaxBytes(): number {
    return Math.floor((Number(read('FILE_MAX_MB')) || 2048) * 2 ** 20);
  },
  /** Of an organisation that has no quota of its own. */
  get fileQuotaBytes(): number {
    return Math.floor((Number(read('FILE_QUOTA_GB')) || 20) * 2 ** 30);
  },
  get uploadthingToken(): string | undefined {
    return read('UPLOADTHING_TOKEN');
  },
  /** Where browsers send files when there is a token: the hosts of its regions, or the one that is configured. */
  get uploadthingOrigins(): string[] {
    const token = env.uploadthingToken;
    if (!token) return [];
    try {
      const url = read('UPLOADTHING_INGEST_URL');
      if (url) return [new URL(url).origin];
      const { regions = [], ingestHost = 'ingest.uploadthing.com' } = JSON.parse(atob(token));
      return (regions as string[]).map((region) => new URL(`https://${region}.${ingestHost}`).origin);
    } catch {
      return [];
    }
  },
  get smtpUrl(): string | undefined {
    return read('SMTP_URL');
  },
  /** Such as `Guildhall <hall@example.org>`; default `no-reply@` at APP_URL's host. */
  get mailFrom(): string | undefined {
    return read('MAIL_FROM');
  },
  /** VAPID keys; without them nothing is pushed. `loopback`: also to this machine, for tests; never in production. */
  get push(): { publicKey: string; privateKey: string; subject: string; loopback: boolean } | undefined {
    const [publicKey, privateKey] = [read('VAPID_PUBLIC_KEY'), read('VAPID_PRIVATE_KEY')];
    if (!publicKey || !privateKey) return undefined;
    const subject = read('VAPID_SUBJECT') ?? env.appUrl;
    const loopback = read('PUSH_LOOPBACK') === '1' && env.mode !== 'production';
    return { publicKey, privateKey, subject: /^(https|mailto):/.test(subject) ? subject : env.vendor.url, loopback };
  },
  get dataDir(): string {
    return read('DATA_DIR') ?? '.data';
  },
  /** Whether this process lives on between answers. Serverless hosts freeze it: there `TIMERS=off`, as is usual on Vercel. */
  get hasTimers(): boolean {
    return (read('TIMERS') ?? (read('VERCEL') ? 'off' : 'on')) !== 'off';
  },
  /** For what is written on the way where a service has the files; default: of the system's temporary files. */
  get scratchDir(): string | undefined {
    return read('SCRATCH_DIR');
  },
  get cronSecret(): string | undefined {
    return read('CRON_SECRET');
  },
  /** How long a scheduled call works; the host's own limit must be longer. */
  get cronBudgetSeconds(): number {
    return Number(read('CRON_BUDGET_SECONDS') ?? 50) || 50;
  },
  get trustsProxy(): boolean {
    return read('TRUST_PROXY') === '1';
  },
  /** Multiplies the request limits; production accepts only 1. */
  get rateLimitFactor(): number {
    if (env.mode === 'production') return 1;
    return Number(read('RATE_LIMIT_FACTOR') ?? (env.mode === 'demo' ? 100 : 1)) || 1;
  },
  get vendor(): { name: string; url: string } {
    return {
      name: read('NEXT_PUBLIC_VENDOR_NAME') ?? 'Guildhall',
      url: read('NEXT_PUBLIC_VENDOR_URL') ?? 'https://guildhall.example',
    };
  },
  /** `mailto:…` or a page for reports of weaknesses; the vendor's by default. */
  get securityContact(): string {
    return read('SECURITY_CONTACT') ?? env.vendor.url;
  },
  /** Where the chat is, if another host serves it. */
  get chatUrl(): string | undefined {
    const url = read('CHAT_URL') ?? read('NEXT_PUBLIC_CHAT_URL');
    return url && URL.canParse(url) ? url : undefined;
  },
};
