'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { TintedDeletion } from '@/components/category/tinted-deletion';
import { TintTile } from '@/components/page/tint-tile';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import { IconButton } from '@/components/ui/icon-button';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import type { CustomFieldUse } from '@/lib/custom-field/schema';
import { FIELD_KINDS, type FieldKind, KIND_LABEL, MOST_CHOICES, NAME_LENGTH } from '@/lib/custom-field/vocabulary';
import { TINTS } from '@/lib/organisation/vocabulary';
import { bodyOf, type DraftChoice, draftOf, type FieldDraft, newChoice, tasksIn } from './field-draft';
import { fieldProjectsQuery, fieldsQuery } from './field-query';

type Closing = { onClose: () => void };

function useAgain() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries(fieldsQuery);
}

export const NewFieldDialog = ({ onClose }: Closing) => <FieldDialog field={null} onClose={onClose} />;
export const EditFieldDialog = ({ field, onClose }: Closing & { field: CustomFieldUse }) => (
  <FieldDialog field={field} onClose={onClose} />
);

function FieldDialog({ field, onClose }: Closing & { field: CustomFieldUse | null }) {
  // The page behind is drawn anew when somebody else saves; what is written here began from this.
  const [base] = useState(field);
  const [draft, setDraft] = useState<FieldDraft>(() => {
    const begun = draftOf(base);
    return begun.kind === 'choice' ? begun : { ...begun, choices: [newChoice(0), newChoice(1)] };
  });
  const { run, error, status } = useCall();
  const again = useAgain();
  const change = (part: Partial<FieldDraft>) => setDraft((now) => ({ ...now, ...part }));
  async function submit() {
    const { kind: _kind, ...body } = bodyOf(draft);
    const saved = await run(
      () =>
        base
          ? call('PATCH customField/{id}', {
              id: base._id,
              version: base.version,
              ...body,
              choices: base.kind === 'choice' ? body.choices : undefined,
            })
          : call('POST customField', bodyOf(draft)),
      ({ name }) => bidi`${name} ${base ? 'saved' : 'created'}`,
    );
    if (!saved) return;
    again();
    onClose();
  }
  return (
    <FormDialog
      title={base ? bidi`Edit ${base.name}` : 'New field'}
      action={base ? 'Save' : 'Create'}
      pendingText="Saving…"
      {...status}
      onSubmit={() => void submit()}
      onClose={onClose}
      grows
    >
      <TextField
        label="Name"
        required
        limit={NAME_LENGTH}
        autoComplete="off"
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
        error={error?.errors.name?.[0]}
      />
      {base ? (
        <p className="text-sm text-text-2">
          {KIND_LABEL[base.kind]}. {tasksIn(base.tasks)} {base.tasks > 1 ? 'have' : 'has'} a value.
        </p>
      ) : (
        <SelectField
          label="Kind"
          hint="It stays what it is: the values of tasks depend on it."
          value={draft.kind}
          options={FIELD_KINDS.map((value) => ({ value, label: KIND_LABEL[value] }))}
          onChange={({ target }) => change({ kind: target.value as FieldKind })}
        />
      )}
      {draft.kind === 'choice' && (
        <Choices
          choices={draft.choices}
          used={base?.by_choice ?? {}}
          error={error?.errors.choices?.[0]}
          onChange={(choices) => change({ choices })}
        />
      )}
      <CheckboxField
        label="Clients see its values"
        hint="On tasks that they see. Otherwise the field is the team’s alone: clients find nothing of it in lists, filters, exports or emails."
        checked={draft.audience === 'client'}
        onChange={({ target }) => change({ audience: target.checked ? 'client' : 'internal' })}
      />
      <Projects chosen={draft.project_ids} onChange={(project_ids) => change({ project_ids })} />
    </FormDialog>
  );
}

