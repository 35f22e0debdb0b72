'use client';

import { useQuery } from '@tanstack/react-query';
import { labelsQuery } from '@/components/label/label-query';
import { filterPeopleQuery } from '@/components/task/filter/filter-query';
import { SelectField } from '@/components/ui/form/select-field';
import { TextArea } from '@/components/ui/form/text-area';
import { TextField } from '@/components/ui/form/text-field';
import { useWorkflow } from '@/components/workflow/use-workflow';
import type { RuleRecord } from '@/lib/rule/schema';
import { MOST_DAYS, PEOPLE, WHO_LABEL } from '@/lib/rule/vocabulary';
import { PRIORITIES, PRIORITY_LABEL } from '@/lib/task/vocabulary';
import type { Action } from './rule-words';

const ANY = { value: '', label: 'Any' };
const PRIORITY_CHOICES = PRIORITIES.map((value) => ({ value, label: PRIORITY_LABEL[value] }));

type Place = { projectId?: string; error?: string };

/** What exactly begins the rule: which status, label, priority, or how many days. */
export function TriggerValue({
  trigger,
  value,
  projectId,
  error,
  onChange,
}: Place & Pick<RuleRecord, 'trigger' | 'value'> & { onChange: (value: string | null) => void }) {
  const { columns } = useWorkflow(projectId);
  const labels = useQuery({ ...labelsQuery, enabled: trigger === 'labelled' });
  const given = { value: value ?? '', error, onChange: (text: string) => onChange(text || null) };
  switch (trigger) {
    case 'moved':
      return (
        <Choice
          {...given}
          label="Which status"
          options={[ANY, ...columns.map(({ status, name }) => ({ value: `${status}`, label: name }))]}
        />
      );
    case 'priority':
      return <Choice {...given} label="Which priority" options={[ANY, ...PRIORITY_CHOICES]} />;
    case 'labelled':
      return (
        <Choice
          {...given}
          label="Which label"
          options={[ANY, ...(labels.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))]}
        />
      );
    case 'due':
      return (
        <TextField
          label="In how many days"
          type="number"
          min={0}
          max={MOST_DAYS}
          value={value ?? ''}
          error={error}
          onChange={({ target }) => onChange(target.value || null)}
        />
      );
    default:
      return null;
  }
}

/** What exactly an action does. */
export function ActionValue({
  action,
  projectId,
  error,
  onChange,
}: Place & { action: Action; onChange: (action: Action) => void }) {
  const { columns } = useWorkflow(projectId);
  const labels = useQuery({ ...labelsQuery, enabled: action.do === 'label' });
  const people = useQuery({ ...filterPeopleQuery(''), enabled: action.who === 'person' });
  switch (action.do) {
    case 'status':
      return (
        <Choice
          label="Which status"
          error={error}
          value={`${action.status ?? ''}`}
          options={columns.map(({ status, name }) => ({ value: `${status}`, label: name }))}
          onChange={(status) => onChange({ do: 'status', status: Number(status) })}
        />
      );
    case 'priority':
      return (
        <Choice
          label="Which priority"
          error={error}
          value={action.priority ?? ''}
          options={PRIORITY_CHOICES}
          onChange={(priority) => onChange({ do: 'priority', priority })}
        />
      );
    case 'label':
      return (
        <Choice
          label="Which label"
          error={error}
          value={action.label_id ?? ''}
          options={[
            { value: '', label: 'Choose one' },
            ...(labels.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          onChange={(label_id) => onChange({ do: 'label', label_id })}
        />
      );
    case 'comment':
      return (
        <TextArea
          label="Comment"
          rows={2}
          limit={2000}
          value={action.text ?? ''}
          error={error}
          onChange={({ target }) => onChange({ do: 'comment', text: target.value })}
        />
      );
    default:
      return (
        <>
          <Choice
            label="Whom"
            value={action.who ?? 'leader'}
            options={PEOPLE.filter((who) => who !== 'assignees' || action.do === 'tell').map((who) => ({
              value: who,
              label: WHO_LABEL[who],
            }))}
            onChange={(who) => onChange({ do: action.do, who })}
          />
          {action.who === 'person' && (
            <Choice
              label="Which person"
              error={error}
              value={action.member_id ?? ''}
              options={[
                { value: '', label: 'Choose one' },
                ...(people.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
              onChange={(member_id) => onChange({ ...action, member_id })}
            />
          )}
        </>
      );
  }
}

function Choice({
  onChange,
  ...field
}: {
  label: string;
  value: string;
  error?: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return <SelectField {...field} onChange={({ target }) => onChange(target.value)} />;
}

/** As an action begins. */
export function newAction(kind: string): Action {
  switch (kind) {
    case 'status':
      return { do: kind, status: 3 };
    case 'priority':
      return { do: kind, priority: 'high' };
    case 'label':
      return { do: kind, label_id: '' };
    case 'comment':
      return { do: kind, text: '' };
    default:
      return { do: kind, who: 'leader' };
  }
}
