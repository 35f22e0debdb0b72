'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Role } from '@/components/ui/badge';
import type { Actor } from '@/lib/permission/policy';
import { type HrefTo, linksOf, type OrganisationHost } from '@/lib/tenant/organisation-path';

/** What the frame around every page of an organisation knows; read once per visit by the layout. */
export type Shell = {
  organisation: { key: string; name: string; tint: string; logo: string | null };
  /** The organisation's own host, if the page is under it: its links have the short form then. */
  host: OrganisationHost | null;
  member: { _id: string; name: string; email: string; role: Role; role_label: string; pic: string | null };
  /** Projects the person is a member of. */
  projectIds: readonly string[];
  /** Unread notifications when the page was drawn. */
  unread: number;
  /** Up to seven projects that changed last. */
  projects: readonly { _id: string; key: string; name: string; tint: string }[];
  /** All organisations of the person; more than one makes the switcher. */
  organisations: readonly { key: string; name: string; tint: string; logo: string | null }[];
};

const Context = createContext<Shell | null>(null);

export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return <Context value={shell}>{children}</Context>;
}

/** The frame's data; only inside an organisation's pages. */
export function useShell(): Shell {
  const shell = useContext(Context);
  if (!shell) throw new Error('useShell is for pages inside the shell');
  return shell;
}

/** URLs of the organisation's pages, in the form that this page has: `/acme/task`, on `acme`'s own host `/task`. */
export function useOrganisationLinks(): HrefTo {
  const { organisation, host } = useShell();
  return useMemo(() => linksOf(organisation.key, host), [organisation.key, host]);
}

/** The same where a page may also stand in a plain frame: null there. */
export const useShellIfAny = (): Shell | null => useContext(Context);

/** The viewer as the rules know it, to draw no button that would be refused. The server decides again. */
export function useActor(): Actor {
  const { member, projectIds } = useShell();
  return { memberId: member._id, role: member.role, projectIds };
}
