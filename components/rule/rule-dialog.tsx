'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import { IconButton } from '@/components/ui/icon-button';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import type { InputOf } from '@/lib/api/contract';
import { bidi } from '@/lib/bidi';
import type { RuleRecord } from '@/lib/rule/schema';
import {
  ACTION_LABEL,
  ACTIONS,
  MOST_ACTIONS,
  RULE_NAME_LENGTH,
  TRIGGER_LABEL,
  TRIGGERS,
  type Trigger,
} from '@/lib/rule/vocabulary';
import { RuleFilter } from './rule-filter';
import type { Action, Names } from './rule-words';
import { ActionValue, newAction, TriggerValue } from './value-fields';

type RuleDialogProps = {
  rule: RuleRecord | null;
  /** Of a new rule. */
  projectId: string | null;
  names: Names;
  projects: readonly { key: string; name: string }[];
  onClose: () => void;
};

const FIRST_VALUE: Partial<Record<Trigger, string>> = { moved: '3', due: '2' };

export function RuleDialog({ rule, projectId, names, projects, onClose }: RuleDialogProps) {
  const [name, setName] = useState(rule?.name ?? '');
  const [trigger, setTrigger] = useState<Trigger>(rule?.trigger ?? 'moved');
  const [value, setValue] = useState<string | null>(rule ? rule.value : '3');
  const [filter, setFilter] = useState(rule?.filter ?? '');
  const [actions, setActions] = useState<Action[]>(rule ? (rule.actions as Action[]) : [newAction('assign')]);
  const [tried, setTried] = useState('');
  const { run, error, status } = useCall();
  const place = projectId ?? undefined;
  const begins = { trigger, value };

  async function submit() {
    const fields = { name, ...begins, filter, actions: actions as InputOf<'POST rule'>['actions'] };
    const saved = await run(
      () =>
        rule
          ? call('PATCH rule/{id}', { id: rule._id, version: rule.version, ...fields })
          : call('POST rule', { ...fields, project_id: projectId }),
      (answer) => bidi`${answer.name} saved`,
    );
    if (saved) onClose();
  }
  async function tryOut() {
    try {
      const { total, tasks } = await call('GET ruleMatches', {
        project_id: place,
        ...begins,
        value: value ?? undefined,
        filter,
      });
      const some = tasks.map(({ key }) => key).join(', ');
      setTried(
        `As tasks are now, it would have matched ${total === 1 ? '1 task' : `${total} tasks`}${some && `: ${some}`}${total > tasks.length ? ' …' : ''}.`,
      );
    } catch (failure) {
      setTried(reasonOf(failure));
    }
  }
  const errorAt = (at: number) =>
    Object.entries(error?.errors ?? {}).find(([field]) => field.startsWith(`actions.${at}`))?.[1][0];

  return (
    <FormDialog
      grows
      title={rule ? bidi`Edit ${rule.name}` : 'New rule'}
      action={rule ? 'Save' : 'Make the rule'}
      pendingText="Saving…"
      beside={
        <Button variant="quiet" onClick={() => void tryOut()}>
          Try
        </Button>
      }
      {...status}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        limit={RULE_NAME_LENGTH}
        autoComplete="off"
        value={name}
        error={error?.errors.name?.[0]}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="When"
          value={trigger}
          options={TRIGGERS.map((one) => ({ value: one, label: TRIGGER_LABEL[one] }))}
          onChange={({ target }) => {
            const next = target.value as Trigger;
            setTrigger(next);
            setValue(FIRST_VALUE[next] ?? null);
          }}
        />
        <TriggerValue {...begins} projectId={place} error={error?.errors.value?.[0]} onChange={setValue} />
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium text-text-2">Only if it matches (optional)</legend>
        <RuleFilter filter={filter} names={names} projects={projectId ? [] : projects} onChange={setFilter} />
      </fieldset>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 text-sm font-medium text-text-2">Then</legend>
        {actions.map((action, at) => {
          const put = (next: Action) => setActions(actions.toSpliced(at, 1, next));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an action is its place; two may be the same.
            <div key={at} className="grid gap-2 rounded-sm border border-border p-3 sm:grid-cols-2">
              <div className="flex items-end gap-1">
                <div className="min-w-0 flex-1">
                  <SelectField
                    label={`Action ${at + 1}`}
                    value={action.do}
                    options={ACTIONS.map((kind) => ({ value: kind, label: ACTION_LABEL[kind] }))}
                    onChange={({ target }) => put(newAction(target.value))}
                  />
                </div>
                {actions.length > 1 && (
                  <IconButton
                    label={`Remove action ${at + 1}`}
                    icon={<Trash2 />}
                    onClick={() => setActions(actions.toSpliced(at, 1))}
                  />
                )}
              </div>
              <ActionValue action={action} projectId={place} error={errorAt(at)} onChange={put} />
            </div>
          );
        })}
        {actions.length < MOST_ACTIONS && (
          <div>
            <Button size="compact" icon={<Plus />} onClick={() => setActions([...actions, newAction('tell')])}>
              Another action
            </Button>
          </div>
        )}
      </fieldset>
      <p role="status" className="text-sm text-text-2">
        {tried}
      </p>
    </FormDialog>
  );
}
