import Form from 'next/form';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { type Search, textOf } from './search-params';

/** The words go into the URL beside the other filters. Works without scripts. */
export function SearchForm({
  path,
  search,
  label,
  kept,
  narrow,
}: {
  path: string;
  search: Search;
  label: string;
  kept: readonly string[];
  /** In a toolbar: as wide as there is room; where there is little, a square that opens with the focus. */
  narrow?: boolean;
}) {
  return (
    <Form
      action={path}
      role="search"
      scroll={false}
      className={narrow ? 'search-narrow' : 'relative w-full min-w-0 sm:w-64'}
    >
      {kept
        .filter((name) => textOf(search, name))
        .map((name) => (
          <input key={name} type="hidden" name={name} value={textOf(search, name)} />
        ))}
      <span
        aria-hidden="true"
        className={`icon icon-search pointer-events-none absolute top-1/2 -translate-y-1/2 text-text-3 ${narrow ? 'left-[9px] pointer-coarse:left-3.5' : 'left-2.5'}`}
      />
      <input
        dir="auto"
        // A new search from a link or the history replaces the field's text.
        key={textOf(search, 'q')}
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        data-limit={100}
        defaultValue={textOf(search, 'q')}
        className={`h-[34px] w-full rounded-sm border border-border-strong bg-surface text-base focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg${narrow ? '' : ' pr-2 pl-8'}`}
      />
      <button type="submit" className="sr-only">
        <VisuallyHidden>{label}</VisuallyHidden>
      </button>
    </Form>
  );
}
