import type { LiveState } from './connection';

type ConnectionFacts = {
  connected: boolean;
  network: boolean;
  live: LiveState;
  waiting: number;
};

/** `short` is for narrow windows, `detail` on request. */
export type ConnectionWords = { kind: 'offline' | 'paused' | 'sending'; short: string; line: string; detail: string };

const changes = (count: number) => (count === 1 ? '1 change' : `${count} changes`);

export function connectionWords({ connected, network, live, waiting }: ConnectionFacts): ConnectionWords | null {
  if (!connected) {
    const what = network ? 'The server cannot be reached.' : 'You are offline.';
    const kept =
      'Changes to tasks, comments and notifications are saved on this device and sent later. Other changes, such as settings, can only be saved when you are connected.';
    return {
      kind: 'offline',
      short: waiting > 0 ? `Offline · ${waiting}` : 'Offline',
      line: waiting > 0 ? `${what} ${changes(waiting)} ${waiting === 1 ? 'waits' : 'wait'}.` : what,
      detail: waiting > 0 ? `${waiting === 1 ? 'It is' : 'They are'} sent when you are connected again. ${kept}` : kept,
    };
  }
  if (waiting > 0)
    return {
      kind: 'sending',
      short: 'Sending',
      line: `Sending ${changes(waiting)}.`,
      detail: 'Your queued changes are being sent.',
    };
  if (live === 'paused')
    return {
      kind: 'paused',
      short: 'Paused',
      line: 'Live updates paused.',
      detail: 'Changes you make are saved. Changes by others appear within 30 seconds.',
    };
  return null;
}
