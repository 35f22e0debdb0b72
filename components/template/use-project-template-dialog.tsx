'use client';

import { useQuery } from '@tanstack/react-query';
import { Contact } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type OverlayProps, overlayOrigin } from '@/components/overlay/overlay';
import { PeopleChip } from '@/components/project/people-chip';
import { useEverybody } from '@/components/project/people-query';
import { call } from '@/components/query/api-client';
import { creationKeys } from '@/components/query/creation-key';
import { useCall } from '@/components/query/use-call';
import { ChipRow } from '@/components/ui/form/chip-field';
import { DateField } from '@/components/ui/form/date-field';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import { useFormats } from '@/components/ui/formats';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useActor, useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { teamRoles } from '@/lib/project/policy';
import { PROJECT_FORM } from '@/lib/project/vocabulary.form';
import { TemplateChoice } from './template-choice';
import { templateQuery } from './template-query';

export function UseProjectTemplateDialog({ open, onOpenChange }: OverlayProps) {
  return open ? <Form onClose={() => onOpenChange(false)} /> : null;
}

function Form({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const actor = useActor();
  const hrefTo = useOrganisationLinks();
  const today = useFormats().today();
  const [keyFor] = useState(creationKeys);
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const [from, setFrom] = useState(today);
  const [people, setPeople] = useState<Record<number, string>>({});
  const template = useQuery(templateQuery(id));
  const [clients, setClients] = useState<string[]>([]);
  const everybody = useEverybody().people;
  const team = (everybody ?? []).filter(({ _id, role }) => _id === actor.memberId || teamRoles(actor).includes(role));
  const { run, error, status } = useCall();
  const roles = template.data?.content.roles ?? [];

  async function submit() {
    const input = {
      id,
      name,
      start_date: from || undefined,
      client_ids: clients,
      people: Object.entries(people).map(([role, member_id]) => ({ role: Number(role), member_id: member_id || null })),
    };
    let key = '';
    const made = await run(
      async () => {
        const project = await call('POST useProjectTemplate/{id}', input, { idempotencyKey: keyFor(input) });
        key = project.key;
        return project;
      },
      (project) => bidi`${project.name} created`,
    );
    if (!made) return;
    onClose();
    router.push(hrefTo(`projectdetails?project=${key}`));
  }
  const told = error && ['name', 'people', 'client_ids'].some((field) => error.errors[field]);
  return (
    <FormDialog
      title="New project from a template"
      finalFocus={overlayOrigin}
      action="Create project"
      pendingText="Creating"
      {...status}
      message={told ? undefined : status.message}
      disabled={!template.data}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TemplateChoice
        kind="project"
        chosen={id}
        onChange={(next) => {
          setId(next);
          setPeople({});
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={PROJECT_FORM.name.label}
          required
          limit={PROJECT_FORM.name.max}
          autoComplete="off"
          value={name}
          error={error?.errors.name?.[0]}
          onChange={({ target }) => setName(target.value)}
        />
        <DateField label="Begins on" hint="Its days are counted from here." value={from} onChange={setFrom} />
      </div>
      {roles.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1 text-sm font-medium text-text-2">Who does what</legend>
          {roles.map((role, at) => (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: a role is its place; two may be called the same.
              key={at}
              label={role.name}
              value={people[at] ?? role.member_id ?? ''}
              error={at === 0 ? error?.errors.people?.[0] : undefined}
              options={[
                { value: '', label: 'Nobody yet' },
                ...team.map((person) => ({ value: person._id, label: person.name })),
              ]}
              onChange={({ target }) => setPeople({ ...people, [at]: target.value })}
            />
          ))}
        </fieldset>
      )}
      <ChipRow>
        <PeopleChip
          label={PROJECT_FORM.client_ids.label}
          icon={<Contact />}
          people={everybody?.filter(({ role }) => role === 'client')}
          chosen={clients}
          onChange={setClients}
          error={error?.errors.client_ids?.[0]}
        />
      </ChipRow>
    </FormDialog>
  );
}
