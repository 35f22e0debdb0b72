'use client';

import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { showToast } from '@/components/ui/overlay/toast';
import { useActor } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { canEditFields } from '@/lib/custom-field/policy';
import type { CustomFieldUse } from '@/lib/custom-field/schema';
import { fieldsQuery } from './field-query';

const create = () => import('./field-dialog').then((module) => module.NewFieldDialog);
const edit = () => import('./field-dialog').then((module) => module.EditFieldDialog);
const remove = () => import('./field-dialog').then((module) => module.DeleteFieldDialog);

export function NewFieldButton() {
  if (!canEditFields(useActor())) return null;
  return (
    <DialogButton load={create} size="compact" icon={<Plus />}>
      New field
    </DialogButton>
  );
}

/** `at`: its place among so many (`of`). */
export function FieldActions({ field, at, of }: { field: CustomFieldUse; at: number; of: number }) {
  const queries = useQueryClient();
  const { run, pending } = useCall();
  if (!canEditFields(useActor())) return null;
  const { _id: id, name, archived } = field;
  async function change(part: { position?: number; archived?: boolean }, said: string | null) {
    const done = await run(
      () => call('PATCH customField/{id}', { id, ...part }),
      () => said,
    );
    if (done) void queries.invalidateQueries(fieldsQuery);
    else showToast({ kind: 'failure', text: bidi`${name} was not changed.` });
  }
  const move = (by: -1 | 1) => void change({ position: at + by }, null);
  return (
    <span className="flex flex-wrap gap-1">
      <IconButton
        label={bidi`Move ${name} up`}
        icon={<ArrowUp />}
        size="compact"
        disabled={at === 0}
        onClick={() => move(-1)}
      />
      <IconButton
        label={bidi`Move ${name} down`}
        icon={<ArrowDown />}
        size="compact"
        disabled={at === of - 1}
        onClick={() => move(1)}
      />
      <DialogButton load={edit} given={{ field }} size="compact" variant="quiet">
        Edit<span className="sr-only"> {name}</span>
      </DialogButton>
      <Button
        size="compact"
        variant="quiet"
        pending={pending}
        pendingText="Saving"
        onClick={() =>
          void change(
            { archived: !archived },
            archived ? bidi`${name} is offered again` : bidi`${name} archived: tasks keep their values`,
          )
        }
      >
        {archived ? 'Bring back' : 'Archive'}
        <span className="sr-only"> {name}</span>
      </Button>
      <DialogButton load={remove} given={{ field }} size="compact" variant="quiet">
        Delete<span className="sr-only"> {name}</span>
      </DialogButton>
    </span>
  );
}
