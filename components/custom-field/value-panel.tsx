'use client';

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { assignableQuery } from '@/components/person/assignable-query';
import { LoadError } from '@/components/query/load-error';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { DuePanel } from '@/components/ui/form/due-panel';
import type { EditorProps } from '@/components/ui/form/editor';
import { TextField } from '@/components/ui/form/text-field';
import { Menu, MenuRadioGroup, MenuRadioItem } from '@/components/ui/overlay/menu';
import { Popover } from '@/components/ui/overlay/popover';
import { SkeletonRows } from '@/components/ui/skeleton';
import { isolated } from '@/lib/bidi';
import { type CustomValue, TEXT_LENGTH } from '@/lib/custom-field/vocabulary';
import { textFilter } from '@/lib/fold';
import type { TaskCard } from '@/lib/task/schema';
import type { ShownField } from './field-value';

type Person = TaskCard['assignees'][number];

export type ValueProps = {
  field: ShownField;
  /** null: none; undefined: several tasks have different ones. */
  value: CustomValue | null | undefined;
  projectId: string | undefined;
  today: string;
  /** Whether clients see task and field, so that they can be named. */
  clients?: boolean;
  /** With the person whom the value names. */
  onChange: (value: CustomValue | null, people?: Person[]) => void;
};

/** The editor of a value, by the kind of its field. Fetched on intent. */
export function ValuePanel({
  field,
  value,
  projectId,
  today,
  clients = false,
  onChange,
  ...editor
}: EditorProps & ValueProps) {
  switch (field.kind) {
    case 'date':
      return (
        <DuePanel
          {...editor}
          name={field.name}
          value={value === undefined ? '' : (value as string | null)}
          today={today}
          onChange={onChange}
        />
      );
    case 'choice':
      return <ChoiceMenu {...editor} field={field} value={value} onChange={onChange} />;
    case 'person':
      return (
        <PersonPanel
          {...editor}
          field={field}
          value={value}
          projectId={projectId}
          clients={clients}
          onChange={onChange}
        />
      );
    default:
      return <WrittenPanel {...editor} field={field} value={value} onChange={onChange} />;
  }
}

type One = EditorProps & Pick<ValueProps, 'field' | 'value' | 'onChange'>;
const NONE = 'none';

function ChoiceMenu({ field, value, onChange, ...menu }: One) {
  const offered = field.choices.filter(({ _id, retired }) => !retired || _id === value);
  return (
    <Menu {...menu}>
      <MenuRadioGroup
        label={field.name}
        value={value === undefined ? '' : String(value ?? NONE)}
        onValueChange={(id) => onChange(id === NONE ? null : id)}
      >
        {[{ _id: NONE, name: 'None' }, ...offered].map(({ _id, name }) => (
          <MenuRadioItem key={_id} value={_id}>
            {isolated(name)}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

const NUMBER = /^-?\d{1,13}(?:[.,]\d{1,3})?$/;

function WrittenPanel({ field, value, onChange, ...popover }: One) {
  const isNumber = field.kind === 'number';
  const [error, setError] = useState<string>();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('value') ?? '').trim();
    if (isNumber && text && !NUMBER.test(text)) return setError('Write a number, such as 1250 or 12.5.');
    setError(undefined);
    const next = text === '' ? null : isNumber ? Number(text.replace(',', '.')) : text;
    if (next !== value) onChange(next);
    popover.onOpenChange(false);
  }
  return (
    <Popover {...popover} label={field.name}>
      <form onSubmit={submit} className="flex w-60 max-w-full flex-col gap-3">
        <TextField
          label={field.name}
          name="value"
          inputMode={isNumber ? 'decimal' : undefined}
          limit={isNumber ? undefined : TEXT_LENGTH}
          defaultValue={value ?? ''}
          autoComplete="off"
          error={error}
        />
        <Button variant="primary" type="submit">
          Set
        </Button>
      </form>
    </Popover>
  );
}

const SEARCH_FROM = 8;

function PersonPanel({
  field,
  value,
  projectId,
  clients,
  onChange,
  ...popover
}: One & { projectId: string | undefined; clients: boolean }) {
  const people = useQuery(assignableQuery(projectId, clients));
  const [query, setQuery] = useState('');
  const fits = textFilter(query);
  const shown = people.data?.filter(({ name }) => fits(name)) ?? [];
  const choose = (person: Person | null) => {
    if ((person?._id ?? null) !== value) onChange(person?._id ?? null, person ? [person] : []);
    popover.onOpenChange(false);
  };
  const option = (id: string, name: string, person: Person | null) => (
    <button
      key={id}
      type="button"
      aria-pressed={value !== undefined && (value ?? NONE) === id}
      onClick={() => choose(person)}
      className="flex min-h-9 w-full items-center gap-2.5 rounded-sm px-1 text-left hover:bg-hover aria-pressed:bg-selected pointer-coarse:min-h-11"
    >
      {person && <Avatar person={{ id, name, picture: person.pic }} size={24} beside />}
      <span dir="auto" className="min-w-0 flex-1 truncate text-base">
        {name}
      </span>
    </button>
  );
  return (
    <Popover {...popover} label={field.name}>
      <div className="w-60 max-w-full">
        {people.isError ? (
          <LoadError title="People could not be loaded" of={people} />
        ) : !people.data ? (
          <SkeletonRows rows={4} rowHeight={36} label="Loading people" />
        ) : (
          <fieldset className="flex flex-col gap-1">
            <legend className="sr-only">{field.name}</legend>
            {people.data.length >= SEARCH_FROM && (
              <TextField
                label="Find a person"
                labelHidden
                placeholder="Find a person"
                type="search"
                value={query}
                onChange={({ target }) => setQuery(target.value)}
              />
            )}
            <div className="-mx-1 max-h-64 overflow-y-auto">
              {option(NONE, 'Nobody', null)}
              {shown.map((person) => option(person._id, person.name, person))}
              {shown.length === 0 && <p className="p-1 text-base text-text-2">Nobody matches “{query.trim()}”.</p>}
            </div>
          </fieldset>
        )}
      </div>
    </Popover>
  );
}
