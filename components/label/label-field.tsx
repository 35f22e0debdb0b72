'use client';

import { EditableField, Nothing } from '@/components/field/side-field';
import type { TaskLabel } from '@/lib/label/schema';
import type { TaskDetail } from '@/lib/task/schema';
import { LabelChips } from './label-chips';

const loadPanel = () => import('./label-panel').then(({ LabelPanel }) => LabelPanel);

export function LabelField({ task, onChange }: { task: TaskDetail; onChange: (labels: TaskLabel[]) => void }) {
  const { labels = [], rights } = task;
  return (
    <EditableField
      name="Labels"
      may={rights.edit}
      empty={labels.length === 0}
      popup="dialog"
      load={loadPanel}
      editor={{ chosen: labels, onChange }}
    >
      {labels.length ? <LabelChips labels={labels} all /> : <Nothing>None</Nothing>}
    </EditableField>
  );
}
