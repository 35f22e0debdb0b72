import { useFormats } from '@/components/ui/formats';
import { cn } from '@/lib/class-names';
import type { TaskField } from '@/lib/custom-field/schema';
import type { CustomValue } from '@/lib/custom-field/vocabulary';
import type { Formats } from '@/lib/formats';

type Named = { _id: string; name: string };
export type ShownField = Pick<TaskField, '_id' | 'name' | 'kind' | 'choices'> & Partial<Pick<TaskField, 'audience'>>;

/** Of whom the reader is not told the name. */
const SOMEBODY = 'Somebody else';

function valueWords(
  { kind, choices }: ShownField,
  value: CustomValue,
  people: readonly Named[] = [],
  formats: Formats,
): string {
  switch (kind) {
    case 'number':
      return formats.number(Number(value));
    case 'date':
      return formats.day(String(value));
    case 'choice':
      return choices.find(({ _id }) => _id === value)?.name ?? '';
    case 'person':
      return people.find(({ _id }) => _id === value)?.name ?? SOMEBODY;
    default:
      return String(value);
  }
}

/** A value as it stands in a field, or on one line of a cell. */
export function FieldValue({
  field,
  value,
  people,
  cell = false,
}: {
  field: ShownField;
  value: CustomValue;
  people?: readonly Named[];
  cell?: boolean;
}) {
  const words = valueWords(field, value, people, useFormats());
  const choice = field.kind === 'choice' ? field.choices.find(({ _id }) => _id === value) : undefined;
  if (choice)
    return (
      <span className="label-chips">
        <span dir="auto" title={words} className={`tint-${choice.colour.slice(1)}`}>
          {words}
        </span>
      </span>
    );
  return (
    <span
      dir="auto"
      title={cell ? words : undefined}
      className={cn(
        field.kind === 'number' && 'tabular-nums',
        cell ? 'block max-w-28 truncate' : 'min-w-0 wrap-anywhere',
      )}
    >
      {words}
    </span>
  );
}
