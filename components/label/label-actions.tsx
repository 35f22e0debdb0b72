'use client';

import { Plus } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { useActor } from '@/components/viewer/shell-context';
import { canCreateLabel, canEditLabel } from '@/lib/label/policy';
import type { LabelUse } from '@/lib/label/schema';

const edit = () => import('./label-dialog').then((module) => module.EditLabelDialog);
const remove = () => import('./label-dialog').then((module) => module.DeleteLabelDialog);
const create = () => import('./label-dialog').then((module) => module.NewLabelDialog);

export function NewLabelButton() {
  if (!canCreateLabel(useActor())) return null;
  return (
    <DialogButton load={create} size="compact" icon={<Plus />}>
      New label
    </DialogButton>
  );
}

export function LabelActions({ label }: { label: LabelUse }) {
  if (!canEditLabel(useActor())) return null;
  return (
    <span className="flex gap-1">
      <DialogButton load={edit} given={{ label }} size="compact" variant="quiet">
        Edit<span className="sr-only"> {label.name}</span>
      </DialogButton>
      <DialogButton load={remove} given={{ label }} size="compact" variant="quiet">
        Delete<span className="sr-only"> {label.name}</span>
      </DialogButton>
    </span>
  );
}
