'use client';

import { CalendarDays } from 'lucide-react';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useFormats } from '@/components/ui/formats';
import { IconButton } from '@/components/ui/icon-button';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { dayPattern, readDay } from '@/lib/formats/typed-day';
import type { CalendarButtonProps } from './calendar-button';
import { Field, type FieldProps, fieldIds, inputStyle, lineStyle } from './field';
import { useNativeDates } from './lazy-calendar';

export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2200-12-31';

export type DateFieldProps = FieldProps & {
  id?: string;
  /** For forms sent without script. */
  name?: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (day: string) => void;
  optional?: boolean;
  /** Called on Enter with the date then written. */
  onEnter?: (day: string) => void;
};

/** Written in the reader's format or chosen from a calendar; the platform's own field on touch. */
export function DateField({ optional, onEnter, ...props }: DateFieldProps) {
  const generated = useId();
  const id = props.id ?? generated;
  const native = useNativeDates();
  const formats = useFormats();
  const [problem, setProblem] = useState<string>();
  const { label, labelHidden, hint, name, value, onChange } = props;
  const error = problem ?? props.error;
  const ids = fieldIds(id, { hint, error }).input;
  return (
    <Field id={id} label={label} labelHidden={labelHidden} hint={hint} error={error} optional={optional}>
      {native ? (
        <input
          {...ids}
          type="date"
          name={name}
          min={FIRST_DAY}
          max={LAST_DAY}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !onEnter) return;
            event.preventDefault();
            onEnter(event.currentTarget.value);
          }}
          className={cn(inputStyle, lineStyle)}
        />
      ) : (
        <>
          {name && <input type="hidden" name={name} value={value} />}
          <DayInput
            ids={ids}
            value={value}
            onChange={onChange}
            onProblem={(wrong) => setProblem(wrong ? `Write the date as ${dayPattern(formats)}.` : undefined)}
            onEnter={onEnter}
          >
            <CalendarButton label={label} value={value} onChange={onChange} />
          </DayInput>
        </>
      )}
    </Field>
  );
}

export function DayInput({
  ids,
  label,
  value,
  onChange,
  onProblem,
  onEnter,
  children,
}: {
  ids?: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };
  label?: string;
  value: string;
  onChange: (day: string) => void;
  onProblem?: (wrong: boolean) => void;
  onEnter?: (day: string) => void;
  children?: ReactNode;
}) {
  const formats = useFormats();
  const field = useRef<HTMLInputElement>(null);
  const shown = value ? formats.day(value, 'numeric') : '';
  /** The text being written; dropped when the date it was begun upon changes. */
  const [draft, setDraft] = useState<{ text: string; upon: string } | null>(null);
  const text = draft?.upon === shown ? draft.text : shown;
  const isDropped = draft !== null && draft.upon !== shown;
  const drop = useEffectEvent(() => {
    setDraft(null);
    field.current?.setCustomValidity('');
    onProblem?.(false);
  });
  useEffect(() => {
    if (isDropped) drop();
  }, [isDropped]);

  /** @returns the date, '' for none, null if it cannot be read. */
  function settle(): string | null {
    const day = text.trim() ? readDay(text, formats, formats.today()) : '';
    onProblem?.(day === null);
    // A form is not sent while the date cannot be read.
    field.current?.setCustomValidity(day === null ? `Write the date as ${dayPattern(formats)}.` : '');
    if (day === null) return null;
    setDraft(null);
    if (day !== value) onChange(day);
    return day;
  }
  return (
    <div className="relative">
      <input
        dir="ltr"
        {...ids}
        ref={field}
        aria-label={label}
        type="text"
        autoComplete="off"
        spellCheck={false}
        data-limit={40}
        placeholder={dayPattern(formats)}
        value={text}
        onChange={({ target }) => {
          setDraft({ text: target.value, upon: shown });
          target.setCustomValidity('');
          onProblem?.(false);
        }}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          if (onEnter) event.preventDefault();
          const day = settle();
          if (day !== null) onEnter?.(day);
        }}
        className={cn(inputStyle, lineStyle, 'placeholder:text-text-3', children && 'pr-9')}
      />
      {children && <span className="absolute top-0 right-0">{children}</span>}
    </div>
  );
}

// If the calendar cannot be fetched, the text field remains.
const Fetched = lazy<ComponentType<CalendarButtonProps>>(() =>
  import('./calendar-button').then(
    (module) => ({ default: module.CalendarButton }),
    () => ({ default: () => null }),
  ),
);

/** A press while its code loads counts. */
function CalendarButton(props: Omit<CalendarButtonProps, 'openAtOnce'>) {
  const [pressed, setPressed] = useState(false);
  const waiting = (
    <IconButton
      label={bidi`Calendar: ${props.label}`}
      icon={<CalendarDays />}
      aria-haspopup="dialog"
      onClick={() => setPressed(true)}
    />
  );
  return (
    <Suspense fallback={waiting}>
      <Fetched {...props} openAtOnce={pressed} />
    </Suspense>
  );
}
