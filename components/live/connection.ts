import type Pusher from 'pusher-js';
import { sessionHolds } from '@/components/query/session-channel';
import type { LiveConfig } from '@/lib/realtime/live-config';
import { delayAfter, type LiveTiming, TIMING } from './patience';
import { SignatureRefused, Signatures } from './signatures';
import { type CatchUpReason, type LiveHandler, Subscriptions } from './subscriptions';

/** `connecting`: not yet live, or a short loss. `paused`: a longer one. */
export type LiveState = 'connecting' | 'live' | 'paused';

export interface LiveOptions {
  /** The server ended the connections or refused a channel: does the session hold, so that we reconnect? */
  onTerminated?: () => Promise<boolean>;
  /** The server took or refused the user of a connection: from now on it ends that when rights change, or they have. */
  onSignIn?: () => void;
  /** Scheme, host and port of the authorising server; empty for the page's own. */
  origin?: string;
  timing?: Partial<LiveTiming>;
}

/** "Unauthorized": the application ended the connection on purpose. */
const TERMINATED = 4009;

/** One per tab. Created unopened, so that listeners can be added first. */
export class LiveConnection {
  private readonly timing: LiveTiming;
  private readonly subscriptions: Subscriptions;
  private readonly stateListeners = new Set<() => void>();
  private readonly catchUpListeners = new Set<(reason: CatchUpReason) => void>();
  private readonly returnListeners = new Set<() => void>();
  private readonly signatures: Signatures;
  /** What the application answered last to the question for a channel's signature. */
  private readonly refusedChannels = new Map<string, number | undefined>();
  private state: LiveState = 'connecting';
  private pusher: Pusher | null = null;
  /** Counts openings: what began under an older one is ignored. */
  private opening = 0;
  private isOpen = false;
  private hasBeenLive = false;
  private refusals = 0;
  private signinStatus: number | undefined;
  private closeCode: number | undefined;
  private lastPoll = 0;
  private check: Promise<boolean> | null = null;
  private pauseTimer: ReturnType<typeof setTimeout> | undefined;
  private pollTimer: ReturnType<typeof setInterval> | undefined;
  private returnTimer: ReturnType<typeof setTimeout> | undefined;
  private signinTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param config null without a Channels service: then it only polls. */
  constructor(
    private readonly config: LiveConfig | null,
    private readonly options: LiveOptions = {},
  ) {
    this.timing = { ...TIMING, ...options.timing };
    this.subscriptions = new Subscriptions({
      patience: this.timing,
      linger: this.timing.linger,
      onSettled: (reason) => this.catchUp(reason),
      sessionHolds: () => this.checkSession(),
      statusOf: (channel) => this.refusedChannels.get(channel),
    });
    const wanted = () => this.subscriptions.channels();
    this.signatures = new Signatures(options.origin ?? '', this.timing.connectTimeout, wanted);
  }

  readonly getState = (): LiveState => this.state;

