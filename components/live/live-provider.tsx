'use client';

import { useRouter } from 'next/navigation';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { announceExpiry, sessionHolds } from '@/components/query/session-channel';
import { leavesOnPurpose } from '@/components/query/session-expiry';
import { memberChannel, organisationChannel, projectChannel, projectClientChannel } from '@/lib/realtime/events';
import type { LiveConfig } from '@/lib/realtime/live-config';
import { LiveConnection, type LiveState } from './connection';
import type { CatchUpReason, LiveHandler } from './subscriptions';

/** The channels this member may hear. */
export interface LiveChannels {
  /** Changes that concern the whole organisation; null for clients, who do not hear them. */
  organisation: string | null;
  /** What is meant for this member alone. */
  member: string;
  /** The channel of one project: the team's, or for a client the clients'. */
  project: (projectId: string) => string;
  /** The channels of all projects the member belongs to. */
  projects: string[];
}

interface Live {
  state: LiveState;
  channels: LiveChannels;
  /** Listens to a channel. @returns a function that ends it. */
  subscribe: (channel: string, handler: LiveHandler) => () => void;
}

interface LiveValue {
  connection: LiveConnection;
  channels: LiveChannels;
}

const LiveContext = createContext<LiveValue | null>(null);

interface LiveProviderProps {
  /** Where the Channels service is; null when none is configured. */
  config: LiveConfig | null;
  member: { id: string };
  organisation: { id: string };
  projectIds: string[];
  role: string;
  children: ReactNode;
}

/** Keeps the tab's one live connection. What is below listens with `useLiveEvents` and `useCatchUp`. */
export function LiveProvider({ config, member, organisation, projectIds, role, children }: LiveProviderProps) {
  const router = useRouter();
  const refresh = useEffectEvent(() => router.refresh());
  // The server sends new objects with the same content at each navigation; only another content is another connection.
  const identity = JSON.stringify([config, member.id, organisation.id]);
  const [kept, setKept] = useState(() => ({ identity, connection: makeConnection(config) }));
  let { connection } = kept;
  if (kept.identity !== identity) {
    connection = makeConnection(config);
    setKept({ identity, connection });
  }

  useEffect(() => {
    connection.open();
    return () => connection.close();
  }, [connection]);

  // A connection that was ended and may come back has other rights: what the server rendered may show too much or too little.
  useEffect(() => connection.onReturned(() => refresh()), [connection]);

  // Here everybody is told that the channels have other names, whatever the page listens to.
  useEffect(() => connection.subscribe(memberChannel(member.id), () => {}), [connection, member.id]);

  const projectKey = projectIds.join(' ');
  const value = useMemo(
    () => ({
      connection,
      channels: channelsOf(organisation.id, member.id, role, projectKey.split(' ').filter(Boolean)),
    }),
    [connection, organisation.id, member.id, role, projectKey],
  );
  return <LiveContext value={value}>{children}</LiveContext>;
}

function makeConnection(config: LiveConfig | null): LiveConnection {
  return new LiveConnection(config, {
    onTerminated: async () => {
      if (leavesOnPurpose()) return false;
      const holds = await sessionHolds();
      if (!holds) announceExpiry();
      return holds;
    },
  });
}

function channelsOf(organisationId: string, memberId: string, role: string, projectIds: string[]): LiveChannels {
  const project = role === 'client' ? projectClientChannel : projectChannel;
  return {
    organisation: role === 'client' ? null : organisationChannel(organisationId),
    member: memberChannel(memberId),
    project,
    projects: projectIds.map(project),
  };
}

function useLiveValue(): LiveValue {
  const value = useContext(LiveContext);
  if (!value) throw new Error('Live updates are used outside of LiveProvider');
  return value;
}

/** The live connection: its state, the channels one may hear, and how to listen. */
export function useLive(): Live {
  const { connection, channels } = useLiveValue();
  const state = useSyncExternalStore(connection.onState, connection.getState, atFirst);
  return { state, channels, subscribe: connection.subscribe };
}

const atFirst = (): LiveState => 'connecting';

/** Calls the latest `handler` with what is said on these channels. Names that are null or undefined are left out. */
export function useLiveEvents(channels: readonly (string | null | undefined)[], handler: LiveHandler): void {
  const { connection } = useLiveValue();
  const onMessage = useEffectEvent(handler);
  const names = [...new Set(channels.filter((name) => name != null))].sort().join(' ');
  useEffect(() => {
    const ends = names
      .split(' ')
      .filter(Boolean)
      .map((name) => connection.subscribe(name, (message) => onMessage(message)));
    return () => {
      for (const end of ends) end();
    };
  }, [connection, names]);
}

/**
 * Calls the latest `refetch` when what is shown may be behind: after a reconnection, once after the first subscription
 * to a channel (something may have happened since the page was rendered), and every 20 s while live updates are paused.
 */
export function useCatchUp(refetch: (reason: CatchUpReason) => void): void {
  const { connection } = useLiveValue();
  const onCatchUp = useEffectEvent(refetch);
  useEffect(() => connection.onCatchUp((reason) => onCatchUp(reason)), [connection]);
}
