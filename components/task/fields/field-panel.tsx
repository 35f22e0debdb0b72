'use client';

import { useEffect, useState } from 'react';
import { DuePanel } from '@/components/ui/form/due-panel';
import type { EditorProps } from '@/components/ui/form/editor';
import type { TaskCard, TaskRights } from '@/lib/task/schema';
import type { TaskChanges } from '../task-edit';
import { AssigneePanel } from './assignee-panel';
import { PriorityMenu } from './priority-menu';
import { StatusMenu } from './status-menu';

export type FieldKind = 'status' | 'assignees' | 'due' | 'priority';

export type FieldPanelProps = EditorProps & {
  kind: FieldKind;
  card: TaskCard;
  rights: TaskRights;
  today: string;
  viewerId: string;
  onStatus: (status: number) => void;
  onEdit: (changes: TaskChanges, people?: TaskCard['assignees']) => void;
  onRead?: (card: TaskCard) => void;
};

/** Opens one step after mounting: only then the portal's container is known. */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
}

/** The editor of one field of a row or card. Fetched on intent. */
export function FieldPanel(props: FieldPanelProps) {
  const { kind, trigger, onOpenChange, finalFocus, card, rights, onEdit } = props;
  const mounted = useMounted();
  const editor = { trigger, open: props.open && mounted, onOpenChange, finalFocus };
  switch (kind) {
    case 'status':
      return <StatusMenu {...editor} value={card.status} onChange={props.onStatus} />;
    case 'priority':
      return <PriorityMenu {...editor} value={card.priority} onChange={(priority) => onEdit({ priority })} />;
    case 'due':
      return (
        <DuePanel
          {...editor}
          name="Due date"
          value={card.due_date}
          today={props.today}
          onChange={(due_date) => onEdit({ due_date })}
        />
      );
    case 'assignees':
      return (
        <AssigneePanel
          {...editor}
          projectId={card.project_id}
          chosen={card.assignees}
          task={card}
          onRead={props.onRead}
          onlyMember={rights.assign ? undefined : props.viewerId}
          onChange={(people) => onEdit({ assignee_ids: people.map(({ _id }) => _id) }, people)}
        />
      );
  }
}
