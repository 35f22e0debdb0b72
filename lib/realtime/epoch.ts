/** A channel's name ends in an epoch, which changes when somebody loses a right: old subscribers hear nothing more. */

export type EpochCounts = { liveEpoch: number; sessionEpoch: number };

/** Tells listeners of the old names the present epoch. */
export const EPOCH_CHANGED = 'epoch.changed';

/** @param local our own server, which ends the connections of a session that ended: there it is no new epoch. */
export const epochOf = ({ liveEpoch, sessionEpoch }: EpochCounts, local: boolean): string =>
  local ? `${liveEpoch}` : `${liveEpoch}.${sessionEpoch}`;

export const nameOf = (channel: string, epoch: string): string => `${channel}@${epoch}`;

/** Where something is published: programs that use names without an epoch are served by our own server alone. */
export const namesFor = (channel: string, epoch: string, local: boolean): string[] =>
  local ? [nameOf(channel, epoch), channel] : [nameOf(channel, epoch)];

/** `epoch` is null for a name without one. */
export function readName(name: string): { channel: string; epoch: string | null } {
  const [, channel = name, epoch = null] = /^(.+)@(\d+(?:\.\d+)?)$/.exec(name) ?? [];
  return { channel, epoch };
}
