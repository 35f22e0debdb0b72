'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { categoriesQuery } from '@/components/category/category-query';
import { fieldsQuery } from '@/components/custom-field/field-query';
import { labelsQuery } from '@/components/label/label-query';
import { milestonesQuery } from '@/components/milestone/milestone-query';
import { LoadError } from '@/components/query/load-error';
import { Button } from '@/components/ui/button';
import { DateField } from '@/components/ui/form/date-field';
import { TextField } from '@/components/ui/form/text-field';
import { useFormats } from '@/components/ui/formats';
import { SkeletonRows } from '@/components/ui/skeleton';
import { bidi } from '@/lib/bidi';
import { refOf } from '@/lib/custom-field/vocabulary';
import { NAMED_DAYS } from '@/lib/filter/days';
import type { Rule } from '@/lib/filter/format';
import { textFilter } from '@/lib/fold';
import { AUDIENCES, PRIORITIES, STATUSES } from '@/lib/task/vocabulary';
import { fieldOf } from '@/lib/task/vocabulary.fields';
import type { FilterChoices } from './filter-chips';
import { filterParentsQuery, filterPeopleQuery } from './filter-query';
import { fieldName, type Names, sayValue } from './filter-words';

type Props = FilterChoices & {
  rule: Rule;
  names: Names;
  /** A name that the chip will need. */
  onName: (id: string, name: string) => void;
  onChange: (values: readonly string[]) => void;
};

/** What may be asked of the rule's field. */
export function FieldValues(props: Props) {
  const { rule } = props;
  const field = fieldOf(rule.field);
  const none = field?.none ? ['none'] : [];
  switch (field?.kind) {
    case 'status':
      return <Ticks {...props} offered={STATUSES.map(({ code }) => String(code))} />;
    case 'priority':
      return <Ticks {...props} offered={PRIORITIES.toReversed()} />;
    case 'audience':
      return <Ticks {...props} offered={AUDIENCES} />;
    case 'flag':
      return <Ticks {...props} offered={rule.field === 'watcher' ? ['me'] : ['yes', 'no']} />;
    case 'parent':
      return <ParentTicks {...props} first={[...none, 'any']} />;
    case 'project':
      return (
        <Ticks
          {...props}
          offered={props.projects.map(({ key }) => key)}
          names={Object.fromEntries(props.projects.map(({ key, name }) => [key, name]))}
        />
      );
    case 'people':
      return <PeopleTicks {...props} first={['me', ...none]} />;
    case 'category':
      return <CategoryTicks {...props} first={none} />;
    case 'label':
      return <LabelTicks {...props} first={none} />;
    case 'milestone':
      return <MilestoneTicks {...props} first={none} />;
    case 'days':
      return <Days {...props} first={rule.field === 'due' ? ['overdue', ...none] : none} />;
    case 'minutes':
      return <Minutes {...props} first={rule.field === 'spent' ? [...none, 'any'] : none} />;
    case 'text':
      return <Words {...props} label="Title or key contains" />;
    case 'words':
      return <Words {...props} label="Contains" first={none} />;
    case 'number':
      return <Amounts {...props} first={none} />;
    case 'choice':
      return <ChoiceTicks {...props} first={none} />;
    default:
      return null;
  }
}

const SEARCH_FROM = 9;

