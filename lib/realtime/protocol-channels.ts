import { eventFrame, isPresence, LIMITS, parseObject, userOfChannel } from './protocol-frames';

/** One connected socket as the channels see it. */
export interface Subscriber {
  readonly id: string;
  /** Names of the channels it is subscribed to. */
  readonly channels: Set<string>;
  /** Id of the user it is signed in as. */
  userId: string | null;
  /** Sends the text of a frame; does nothing once the socket is closing. */
  send(frame: string): void;
}

/** A member of a presence channel. */
export interface Member {
  userId: string;
  userInfo: unknown;
}

/** Reads the `channel_data` of a presence subscription; null when it names no user or is too large. */
export function readMember(channelData: string | undefined): Member | null {
  if (channelData === undefined || Buffer.byteLength(channelData) > LIMITS.memberBytes) return null;
  const data = parseObject(channelData);
  const id = data?.user_id;
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  const userId = String(id);
  return userId === '' || userId.length > 128 ? null : { userId, userInfo: data?.user_info ?? {} };
}

/** The channels of one application and who listens to them. A channel exists while somebody is subscribed. */
export class ChannelRegistry {
  private readonly channels = new Map<string, Map<Subscriber, Member | null>>();

  /** Names of all occupied channels. */
  names(): string[] {
    return [...this.channels.keys()];
  }

  /** Number of sockets subscribed to a channel; 0 when it is vacant. */
  subscriptions(channel: string): number {
    return this.channels.get(channel)?.size ?? 0;
  }

  /** Members of a presence channel, each user once however many sockets they have. */
  members(channel: string): Map<string, unknown> {
    const members = new Map<string, unknown>();
    for (const member of this.channels.get(channel)?.values() ?? []) {
      if (member) members.set(member.userId, member.userInfo);
    }
    return members;
  }

  /** Adds a socket to a channel and confirms it; the caller has checked name, signature and limits. */
  join(subscriber: Subscriber, channel: string, member: Member | null): void {
    const subscriptions = this.channels.get(channel) ?? new Map<Subscriber, Member | null>();
    this.channels.set(channel, subscriptions);
    const isNewMember = member !== null && !this.members(channel).has(member.userId);
    subscriptions.set(subscriber, member);
    subscriber.channels.add(channel);
    subscriber.send(eventFrame('pusher_internal:subscription_succeeded', this.confirmation(channel), channel));
    if (member && isNewMember) {
      const data = { user_id: member.userId, user_info: member.userInfo };
      this.publish(channel, 'pusher_internal:member_added', data, subscriber.id);
    }
  }

  /** Removes a socket from a channel; tells the rest when it was the member's last. */
  leave(subscriber: Subscriber, channel: string): void {
    const subscriptions = this.channels.get(channel);
    if (!subscriptions?.has(subscriber)) return;
    const member = subscriptions.get(subscriber);
    subscriptions.delete(subscriber);
    subscriber.channels.delete(channel);
    if (subscriptions.size === 0) this.channels.delete(channel);
    else if (member && !this.members(channel).has(member.userId)) {
      this.publish(channel, 'pusher_internal:member_removed', { user_id: member.userId });
    }
  }

  /** Removes a socket from all its channels. */
  leaveAll(subscriber: Subscriber): void {
    for (const channel of [...subscriber.channels]) this.leave(subscriber, channel);
  }

  /** Sends an event to everybody on a channel, but for the socket with the id `except`. */
  publish(channel: string, event: string, data: unknown, except?: string): void {
    const subscriptions = this.channels.get(channel);
    if (!subscriptions) return;
    const userId = userOfChannel(channel);
    const frame = eventFrame(event, data, channel);
    for (const subscriber of subscriptions.keys()) {
      if (subscriber.id === except) continue;
      // A user's own channel follows the sign-in: who signed in as somebody else since then is passed over.
      if (userId !== null && subscriber.userId !== userId) continue;
      subscriber.send(frame);
    }
  }

  private confirmation(channel: string): object {
    if (!isPresence(channel)) return {};
    const members = this.members(channel);
    return { presence: { count: members.size, ids: [...members.keys()], hash: Object.fromEntries(members) } };
  }
}
