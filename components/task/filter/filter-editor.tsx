'use client';

import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { fieldsQuery, offeredIn } from '@/components/custom-field/field-query';
import { Button } from '@/components/ui/button';
import type { EditorProps } from '@/components/ui/form/editor';
import { useCombobox } from '@/components/ui/form/use-combobox';
import { useFormats } from '@/components/ui/formats';
import { Popover } from '@/components/ui/overlay/popover';
import { cn } from '@/lib/class-names';
import type { CustomFieldRecord } from '@/lib/custom-field/schema';
import { refOf } from '@/lib/custom-field/vocabulary';
import { type Group, type Item, isGroup, type Rule } from '@/lib/filter/format';
import { textFilter } from '@/lib/fold';
import { FIELD_NAMES, fieldOf } from '@/lib/task/vocabulary.fields';
import { useMounted } from '../fields/field-panel';
import { FieldValues } from './field-values';
import type { FilterChoices } from './filter-chips';
import { fieldName, type Names, sayItem } from './filter-words';

type Props = FilterChoices & {
  item: Item | null;
  names: Names;
  onName: (id: string, name: string) => void;
  /** null: it is taken away. */
  onChange: (item: Item | null) => void;
};

/** One condition, or alternatives of it. What is chosen counts at once. */
export function FilterEditor({ trigger, open, onOpenChange, finalFocus, ...props }: EditorProps & Props) {
  const mounted = useMounted();
  const { data: fields } = useQuery(fieldsQuery);
  const names = { ...props.names, ...Object.fromEntries((fields ?? []).map(({ _id, name }) => [_id, name])) };
  return (
    <Popover
      trigger={trigger}
      open={open && mounted}
      onOpenChange={onOpenChange}
      finalFocus={finalFocus}
      label="Filter"
    >
      <div className="w-64 max-w-full">
        <Alternatives
          {...props}
          names={names}
          own={offeredIn(fields, props.projectId ? [props.projectId] : [])}
          onClose={() => onOpenChange(false)}
        />
      </div>
    </Popover>
  );
}

/** Arrows lead to the field above or below: in a closed select they would turn what is asked into its opposite. */
function onArrow(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || !key.startsWith('Arrow') || !(target instanceof Element))
    return;
  if (!target.matches('select, input[type=checkbox], input[type=search]')) return;
  const isUpright = key === 'ArrowDown' || key === 'ArrowUp';
  if (isUpright || target.matches('select')) event.preventDefault();
  if (!isUpright) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('select, input')];
  stops[stops.indexOf(target as HTMLElement) + (key === 'ArrowDown' ? 1 : -1)]?.focus();
}

type Within = {
  /** Fields that the organisation defines. */
  own: readonly CustomFieldRecord[];
  onClose: () => void;
  onBack?: () => void;
  join?: Group['join'];
  first?: number;
};