function Choices({
  choices,
  used,
  error,
  onChange,
}: {
  choices: readonly DraftChoice[];
  /** Tasks by choice. */
  used: Readonly<Record<string, number>>;
  error: string | undefined;
  onChange: (choices: DraftChoice[]) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [said, say] = useState('');
  const put = (at: number, part: Partial<DraftChoice>) =>
    onChange(choices.map((one, index) => (index === at ? { ...one, ...part } : one)));
  function move(at: number, by: -1 | 1) {
    const one = choices[at];
    if (!one || !choices[at + by]) return;
    onChange(choices.toSpliced(at, 1).toSpliced(at + by, 0, one));
    say(bidi`${one.name || 'Choice'}: ${at + by + 1} of ${choices.length}.`);
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium text-text-2">Choices</legend>
      <ul ref={list} className="flex flex-col gap-2">
        {choices.map(({ key, _id, name, colour, retired }, at) => {
          const tasks = (_id && used[_id]) || 0;
          const called = name || `choice ${at + 1}`;
          return (
            <li key={key} className="flex flex-wrap items-center gap-1">
              <TintTile tint={colour} name={name || `${at + 1}`} size={20} />
              <div className="min-w-32 flex-1">
                <TextField
                  label={`Choice ${at + 1}`}
                  labelHidden
                  limit={NAME_LENGTH}
                  autoComplete="off"
                  value={name}
                  onChange={({ target }) => put(at, { name: target.value })}
                />
              </div>
              <div className="w-28">
                <SelectField
                  label={bidi`Colour of ${called}`}
                  labelHidden
                  value={colour}
                  options={Object.entries(TINTS).map(([value, label]) => ({ value, label }))}
                  onChange={({ target }) => put(at, { colour: target.value })}
                />
              </div>
              <IconButton
                label={bidi`Move ${called} up`}
                icon={<ArrowUp />}
                size="compact"
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                label={bidi`Move ${called} down`}
                icon={<ArrowDown />}
                size="compact"
                disabled={at === choices.length - 1}
                onClick={() => move(at, 1)}
              />
              {tasks > 0 ? (
                <Button variant="quiet" size="compact" onClick={() => put(at, { retired: !retired })}>
                  {retired ? 'Offer again' : 'Retire'}
                  <span className="sr-only"> {called}</span>
                </Button>
              ) : (
                <IconButton
                  label={bidi`Remove ${called}`}
                  icon={<X />}
                  size="compact"
                  onClick={() => onChange(choices.toSpliced(at, 1))}
                />
              )}
              {tasks > 0 && (
                <p className="basis-full pl-4 text-xs text-text-3">
                  {tasksIn(tasks)} {tasks > 1 ? 'have' : 'has'} it{retired ? '; it is no longer offered' : ''}.
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {error && (
        <p role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      )}
      <span>
        <Button
          size="compact"
          icon={<Plus />}
          disabled={choices.length >= MOST_CHOICES}
          onClick={() => {
            onChange([...choices, newChoice(choices.length)]);
            requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
          }}
        >
          Add a choice
        </Button>
      </span>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  );
}

function Projects({
  chosen,
  onChange,
}: {
  chosen: readonly string[] | null;
  onChange: (ids: string[] | null) => void;
}) {
  const projects = useQuery({ ...fieldProjectsQuery, enabled: chosen !== null });
  return (
    <fieldset className="flex flex-col gap-2">
      <SelectField
        label="Projects"
        value={chosen === null ? 'all' : 'some'}
        options={[
          { value: 'all', label: 'Every project, also those to come' },
          { value: 'some', label: 'Chosen projects' },
        ]}
        onChange={({ target }) => onChange(target.value === 'all' ? null : [])}
      />
      {chosen !== null && (
        <div className="max-h-48 overflow-y-auto">
          {projects.isError && <p className="text-sm text-danger-text">Projects could not be loaded.</p>}
          {projects.data?.map(({ _id, name }) => (
            <CheckboxField
              key={_id}
              label={name}
              checked={chosen.includes(_id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, _id] : chosen.filter((one) => one !== _id))
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

export const DeleteFieldDialog = ({ field, onClose }: Closing & { field: CustomFieldUse }) => (
  <TintedDeletion
    name={field.name}
    loss={
      field.tasks
        ? `${tasksIn(field.tasks)} will lose ${field.tasks > 1 ? 'their values' : 'its value'}. It can be undone within a day.`
        : 'No task has a value.'
    }
    remove={() => call('DELETE customField/{id}', { id: field._id })}
    restore={() => call('POST restoreCustomField/{id}', { id: field._id })}
    onChanged={useAgain()}
    onClose={onClose}
  />
);
