'use client';

import { useQueryClient } from '@tanstack/react-query';
import { TintedDeletion } from '@/components/category/tinted-deletion';
import { TintedEditor } from '@/components/category/tinted-editor';
import { call } from '@/components/query/api-client';
import type { LabelRecord, LabelUse } from '@/lib/label/schema';
import { usedBy } from '../category/category-words';
import { labelsQuery } from './label-query';

type Closing = { onClose: () => void };

function useAgain() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries(labelsQuery);
}

export const NewLabelDialog = ({ onClose }: Closing) => (
  <TintedEditor
    what="label"
    before={null}
    save={(body) => call('POST label', body)}
    onSaved={useAgain()}
    onClose={onClose}
  />
);

export const EditLabelDialog = ({ label, onClose }: Closing & { label: LabelRecord }) => (
  <TintedEditor
    what="label"
    before={label}
    save={(body, version) => call('PATCH label/{id}', { id: label._id, version, ...body })}
    onSaved={useAgain()}
    onClose={onClose}
  />
);

export const DeleteLabelDialog = ({ label, onClose }: Closing & { label: LabelUse }) => (
  <TintedDeletion
    name={label.name}
    loss={
      label.tasks
        ? `${usedBy({ ...label, projects: 0 })} will lose it. Nothing else changes.`
        : 'No task has this label.'
    }
    remove={() => call('DELETE label/{id}', { id: label._id })}
    restore={() => call('POST restoreLabel/{id}', { id: label._id })}
    onChanged={useAgain()}
    onClose={onClose}
  />
);
