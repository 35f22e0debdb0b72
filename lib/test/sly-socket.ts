import { expect } from 'vitest';
import { channelRoute } from '@/lib/api/channel-auth';
import type { Frame, RawSocket, Trial } from '@/lib/test/protocol-fixture';

/** A call of the addresses that sign, as a program makes it. */
export const asked = (token: string, body: string) =>
  new Request('http://localhost:3000/api/pusher/auth', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  });

export interface Sly {
  socket: RawSocket & { id: string };
  /** Subscribes with what the application signs; the answer of the service. */
  subscribe(channel: string): Promise<Frame>;
  /** Whether it heard anything but answers since it was asked last. */
  overheard(): Promise<Frame[]>;
}

/** A socket that has its channels signed and never signs in. */
export async function slySocket(trial: Trial, token: string): Promise<Sly> {
  const raw = trial.raw();
  const socket = Object.assign(raw, { id: await raw.greeted() });
  return {
    socket,
    async subscribe(channel) {
      const form = (name: string) => new URLSearchParams({ socket_id: socket.id, channel_name: name }).toString();
      const answer = await channelRoute(asked(token, form(channel)));
      expect(answer.status).toBe(200);
      socket.say({ event: 'pusher:subscribe', data: { channel, ...(await answer.json()) } });
      return socket.next();
    },
    async overheard() {
      // Frames keep their order: what was sent before the answer to this has come before it.
      socket.say({ event: 'pusher:ping', data: {} });
      const frames: Frame[] = [];
      for (let frame = await socket.next(); frame.event !== 'pusher:pong'; frame = await socket.next())
        frames.push(frame);
      return frames.filter(({ event }) => !event.startsWith('pusher'));
    },
  };
}
