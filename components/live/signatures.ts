import { actingHeaders } from '@/components/query/acting';

export type UserSignature = { auth: string; user_data: string };
/** A channel's signature, as the SDK sends it on. */
export type ChannelSignature = { auth: string; channel_data?: string };
type Signed = UserSignature & { channels?: Record<string, ChannelSignature> };

export class SignatureRefused extends Error {
  constructor(readonly status: number) {
    super(`The signature was answered ${status}`);
  }
}

/**
 * What the application signs for a connection. One request asks for its user and all channels that are wanted then; a
 * channel that is joined later, or was not signed, is asked for by itself. Throws SignatureRefused, or the network's error.
 */
export class Signatures {
  private asked: { socketId: string; answer: Promise<Signed> } | null = null;

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
    const fields = [
      ['socket_id', socketId],
      ['channel_name', channel],
    ];
    return signed ?? this.ask<ChannelSignature>('/api/pusher/auth', fields);
  }

  private together(socketId: string): Promise<Signed> {
    if (this.asked?.socketId === socketId) return this.asked.answer;
    const fields = [['socket_id', socketId], ...this.wanted().map((channel) => ['channel', channel])];
    const answer = this.ask<Signed>('/api/pusher/user', fields);
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
      signal: AbortSignal.timeout(this.timeout),
    });
    if (answer.ok) return answer.json();
    // One that is not read stays under way.
    await answer.text();
    throw new SignatureRefused(answer.status);
  }
}