function Ticks({
  rule: { field, values },
  names,
  offered,
  onChange,
  onName,
  onSearch,
}: Props & { offered: readonly string[]; onSearch?: (text: string) => void }) {
  const formats = useFormats();
  const [query, setQuery] = useState('');
  const fits = textFilter(query);
  const say = (value: string) => sayValue(field, value, names, formats);
  // What is chosen stays in view although it is not offered, such as a date of one's own.
  const all = [...offered, ...values.filter((value) => !offered.includes(value))];
  const shown = all.filter((value) => fits(say(value)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="sr-only">{fieldName(field, names)}</legend>
      {(offered.length >= SEARCH_FROM || query) && (
        <input
          dir="auto"
          type="search"
          aria-label="Find"
          placeholder="Find"
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            onSearch?.(target.value);
          }}
          className="h-8 w-full rounded-sm border border-border-strong bg-surface px-2 text-base focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
        />
      )}
      <div className="-mx-1 max-h-56 overflow-y-auto">
        {shown.map((value) => (
          <label
            key={value}
            className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-1 hover:bg-hover pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              className="checkbox focus-visible:outline-offset-1"
              checked={values.includes(value)}
              onChange={({ target }) => {
                if (names[value]) onName(value, names[value]);
                onChange(target.checked ? [...values, value] : values.filter((one) => one !== value));
              }}
            />
            <span className="min-w-0 flex-1 truncate text-base">{say(value)}</span>
          </label>
        ))}
        {shown.length === 0 && <p className="p-1 text-base text-text-2">Nothing matches “{query.trim()}”.</p>}
      </div>
    </fieldset>
  );
}

type Named = readonly { _id: string; name: string }[];
const namesOf = (rows: Named) => Object.fromEntries(rows.map(({ _id, name }) => [_id, name]));

function PeopleTicks({ first, ...props }: Props & { first: readonly string[] }) {
  const [query, setQuery] = useState('');
  const read = useQuery(filterPeopleQuery(useDeferredValue(query.trim())));
  return <Fetched {...props} first={first} read={read} what="People" onSearch={setQuery} />;
}

function CategoryTicks({ first, ...props }: Props & { first: readonly string[] }) {
  return <Fetched {...props} first={first} read={useQuery(categoriesQuery)} what="Categories" />;
}

function Fetched({
  first,
  read: { data, isError, error, refetch },
  what,
  onSearch,
  ...props
}: Props & {
  first: readonly string[];
  read: Pick<UseQueryResult<Named>, 'data' | 'isError' | 'error' | 'refetch'>;
  what: string;
  onSearch?: (text: string) => void;
}) {
  if (isError) return <LoadError title={`${what} could not be loaded`} of={{ error, refetch }} />;
  if (!data) return <SkeletonRows rows={6} rowHeight={32} label={`Loading ${what.toLowerCase()}`} />;
  return (
    <Ticks
      {...props}
      offered={[...first, ...data.map(({ _id }) => _id)]}
      names={{ ...props.names, ...namesOf(data) }}
      onSearch={onSearch}
    />
  );
}

function LabelTicks({ first, ...props }: Props & { first: readonly string[] }) {
  return <Fetched {...props} first={first} read={useQuery(labelsQuery)} what="Labels" />;
}

/** Of one project by name; of several with the project's code. */
function MilestoneTicks({ first, ...props }: Props & { first: readonly string[] }) {
  const { projects } = props;
  const one = projects.length === 1 ? projects[0] : undefined;
  const { data, ...read } = useQuery(milestonesQuery(one?.key));
  const named = data?.map(({ _id, name, project_key }) => ({ _id, name: one ? name : bidi`${project_key} ${name}` }));
  return <Fetched {...props} first={first} read={{ ...read, data: named }} what="Milestones" />;
}

function ParentTicks({ first, ...props }: Props & { first: readonly string[] }) {
  const [query, setQuery] = useState('');
  const read = useQuery(filterParentsQuery(useDeferredValue(query.trim())));
  // The chip names it by its key, as after the next reading.
  const onName = (id: string, name: string) => props.onName(id, name.split(' ', 1)[0] ?? name);
  return <Fetched {...props} first={first} read={read} what="Tasks" onName={onName} onSearch={setQuery} />;
}

const AHEAD = ['due', 'start'];
const isPast = (name: string) => /^(last|yesterday)/.test(name);
const isToCome = (name: string) => /^(next|tomorrow)/.test(name);