/** `join`: how more than one condition are joined; one of them may be a group of its own, joined the other way (`onBack`). */
function Alternatives({ item, onChange, onClose, onBack, join: usual = 'any', first, ...choices }: Props & Within) {
  const formats = useFormats();
  const rules: readonly Item[] = item ? (isGroup(item) ? item.of : [item]) : [];
  const join = item && isGroup(item) ? item.join : usual;
  const [at, setAt] = useState<number | null>(first ?? (rules.length > 1 ? null : 0));
  const [draft, setDraft] = useState<Rule | null>(null);
  /** What is in hand is a group, also while one condition alone is left of it. */
  const [nested, setNested] = useState(false);
  const given = at === null ? undefined : rules[at];
  const rule = given && !isGroup(given) ? given : draft;
  const container = useRef<HTMLDivElement>(null);
  const shown = `${at} ${nested} ${rule?.field}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus goes away with what was shown.
  useEffect(() => {
    if (document.activeElement === document.body)
      container.current?.querySelector<HTMLElement>('input, select, button')?.focus();
  }, [shown]);

  function put(index: number, next: Item | null) {
    const of = next ? rules.toSpliced(index, 1, next) : rules.toSpliced(index, 1);
    const [only] = of;
    if (of.length <= 1) onChange(only ?? null);
    else onChange(item && isGroup(item) ? { ...item, of } : { join, not: false, of });
  }
  function leave() {
    setNested(false);
    setDraft(null);
    setAt(null);
  }
  if (at === null)
    return (
      <div ref={container} className="flex flex-col gap-1">
        <p className="text-xs font-semibold text-text-3">
          {join === 'all' ? 'All of these' : 'One of these is enough'}
        </p>
        {rules.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place; two may be the same.
          <Choice key={index} onClick={() => setAt(index)}>
            {sayItem(one, choices.names, formats)}
          </Choice>
        ))}
        <Choice onClick={() => setAt(rules.length)}>Add another</Choice>
        {onBack && <Choice onClick={onBack}>Back</Choice>}
      </div>
    );
  if (given && (nested || isGroup(given)))
    return (
      <Alternatives
        {...choices}
        item={given}
        join={join === 'all' ? 'any' : 'all'}
        first={isGroup(given) ? undefined : 1}
        onChange={(next) => {
          if (next) setNested(true);
          else leave();
          put(at, next);
        }}
        onClose={onClose}
        onBack={leave}
      />
    );
  if (!rule)
    return (
      <div ref={container}>
        <FieldList
          offered={[
            ...FIELD_NAMES.filter(
              (name) =>
                (!fieldOf(name)?.team || choices.marksAudience) && (name !== 'project' || choices.projects.length > 1),
            ),
            ...choices.own.map(refOf),
          ]}
          names={choices.names}
          onChoose={(field) => {
            const own = choices.own.find((one) => refOf(one) === field);
            if (own) choices.onName(own._id, own.name);
            setDraft({ field, not: false, values: [] });
          }}
        />
      </div>
    );
  const set = (next: Rule) => {
    setDraft(next);
    if (next.values.length) put(at, next);
    else if (given) {
      put(at, null);
      setAt(rules.length - 1);
    }
  };
  const [more, other] = join === 'all' ? ['And…', 'Or…'] : ['Or…', 'And…'];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from one field to the next.
    <div ref={container} onKeyDown={onArrow} className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <span dir="auto" className="text-base font-semibold">
          {fieldName(rule.field, choices.names)}
        </span>
        <select
          aria-label="Condition"
          value={rule.not ? 'not' : 'is'}
          onChange={({ target }) => set({ ...rule, not: target.value === 'not' })}
          className="h-8 rounded-sm border border-border-strong bg-surface px-1 text-base pointer-coarse:h-11"
        >
          <option value="is">is</option>
          <option value="not">is not</option>
        </select>
      </div>
      <FieldValues {...choices} rule={rule} onChange={(values) => set({ ...rule, values })} />
      {rule.values.length > 0 && (
        <div className="flex flex-wrap justify-end gap-1.5 border-t border-border pt-2">
          {!onBack && given && rules.length > 1 && <Small onClick={() => setNested(true)}>{other}</Small>}
          <Small
            onClick={() => {
              setDraft(null);
              setAt(rules.length);
            }}
          >
            {more}
          </Small>
          <Small
            onClick={() => {
              put(at, null);
              onClose();
            }}
          >
            Remove
          </Small>
          <Button variant="secondary" size="compact" onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </div>
  );
}

const Small = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button variant="quiet" size="compact" onClick={onClick}>
    {children}
  </Button>
);

const Choice = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button
    type="button"
    onClick={onClick}
    className="-mx-1 flex min-h-8 items-center rounded-sm px-1 text-left text-base hover:bg-hover pointer-coarse:min-h-11"
  >
    {children}
  </button>
);

function FieldList({
  offered,
  names,
  onChoose,
}: {
  offered: readonly string[];
  names: Names;
  onChoose: (field: string) => void;
}) {
  const [query, setQuery] = useState('');
  const fits = textFilter(query);
  const shown = offered.filter((name) => fits(fieldName(name, names)));
  const choose = (index: number) => {
    const field = shown[index];
    if (field) onChoose(field);
  };
  const { list, active, optionId, onKey, point, field } = useCombobox(shown.length, choose);
  return (
    <>
      <input
        dir="auto"
        type="text"
        role="combobox"
        aria-expanded={shown.length > 0}
        {...field}
        aria-label="Field to filter by"
        placeholder="Filter by"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          point(0);
        }}
        onKeyDown={onKey}
        className="mb-1 h-8 w-full rounded-sm border border-border-strong bg-surface px-2 text-base focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
      />
      {shown.length === 0 && <p className="p-1 text-base text-text-2">No field is called “{query.trim()}”.</p>}
      <div
        id={list}
        role="listbox"
        aria-label="Fields"
        className="-mx-1 max-h-72 overflow-y-auto"
        hidden={!shown.length}
      >
        {shown.map((name, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above keeps focus and keys.
          <div
            dir="auto"
            key={name}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            onClick={() => choose(index)}
            onPointerMove={() => point(index)}
            className={cn(
              'flex min-h-8 cursor-pointer items-center rounded-sm px-2 text-base pointer-coarse:min-h-11',
              index === active && 'bg-hover',
            )}
          >
            {fieldName(name, names)}
          </div>
        ))}
      </div>
    </>
  );
}
