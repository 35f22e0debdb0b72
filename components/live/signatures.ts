import { actingHeaders } from '@/components/query/acting';

export type UserSignature = { auth: string; user_data: string };
/** A channel's signature, as the SDK sends it on. */
export type ChannelSignature = { auth: string; channel_data?: string };
type ChannelSignatures = Record<string, ChannelSignature>;
type Signed = UserSignature & { channels?: ChannelSignatures };

/** Channels that one request names. */
const MOST_AT_ONCE = 500;

export class SignatureRefused extends Error {
  constructor(readonly status: number) {
    super(`The signature was answered ${status}`);
  }
}

/**
 * What the application signs for a connection. One request asks for its user and the channels that are wanted then; those
 * that are joined later, or were not signed, are asked for together. Throws SignatureRefused, or the network's error.
 */
export class Signatures {
  private asked: { socketId: string; answer: Promise<Signed> } | null = null;
  /** Takes further channels until it is sent. */
  private gathering: { socketId: string; channels: string[]; answer: Promise<ChannelSignatures> } | null = null;

  /** `timeout`: in ms, for each request. `wanted`: names of the channels. */
  constructor(
    private readonly origin: string,
    private readonly timeout: number,
    private readonly wanted: () => readonly string[],
  ) {}

  async ofUser(socketId: string): Promise<UserSignature> {
    const { auth, user_data } = await this.together(socketId);
    return { auth, user_data };
  }

  async ofChannel(socketId: string, channel: string): Promise<ChannelSignature> {
    const { channels = {} } = await this.together(socketId).catch((): Partial<Signed> => ({}));
    const signed = channels[channel];
    // Used once: whoever asks again was refused with it.
    delete channels[channel];
    return signed ?? this.joinedLater(socketId, channel);
  }

  private async joinedLater(socketId: string, channel: string): Promise<ChannelSignature> {
    const open = this.gathering;
    const gathering = open?.socketId === socketId && open.channels.length < MOST_AT_ONCE ? open : this.gather(socketId);
    gathering.channels.push(channel);
    const signed = (await gathering.answer)[channel];
    // Whoever asks for several is told of those that may not be heard by their absence.
    if (!signed) throw new SignatureRefused(403);
    return signed;
  }

  private gather(socketId: string) {
    const channels: string[] = [];
    // The SDK joins channels one after the other in one turn of the event loop: the next turn has them all.
    const answer = new Promise((resolve) => setTimeout(resolve)).then(() => {
      if (this.gathering === gathering) this.gathering = null;
      return this.ask<{ channels: ChannelSignatures }>('/api/pusher/auth', fieldsOf(socketId, channels));
    });
    const gathering = { socketId, channels, answer: answer.then((signed) => signed.channels) };
    this.gathering = gathering;
    return gathering;
  }

  private together(socketId: string): Promise<Signed> {
    if (this.asked?.socketId === socketId) return this.asked.answer;
    const wanted = this.wanted().slice(0, MOST_AT_ONCE);
    const answer = this.ask<Signed>('/api/pusher/user', fieldsOf(socketId, wanted));
    const asked = { socketId, answer };
    this.asked = asked;
    answer.catch(() => {
      if (this.asked === asked) this.asked = null;
    });
    return answer;
  }

  private async ask<Answer>(path: string, fields: string[][]): Promise<Answer> {
    const answer = await fetch(this.origin + path, {
      method: 'POST',
      headers: actingHeaders(),
      body: new URLSearchParams(fields),
      // What a person does meanwhile goes first.
      priority: 'low',
      signal: AbortSignal.timeout(this.timeout),
    });
    if (answer.ok) return answer.json();
    // One that is not read stays under way.
    await answer.text();
    throw new SignatureRefused(answer.status);
  }
}

const fieldsOf = (socketId: string, channels: readonly string[]) => [
  ['socket_id', socketId],
  ...channels.map((channel) => ['channel', channel]),
];