function Days({ first, ...props }: Props & { first: readonly string[] }) {
  const { rule, onChange } = props;
  const ahead = AHEAD.includes(rule.field);
  const both = fieldOf(rule.field)?.custom !== undefined;
  const own = rule.values.find((value) => /\d{4}-|\.\./.test(value)) ?? '';
  const [from = '', until = own.includes('..') ? '' : from] = own.split('..');
  const put = (start: string, end: string) => {
    const others = rule.values.filter((value) => value !== own);
    onChange(start || end ? [...others, start === end ? start : `${start}..${end}`] : others);
  };
  return (
    <>
      <Ticks
        {...props}
        offered={[...first, ...NAMED_DAYS.filter((name) => both || (ahead ? !isPast(name) : !isToCome(name)))]}
      />
      <div className="flex gap-2">
        <DateField label="From" value={from} onChange={(day) => put(day, until)} />
        <DateField label="Until" value={until} onChange={(day) => put(from, day)} />
      </div>
    </>
  );
}

function Minutes({ first, ...props }: Props & { first: readonly string[] }) {
  const own = props.rule.values.find((value) => /\d/.test(value)) ?? '';
  const [from = '', until = from] = own.split('..');
  const hours = (text: string) => (text ? String(Number.parseInt(text, 10) / (text.endsWith('h') ? 1 : 60)) : '');
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const read = (name: string) => {
      const text = String(new FormData(event.currentTarget).get(name) ?? '');
      return text === '' ? '' : `${Math.round(Number(text) * 60)}m`;
    };
    const [start, end] = [read('from'), read('until')];
    const others = props.rule.values.filter((value) => value !== own);
    props.onChange(start || end ? [...others, `${start}..${end}`] : others);
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2">
      <Ticks {...props} offered={first} />
      <div className="flex items-end gap-2">
        <TextField label="Hours from" name="from" type="number" min={0} step="any" defaultValue={hours(from)} />
        <TextField label="until" name="until" type="number" min={0} step="any" defaultValue={hours(until)} />
        <Button type="submit" size="compact" variant="secondary">
          Apply
        </Button>
      </div>
    </form>
  );
}

function ChoiceTicks({ first, ...props }: Props & { first: readonly string[] }) {
  const read = useQuery(fieldsQuery);
  const field = read.data?.find((one) => refOf(one) === props.rule.field);
  const choices = read.data && (field?.choices ?? []);
  return <Fetched {...props} first={first} read={{ ...read, data: choices }} what="Choices" />;
}

function Amounts({ first, ...props }: Props & { first: readonly string[] }) {
  const own = props.rule.values.find((value) => /\d/.test(value)) ?? '';
  const [from = '', until = from] = own.split('..');
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [start, end] = ['from', 'until'].map((name) => String(given.get(name) ?? ''));
    const others = props.rule.values.filter((value) => value !== own);
    props.onChange(start || end ? [...others, start === end ? `${start}` : `${start}..${end}`] : others);
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2">
      <Ticks {...props} offered={first} />
      <div className="flex items-end gap-2">
        <TextField label="From" name="from" type="number" step="0.001" defaultValue={from} />
        <TextField label="until" name="until" type="number" step="0.001" defaultValue={until} />
        <Button type="submit" size="compact" variant="secondary">
          Apply
        </Button>
      </div>
    </form>
  );
}

function Words({ label, first = [], ...props }: Props & { label: string; first?: readonly string[] }) {
  const { rule, onChange } = props;
  const own = rule.values.find((value) => !first.includes(value)) ?? '';
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    const others = rule.values.filter((value) => first.includes(value));
    onChange(text ? [...others, text] : others);
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-2">
      {first.length > 0 && (
        <div className="basis-full">
          <Ticks {...props} offered={first} />
        </div>
      )}
      <TextField label={label} name="text" limit={200} defaultValue={own} />
      <Button type="submit" size="compact" variant="secondary">
        Apply
      </Button>
    </form>
  );
}
