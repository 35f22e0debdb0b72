'use client';

import { useState } from 'react';
import { ViewAsButton } from '@/components/client-view/view-as-button';
import { Badge, type Role, RoleBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useActor } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { canPlace } from '@/lib/project/policy';
import type { ProjectMemberRecord } from '@/lib/project/schema';

/** Removing takes access away at once, so it asks first. */
export function MemberRow({
  person,
  mayRemove,
  pending,
  onRemove,
  onContact,
  viewTo,
}: {
  person: ProjectMemberRecord;
  mayRemove: boolean;
  pending: boolean;
  onRemove: () => void;
  /** Sets whether clients see this person by name. */
  onContact: (isContact: boolean) => void;
  /** Of a client whose pages may be looked at: where that begins. */
  viewTo?: string;
}) {
  const actor = useActor();
  const [asking, setAsking] = useState(false);
  const role = person.role as Role | undefined;
  const removable = mayRemove && !person.is_leader && role !== undefined && canPlace(actor, role);
  const choosable = mayRemove && !person.is_leader && role !== undefined && role !== 'client';
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <AvatarPopover person={{ id: person._id, name: person.name, picture: person.pic }} size={32} />
      <div className="min-w-0 flex-1 basis-40">
        <p dir="auto" className="truncate text-base font-medium">
          {person.name}
        </p>
        <p className="flex flex-wrap gap-1.5 pt-0.5">
          {role && <RoleBadge role={role} />}
          {person.is_leader && <Badge tone="accent">Leads this project</Badge>}
          {person.is_contact && !person.is_leader && <Badge>Contact for clients</Badge>}
        </p>
      </div>
      {(choosable || removable || viewTo) && !asking && (
        <div className="flex items-center gap-x-3 max-sm:-mt-2 max-sm:basis-full max-sm:pl-[34px]">
          {viewTo && <ViewAsButton person={person} to={viewTo} />}
          {choosable && (
            <Button variant="quiet" size="compact" disabled={pending} onClick={() => onContact(!person.is_contact)}>
              {person.is_contact ? 'Hide from clients' : 'Show to clients'}
              <VisuallyHidden> {person.name}</VisuallyHidden>
            </Button>
          )}
          {removable && (
            <Button variant="quiet" size="compact" onClick={() => setAsking(true)}>
              Remove<VisuallyHidden> {person.name}</VisuallyHidden>
            </Button>
          )}
        </div>
      )}
      {removable && asking && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is drawn
        <div role="group" aria-label={bidi`Remove ${person.name}`} className="flex flex-wrap items-center gap-2">
          <p className="text-sm text-text-2">
            They lose access immediately, are unassigned from open tasks and watch none any more. What they wrote stays;
            added again, they begin anew.
          </p>
          <Button size="compact" onClick={() => setAsking(false)}>
            Keep
          </Button>
          <Button variant="danger" size="compact" pending={pending} onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </li>
  );
}