  /** Calls `listener` after each change of state. @returns a function that ends it. */
  readonly onState = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  };

  /** Calls `listener` when messages may have been missed, after resubscribing. @returns a function that ends it. */
  readonly onCatchUp = (listener: (reason: CatchUpReason) => void): (() => void) => {
    this.catchUpListeners.add(listener);
    return () => this.catchUpListeners.delete(listener);
  };

  /** After the server ended the connections but the session holds. @returns a function that ends it. */
  readonly onReturned = (listener: () => void): (() => void) => {
    this.returnListeners.add(listener);
    return () => this.returnListeners.delete(listener);
  };

  /** Works before opening too. @returns a function that ends it. */
  readonly subscribe = (channel: string, handler: LiveHandler, lately = false): (() => void) =>
    this.subscriptions.add(channel, handler, lately);

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.opening += 1;
    if (typeof document !== 'undefined') document.addEventListener('visibilitychange', this.onVisibility);
    if (!this.config) {
      this.pause();
      return;
    }
    this.pauseTimer = setTimeout(() => this.pause(), this.timing.pausedAtFirst);
    void this.load(this.config, this.opening, 1);
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', this.onVisibility);
    this.letGo();
    this.setState('connecting');
  }

  private async load(config: LiveConfig, opening: number, attempt: number): Promise<void> {
    let sdk: typeof import('./client-options');
    try {
      sdk = await import('./client-options');
    } catch {
      const again = () => this.load(config, opening, attempt + 1);
      if (this.isCurrent(opening)) this.returnTimer = setTimeout(again, delayAfter(attempt, this.timing));
      return;
    }
    if (!this.isCurrent(opening)) return;
    const { signatures, timing } = this;
    const signs = {
      user: (socketId: string) =>
        signatures.ofUser(socketId).catch((error) => {
          this.signinStatus = statusOf(error);
          throw error;
        }),
      channel: (socketId: string, channel: string) =>
        signatures.ofChannel(socketId, channel).catch((error) => {
          this.refusedChannels.set(channel, statusOf(error));
          throw error;
        }),
    };
    this.use(new sdk.Client(config.key, sdk.clientOptions(config, { signs, timeout: timing.connectTimeout })));
  }

  private use(pusher: Pusher): void {
    this.pusher = pusher;
    const { connection } = pusher;
    connection.bind('connected', () => this.onConnected());
    connection.bind('connecting', () => this.onLost());
    // After an ordinary loss the SDK still calls itself connected while it waits to retry.
    connection.bind('connecting_in', () => this.onLost());
    connection.bind('disconnected', () => void this.onRefused());
    // The SDK's attempts become rare after the first ones: what began too long ago is begun anew.
    connection.bind('unavailable', () => pusher.disconnect());
    connection.bind('error', (error: { type?: string; error?: { data?: { code?: number } } }) => {
      if (error.type === 'WebSocketError') this.closeCode = error.error?.data?.code;
    });
    connection.bind('message', ({ event }: { event: string }) => {
      if (event === 'pusher:signin_success') this.options.onSignIn?.();
    });
    pusher.user.bind('pusher:signin_error', () => void this.onSigninError(pusher, this.signinStatus));
    this.subscriptions.use(pusher);
    pusher.signin();
  }

  private onConnected(): void {
    clearTimeout(this.pauseTimer);
    clearInterval(this.pollTimer);
    this.closeCode = undefined;
    this.refusals = 0;
    this.setState('live');
    const reason = this.hasBeenLive ? 'reconnected' : 'subscribed';
    this.hasBeenLive = true;
    this.subscriptions.connected(reason);
  }

  private onLost(): void {
    this.subscriptions.interrupted();
    if (this.state !== 'live') return;
    this.setState('connecting');
    clearTimeout(this.pauseTimer);
    this.pauseTimer = setTimeout(() => this.pause(), this.timing.pausedAfter);
  }

  /** The server closed with a code after which the SDK does not reconnect by itself, or an attempt was given up. */
  private async onRefused(): Promise<void> {
    this.onLost();
    const { opening } = this;
    const wasTerminated = this.closeCode === TERMINATED;
    if (wasTerminated && !(await this.checkSession())) return;
    if (!this.isCurrent(opening)) return;
    if (wasTerminated) for (const listener of [...this.returnListeners]) listener();
    const delay = wasTerminated ? this.timing.firstDelay : delayAfter(++this.refusals, this.timing);
    clearTimeout(this.returnTimer);
    this.returnTimer = setTimeout(() => this.pusher?.connect(), delay);
  }

  /** Retried until it works: unless signed in, the server cannot end this connection when a right is lost. */
  private async onSigninError(pusher: Pusher, status: number | undefined): Promise<void> {
    if (status === 401 || status === 403) this.options.onSignIn?.();
    if (status === 401 && !(await this.checkSession())) return;
    clearTimeout(this.signinTimer);
    this.signinTimer = setTimeout(() => {
      // When disconnected there is nothing to do: the SDK signs in with each new connection.
      if (this.pusher !== pusher || pusher.connection.state !== 'connected') return;
      pusher.user.signin_requested = false;
      pusher.signin();
    }, this.timing.longestDelay);
  }

  /** One request for all callers. */
  private checkSession(): Promise<boolean> {
    this.check ??= this.askSession().finally(() => {
      this.check = null;
    });
    return this.check;
  }

  private async askSession(): Promise<boolean> {
    const { opening } = this;
    const { onTerminated = () => sessionHolds(this.options.origin) } = this.options;
    const holds = await onTerminated().catch(() => true);
    if (!holds && this.isCurrent(opening)) {
      this.letGo();
      this.setState('paused');
    }
    return holds;
  }

  private pause(): void {
    this.setState('paused');
    clearInterval(this.pollTimer);
    this.lastPoll = Date.now();
    this.pollTimer = setInterval(() => this.poll(), this.timing.pollEvery);
  }

  private poll(): void {
    if (typeof document !== 'undefined' && document.visibilityState !== 'visible') return;
    if (typeof navigator !== 'undefined' && navigator.onLine === false) return;
    this.lastPoll = Date.now();
    this.catchUp('poll');
  }

  private readonly onVisibility = (): void => {
    if (this.state === 'paused' && this.pollTimer && Date.now() - this.lastPoll >= this.timing.pollEvery) this.poll();
  };

  private letGo(): void {
    clearTimeout(this.pauseTimer);
    clearTimeout(this.returnTimer);
    clearTimeout(this.signinTimer);
    clearInterval(this.pollTimer);
    this.pollTimer = undefined;
    const { pusher } = this;
    this.pusher = null;
    this.subscriptions.release();
    pusher?.connection.unbind_all();
    pusher?.disconnect();
  }

  private isCurrent(opening: number): boolean {
    return this.isOpen && this.opening === opening;
  }

  private setState(state: LiveState): void {
    if (this.state === state) return;
    this.state = state;
    for (const listener of [...this.stateListeners]) listener();
  }

  private catchUp(reason: CatchUpReason): void {
    for (const listener of [...this.catchUpListeners]) listener(reason);
  }
}

const statusOf = (error: unknown) => (error instanceof SignatureRefused ? error.status : undefined);

export function connectLive(config: LiveConfig | null, options?: LiveOptions): LiveConnection {
  const connection = new LiveConnection(config, options);
  connection.open();
  return connection;
}
