/**
 * A channel's name at the service ends in an epoch, which changes when somebody of the organisation loses a right: whoever
 * subscribed before and should hear no more then listens where nothing is said. Runs anywhere.
 */

/** The counts that triggers keep with the organisation. */
export type EpochCounts = { liveEpoch: number; sessionEpoch: number };

/** Tells those who may still listen that the names have changed; carries the epoch that counts now. */
export const EPOCH_CHANGED = 'epoch.changed';

/** @param local our own server, which ends the connections of a session that ended: there it is no new epoch. */
export const epochOf = ({ liveEpoch, sessionEpoch }: EpochCounts, local: boolean): string =>
  local ? `${liveEpoch}` : `${liveEpoch}.${sessionEpoch}`;

/** The name under which a channel is heard during an epoch. */
export const nameOf = (channel: string, epoch: string): string => `${channel}@${epoch}`;

/** Takes a name apart; `epoch` is null for the name of a channel alone. */
export function readName(name: string): { channel: string; epoch: string | null } {
  const [, channel = name, epoch = null] = /^(.+)@(\d+(?:\.\d+)?)$/.exec(name) ?? [];
  return { channel, epoch };
}
