import { type ComponentProps, type KeyboardEvent, useId } from 'react';
import { cn } from '@/lib/class-names';

/** `onKeyDown` of a form: Ctrl Enter sends it from any field. */
export function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** Lines that were pasted stand beside each other, one space between two of them. */
function inOneLine(text: string): string {
  const lines = text.split('\n');
  if (lines.length === 1) return text;
  const [first = '', ...more] = lines;
  const last = more.pop() ?? '';
  return [first.trimEnd(), ...more.map((line) => line.trim()).filter(Boolean), last.trimStart()].join(' ');
}

const PLAIN =
  '-mx-2 w-[calc(100%+16px)] rounded-sm border border-transparent bg-transparent px-2 text-text placeholder:text-text-3 hover:border-border focus:border-border-strong focus-visible:outline-offset-0 aria-invalid:border-danger';

type PlainProps = { label: string; error?: string; limit?: number };

/** A large field without a frame. Long text wraps; Enter sends the form. */
export function PlainTitle({
  label,
  error,
  limit,
  onChange,
  ...rest
}: PlainProps &
  Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'rows' | 'onChange' | 'maxLength'> & {
    onChange: (text: string) => void;
  }) {
  const id = useId();
  return (
    <div>
      <textarea
        dir="auto"
        {...rest}
        {...described(id, error)}
        rows={1}
        aria-label={label}
        data-limit={limit}
        placeholder={rest.placeholder ?? label}
        onChange={({ target }) => onChange(inOneLine(target.value))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        className={cn(PLAIN, 'field-sizing-content resize-none py-1.5 text-xl font-title pointer-coarse:py-2')}
      />
      <PlainError id={id} error={error} />
    </div>
  );
}

export function PlainText({
  label,
  error,
  limit,
  ...rest
}: PlainProps & Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'maxLength'>) {
  const id = useId();
  return (
    <div>
      <textarea
        dir="auto"
        {...rest}
        {...described(id, error)}
        aria-label={label}
        data-limit={limit}
        placeholder={rest.placeholder ?? label}
        className={cn(
          PLAIN,
          'field-sizing-content max-h-[40dvh] min-h-20 resize-none py-2 text-read pointer-coarse:text-lg',
        )}
      />
      <PlainError id={id} error={error} />
    </div>
  );
}

const described = (id: string, error?: string) =>
  ({ 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-error` : undefined }) as const;

function PlainError({ id, error }: { id: string; error?: string }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="text-sm text-danger-text">
      {error}
    </p>
  );
}
