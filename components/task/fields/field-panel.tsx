'use client';

import { useEffect, useState } from 'react';
import { CategoryMenu } from '@/components/category/category-menu';
import type { ShownField } from '@/components/custom-field/field-value';
import { ValuePanel } from '@/components/custom-field/value-panel';
import { LabelPanel } from '@/components/label/label-panel';
import { MilestoneMenu } from '@/components/milestone/milestone-menu';
import { DuePanel } from '@/components/ui/form/due-panel';
import type { EditorProps } from '@/components/ui/form/editor';
import { Popover } from '@/components/ui/overlay/popover';
import { type FieldRef, idOf, isRef } from '@/lib/custom-field/vocabulary';
import type { TaskCard, TaskRights } from '@/lib/task/schema';
import { EstimatePanel } from '../detail/estimate-panel';
import type { Looks, TaskChanges } from '../task-edit';
import { AssigneePanel } from './assignee-panel';
import { PriorityMenu } from './priority-menu';
import { StatusMenu } from './status-menu';
import { type Refused, TitleEditor } from './title-editor';

export type FieldKind =
  | 'status'
  | 'assignees'
  | 'due'
  | 'priority'
  | 'category'
  | 'milestone'
  | 'start'
  | 'estimate'
  | 'labels'
  | 'title'
  | FieldRef;

export type FieldPanelProps = EditorProps & {
  kind: FieldKind;
  card: TaskCard;
  rights: TaskRights;
  today: string;
  viewerId: string;
  onStatus: (status: number) => void;
  onEdit: (changes: TaskChanges, looks?: Looks) => void;
  /** A title is written where its trigger stands, not in a box beside it. */
  inPlace?: boolean;
  refused?: Refused;
  onRead?: (card: TaskCard) => void;
  /** Of the columns that the organisation defines. */
  fields?: readonly ShownField[];
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
  if (isRef(kind)) {
    const field = props.fields?.find(({ _id }) => _id === idOf(kind));
    if (!field) return trigger;
    return (
      <ValuePanel
        {...editor}
        field={field}
        value={card.custom?.[field._id] ?? null}
        projectId={card.project_id}
        today={props.today}
        clients={field.audience === 'client' && card.audience === 'client'}
        onChange={(value, people) => onEdit({ custom: { [field._id]: value } }, { people })}
      />
    );
  }
  switch (kind) {
    case 'status':
      return (
        <StatusMenu
          {...editor}
          projectId={card.project_id}
          value={card.status}
          onChange={(status) => status !== card.status && props.onStatus(status)}
        />
      );
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
    case 'category':
      return (
        <CategoryMenu
          {...editor}
          value={card.category_id}
          onChange={(category) => onEdit({ category_id: category?._id ?? null })}
        />
      );
    case 'milestone':
      return (
        <MilestoneMenu
          {...editor}
          projectId={card.project_id}
          value={card.milestone ?? null}
          onChange={(milestone) => onEdit({ milestone_id: milestone?._id ?? null }, { milestone })}
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
          onChange={(people) => onEdit({ assignee_ids: people.map(({ _id }) => _id) }, { people })}
        />
      );
    case 'start':
      return (
        <DuePanel
          {...editor}
          name="Start date"
          value={card.start_date}
          today={props.today}
          onChange={(start_date) => onEdit({ start_date })}
        />
      );
    case 'estimate':
      return (
        <EstimatePanel
          {...editor}
          value={card.estimate_minutes}
          onChange={(estimate_minutes) => onEdit({ estimate_minutes })}
        />
      );
    case 'labels':
      return (
        <LabelPanel
          {...editor}
          chosen={card.labels ?? []}
          onChange={(labels) => onEdit({ label_ids: labels.map(({ _id }) => _id) }, { labels })}
        />
      );
    case 'title': {
      const input = (
        <TitleEditor
          title={card.title}
          refused={props.refused}
          onSave={(title) => {
            onOpenChange(false);
            onEdit({ title });
          }}
          onClose={() => onOpenChange(false)}
        />
      );
      if (props.inPlace) return props.open ? input : trigger;
      return (
        <Popover {...editor} label="Title">
          <div className="w-72 max-w-full">{input}</div>
        </Popover>
      );
    }
  }
}
