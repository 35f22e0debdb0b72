'use client';

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
import { useRefresh } from '@/components/url/use-refresh';
import {
  FLEETING,
  memberChannel,
  organisationChannel,
  projectChannel,
  projectClientChannel,
} from '@/lib/realtime/events';
import type { LiveConfig } from '@/lib/realtime/live-config';
import { LiveConnection, type LiveState } from './connection';
import type { CatchUpReason, LiveHandler } from './subscriptions';

export interface LiveChannels {
  /** Changes of the whole organisation; null for clients, who do not hear them. */
  organisation: string | null;
  member: string;
  /** The team's channel of a project, or for a client the clients'. */
  project: (projectId: string) => string;
  projects: string[];
}

interface Live {
  state: LiveState;
  channels: LiveChannels;
  subscribe: (channel: string, handler: LiveHandler) => () => void;
}

interface LiveValue {
  connection: LiveConnection;
  channels: LiveChannels;
}

const LiveContext = createContext<LiveValue | null>(null);

interface LiveProviderProps {
  /** Null when no Channels service is configured. */
  config: LiveConfig | null;
  member: { id: string };
  organisation: { id: string };
  projectIds: string[];
  role: string;
  children: ReactNode;
}

export function LiveProvider({ config, member, organisation, projectIds, role, children }: LiveProviderProps) {
  const refresh = useRefresh();
  // The server sends new objects with the same content at each navigation; only new content is a new connection.
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

  // An ended connection that came back may have other rights: the rendered page may show too much or too little.
  useEffect(() => connection.onReturned(() => refresh()), [connection, refresh]);

  // What only a rendering shows, such as names of statuses and saved views, may have changed while nothing was heard.
  useEffect(() => connection.onCatchUp((reason) => reason === 'reconnected' && refresh()), [connection, refresh]);

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

export function channelsOf(organisationId: string, memberId: string, role: string, projectIds: string[]): LiveChannels {
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

export function useLive(): Live {
  const { connection, channels } = useLiveValue();
  const state = useSyncExternalStore(connection.onState, connection.getState, atFirst);
  return { state, channels, subscribe: connection.subscribe };
}

const atFirst = (): LiveState => 'connecting';

/**
 * Calls the latest `handler` with messages of these channels. Null and undefined names are left out. `lately`: first with
 * those of the last moments, which may have come after the page was rendered and before it listened. `fleeting`: those
 * of what is over in a moment, and no others.
 */
export function useLiveEvents(
  channels: readonly (string | null | undefined)[],
  handler: LiveHandler,
  lately = false,
  fleeting = false,
): void {
  const { connection } = useLiveValue();
  const onMessage = useEffectEvent<LiveHandler>((message) => {
    if (FLEETING.includes(message.event) === fleeting) handler(message);
  });
  const names = [...new Set(channels.filter((name) => name != null))].sort().join(' ');
  useEffect(() => {
    const ends = names
      .split(' ')
      .filter(Boolean)
      .map((name) => connection.subscribe(name, (message) => onMessage(message), lately));
    return () => {
      for (const end of ends) end();
    };
  }, [connection, names, lately]);
}

/**
 * Calls the latest `refetch` when what is shown may be stale: after a reconnection, after a channel's first
 * subscription (changes since rendering were missed), and every 20 s while live updates are paused.
 */
export function useCatchUp(refetch: (reason: CatchUpReason) => void): void {
  const { connection } = useLiveValue();
  const onCatchUp = useEffectEvent(refetch);
  useEffect(() => connection.onCatchUp((reason) => onCatchUp(reason)), [connection]);
}

/** Calls the latest `handler` when the server ended the connection of a session that holds: a right may be lost. */
export function useReturned(handler: () => void): void {
  const { connection } = useLiveValue();
  const onReturned = useEffectEvent(handler);
  useEffect(() => connection.onReturned(() => onReturned()), [connection]);
}
