import { bidi } from '@/lib/bidi';
import type { RuleRecord } from '@/lib/rule/schema';
import { ACTION_LABEL, type ActionKind, TRIGGER_LABEL, WHO_LABEL, type Who } from '@/lib/rule/vocabulary';
import { PRIORITY_LABEL, type Priority } from '@/lib/task/vocabulary';
import { columnIn, type Workflow } from '@/lib/workflow/vocabulary';

/** Names of labels and people, by id. */
export type Names = Readonly<Record<string, string>>;

type Begins = Pick<RuleRecord, 'trigger' | 'value'>;
export type Action = { do: string } & Partial<
  Record<'who' | 'member_id' | 'label_id' | 'priority' | 'text', string | null> & { status: number }
>;

/** "A task is moved to Testing". */
export function beginsInWords({ trigger, value }: Begins, workflow: Workflow, names: Names): string {
  const label = TRIGGER_LABEL[trigger];
  switch (trigger) {
    case 'moved':
      return bidi`${label} ${value === null ? 'any status' : columnIn(workflow, Number(value)).name}`;
    case 'due':
      return bidi`${label} ${value} ${value === '1' ? 'day' : 'days'}`;
    case 'labelled':
      return bidi`${label}: ${value === null ? 'any' : (names[value] ?? 'one that is no longer there')}`;
    case 'priority':
      return bidi`${label} ${value === null ? 'any other' : PRIORITY_LABEL[value as Priority]}`;
    default:
      return label;
  }
}

/** "Assign: the project’s leader", "Move to Testing". */
export function actionInWords(action: Action, workflow: Workflow, names: Names): string {
  const label = ACTION_LABEL[action.do as ActionKind] ?? action.do;
  const known = (id: string | null | undefined) => (id && names[id]) || 'somebody who is no longer there';
  switch (action.do) {
    case 'status':
      return bidi`${label} ${columnIn(workflow, action.status ?? 1).name}`;
    case 'priority':
      return bidi`${label} ${PRIORITY_LABEL[action.priority as Priority]}`;
    case 'label':
      return bidi`${label} ${(action.label_id && names[action.label_id]) || 'that is no longer there'}`;
    case 'comment':
      return bidi`${label}: “${action.text}”`;
    default:
      return bidi`${label}: ${action.who === 'person' ? known(action.member_id) : WHO_LABEL[action.who as Who]}`;
  }
}
