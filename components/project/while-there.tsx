'use client';

import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { restore } from '@/components/bin/bin-calls';
import { useLive, useLiveEvents } from '@/components/live/live-provider';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { useRefresh } from '@/components/url/use-refresh';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { BIN_DAYS } from '@/lib/retention';

type Named = { _id: string; key: string; name: string };

/** Redraws when somebody deletes the project: says so, and offers Restore to people who may. */
export function WhileThere({
  project,
  mayRestore,
  deleted = false,
  children,
}: {
  project: Named;
  mayRestore: boolean;
  /** Already in the bin when the page was drawn. */
  deleted?: boolean;
  children?: ReactNode;
}) {
  const { channels } = useLive();
  const hrefTo = useOrganisationLinks();
  const refresh = useRefresh();
  const [gone, setGone] = useState(deleted);
  const [pending, setPending] = useState(false);
  // Nobody may subscribe to a project in the bin.
  useLiveEvents(deleted ? [] : [channels.project(project._id)], ({ event }) => {
    if (event === 'project.deleted') setGone(true);
    if (event === 'project.restored') back();
  });
  function back() {
    setGone(false);
    setPending(false);
    refresh();
  }
  async function bringBack() {
    setPending(true);
    if (await restore({ ...project, kind: 'project' })) back();
    else setPending(false);
  }
  if (!gone) return children;
  return (
    <div role="status">
      <EmptyState
        headingLevel={1}
        icon={<Trash2 />}
        title="This project was deleted"
        action={
          mayRestore ? (
            <Button variant="primary" pending={pending} pendingText="Restoring" onClick={() => void bringBack()}>
              Restore
            </Button>
          ) : (
            <ButtonLink href={hrefTo('project')}>All projects</ButtonLink>
          )
        }
        link={mayRestore && <ButtonLink href={hrefTo('project?view=bin')}>Open the bin</ButtonLink>}
      >
        {mayRestore
          ? bidi`${project.name} (${project.key}) is in the bin for ${BIN_DAYS} days, with everything in it.`
          : bidi`${project.name} is no longer available. An admin can restore it for ${BIN_DAYS} days.`}
      </EmptyState>
    </div>
  );
}
