import { eventFrame, isPresence, LIMITS, parseObject, userOfChannel } from './protocol-frames';

export interface Subscriber {
  readonly id: string;
  readonly channels: Set<string>;
  userId: string | null;
  send(frame: string): void;
}

export interface Member {
  userId: string;
  userInfo: unknown;
}

/** From a presence subscription's `channel_data`; null when it names no user or is too large. */
export function readMember(channelData: string | undefined): Member | null {
  if (channelData === undefined || Buffer.byteLength(channelData) > LIMITS.memberBytes) return null;
  const data = parseObject(channelData);
  const id = data?.user_id;
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  const userId = String(id);
  return userId === '' || userId.length > 128 ? null : { userId, userInfo: data?.user_info ?? {} };
}

/** A channel exists while somebody is subscribed. */
export class ChannelRegistry {
  private readonly channels = new Map<string, Map<Subscriber, Member | null>>();

  names(): string[] {
    return [...this.channels.keys()];
  }

  subscriptions(channel: string): number {
    return this.channels.get(channel)?.size ?? 0;
  }

  /** Each user once, however many sockets they have. */
  members(channel: string): Map<string, unknown> {
    const members = new Map<string, unknown>();
    for (const member of this.channels.get(channel)?.values() ?? []) {
      if (member) members.set(member.userId, member.userInfo);
    }
    return members;
  }

  /** The caller has checked name, signature and limits. */
  join(subscriber: Subscriber, channel: string, member: Member | null): void {
    const subscriptions = this.channels.get(channel) ?? new Map<Subscriber, Member | null>();
    this.channels.set(channel, subscriptions);
    const isNewMember = member !== null && !this.members(channel).has(member.userId);
    subscriptions.set(subscriber, member);
    subscriber.channels.add(channel);
    subscriber.send(eventFrame('pusher_internal:subscription_succeeded', this.confirmation(channel), channel));
    if (member && isNewMember) {
      const data = { user_id: member.userId, user_info: member.userInfo };
      this.publish(channel, 'pusher_internal:member_added', data, subscriber);
    }
  }

  /** Tells the others when it was the member's last socket. */
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

  leaveAll(subscriber: Subscriber): void {
    for (const channel of [...subscriber.channels]) this.leave(subscriber, channel);
  }

  /** To all sockets on a channel except one. */
  publish(channel: string, event: string, data: unknown, except?: Subscriber): void {
    const subscriptions = this.channels.get(channel);
    if (!subscriptions) return;
    const userId = userOfChannel(channel);
    const frame = eventFrame(event, data, channel);
    for (const subscriber of subscriptions.keys()) {
      if (subscriber === except) continue;
      // A user's own channel follows the sign-in: sockets that signed in as somebody else since are skipped.
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
