'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Role } from '@/components/ui/badge';
import type { Actor } from '@/lib/permission/policy';
import { type HrefTo, linksOf, type OrganisationHost } from '@/lib/tenant/organisation-path';
import type { TimeEntryRecord } from '@/lib/time-entry/schema';
import type { Workflows } from '@/lib/workflow/vocabulary';

/** What the layout reads once per visit for the frame around an organisation's pages. */
export type Shell = {
  organisation: { key: string; name: string; tint: string; logo: string | null };
  /** Set if the page is under the organisation's own host; links have the short form then. */
  host: OrganisationHost | null;
  /** Of the organisation's pages, where what is shown is served by another host: the chat's frame. */
  pagesOrigin?: string | undefined;
  member: {
    _id: string;
    name: string;
    email: string;
    role: Role;
    role_label: string;
    pic: string | null;
    viewing?: true;
  };
  /** What the person may make on any page. Said here: the table of rights is not for every page. */
  creates: readonly ('task' | 'project')[];
  /** Projects the person is a member of. */
  projectIds: readonly string[];
  unread: number;
  /** The member's timer, if one runs. */
  timer: Pick<TimeEntryRecord, 'task_key' | 'task_title' | 'started_at'> | null;
  /** Without limits and moves for clients, who move nothing. */
  workflows: Workflows;
  /** Up to seven, last changed first. */
  projects: readonly { _id: string; key: string; name: string; tint: string; picture: string | null }[];
  /** Somebody of the staff looks as this member, until then. */
  view?: { ends_at: string };
  /** All organisations of the person; with more than one there is a switcher. */
  organisations: readonly { key: string; name: string; tint: string; logo: string | null }[];
};

const Context = createContext<Shell | null>(null);

export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return <Context value={shell}>{children}</Context>;
}

/** Only inside an organisation's pages. */
export function useShell(): Shell {
  const shell = useContext(Context);
  if (!shell) throw new Error('useShell is for pages inside the shell');
  return shell;
}

/** `/acme/task`, or `/task` on `acme`'s own host; the full URL from another host. */
export function useOrganisationLinks(): HrefTo {
  const { organisation, host, pagesOrigin } = useShell();
  return useMemo(() => linksOf(organisation.key, host, pagesOrigin), [organisation.key, host, pagesOrigin]);
}

/** Null for pages that may also stand outside the shell. */
export const useShellIfAny = (): Shell | null => useContext(Context);

/** Only to hide buttons that would be refused: the server checks again. */
export function useActor(): Actor {
  const { member, projectIds } = useShell();
  return { memberId: member._id, role: member.role, projectIds, viewing: member.viewing };
}
