'use client';

import { Plus } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { useActor } from '@/components/viewer/shell-context';
import { may } from '@/lib/permission/policy';
import type { StoredTinted } from './tinted-save';

/** What has a name and a colour. */
export type TintedKind = 'category' | 'label';
export type TintedUse = StoredTinted & { _id: string; tasks: number; projects?: number };

const edit = () => import('./tinted-dialogs').then((module) => module.TintedDialog);
const remove = () => import('./tinted-dialogs').then((module) => module.DeleteTintedDialog);

export function NewTintedButton({ kind }: { kind: TintedKind }) {
  if (!may(useActor(), `${kind}.create`)) return null;
  return (
    <DialogButton load={edit} given={{ kind }} size="compact" icon={<Plus />}>
      {`New ${kind}`}
    </DialogButton>
  );
}

export function TintedActions({ kind, one }: { kind: TintedKind; one: TintedUse }) {
  if (!may(useActor(), `${kind}.edit`)) return null;
  return (
    <span className="flex gap-1">
      <DialogButton load={edit} given={{ kind, one }} size="compact" variant="quiet">
        Edit<span className="sr-only"> {one.name}</span>
      </DialogButton>
      <DialogButton load={remove} given={{ kind, one }} size="compact" variant="quiet">
        Delete<span className="sr-only"> {one.name}</span>
      </DialogButton>
    </span>
  );
}
