'use client';

import { useEffect } from 'react';
import { Avatar } from '@/components/ui/avatar';
import { RoleBadge } from '@/components/ui/badge';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { EndView } from './end-view';

/** Longest a browser's timer waits (ms). */
const MOST_MS = 2 ** 31 - 1;

/** On every page while somebody of the staff looks as a client: in a colour that nothing else has, with the way out. */
export function ViewBanner() {
  const { view, member } = useShell();
  const hrefTo = useOrganisationLinks();
  const endsAt = view?.ends_at;
  useEffect(() => {
    if (!endsAt) return;
    const left = Math.min(Math.max(Date.parse(endsAt) - Date.now(), 0), MOST_MS);
    const timer = setTimeout(() => window.location.assign('/view/ended'), left);
    return () => clearTimeout(timer);
  }, [endsAt]);
  if (!view) return null;
  return (
    <>
      <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-toast border-4 border-view print:hidden" />
      <section
        aria-label="Viewing as a client"
        data-client-view=""
        className="flex h-12 items-center gap-3 bg-view px-3 text-sm text-on-view sm:px-4"
      >
        <p className="line-clamp-2 min-w-0 flex-1 font-medium">
          {bidi`You view as ${member.name}. Nothing can be changed.`}
        </p>
        <EndView to={hrefTo('dashboard')} />
      </section>
    </>
  );
}

/** In place of one's own things in the top bar: the client's name, and nothing that is their own business. */
export function ViewedMember() {
  const { member } = useShell();
  return (
    <>
      <Avatar person={{ id: member._id, name: member.name, picture: member.pic }} size={32} />
      <span dir="auto" className="truncate text-sm font-medium max-sm:hidden">
        {member.name}
      </span>
      <RoleBadge role={member.role} />
    </>
  );
}
