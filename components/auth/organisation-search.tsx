'use client';

import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/form/text-field';
import { useCombobox } from '@/components/ui/form/use-combobox';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { AnswerOf } from '@/lib/api/contract';
import { cn } from '@/lib/class-names';
import type { Organisation } from './organisation-matches';

const PAUSE_MS = 250;
const SHOWN = 6;

function useSuggestions(text: string): readonly Organisation[] {
  const [found, setFound] = useState<{ text: string; organisations: Organisation[] }>({ text: '', organisations: [] });
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < 2) return;
    const asked = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(`/api/getOrganisationList?q=${encodeURIComponent(wanted)}`, {
          signal: asked.signal,
        });
        if (!answer.ok) return;
        const { data } = (await answer.json()) as { data: AnswerOf<'GET getOrganisationList'> };
        setFound({ text: wanted, organisations: data.slice(0, SHOWN) });
      } catch {
        // Offline or aborted: sending the form searches again.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [wanted]);
  return found.text === wanted ? found.organisations : [];
}

/** A plain form: it works without scripts. */
export function OrganisationSearch({ query, next }: { query: string; next: string | null }) {
  const router = useRouter();
  const [text, setText] = useState(query);
  const [open, setOpen] = useState(false);
  const suggestions = useSuggestions(text);
  // The list lies over the button: it does not open for what is already written.
  const isWritten = suggestions.length === 1 && suggestions[0]?.sub_domain === text.trim().toLowerCase();
  const shown = open && suggestions.length > 0 && !isWritten;

  // Only the server knows the host of an organisation's login.
  const choose = ({ sub_domain }: Organisation) =>
    router.push(`/already_registered?${new URLSearchParams({ q: sub_domain, ...(next && { next }) })}`);

  const { list, active, optionId, onKey, point, reset, field } = useCombobox(
    shown ? suggestions.length : 0,
    (index) => suggestions[index] && choose(suggestions[index]),
    { close: () => setOpen(false), loose: true },
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (onKey(event) || !suggestions.length || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    setOpen(true);
    point(event.key === 'ArrowDown' ? 0 : suggestions.length - 1);
  };

  return (
    <search>
      <form method="get" action="/already_registered" className="flex flex-col gap-4">
        {next && <input type="hidden" name="next" value={next} />}
        <div className="relative">
          <TextField
            label="Organisation key or name"
            hint="The key is the first part of your organisation's links, for example “acme”."
            name="q"
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            limit={100}
            required
            role="combobox"
            {...field}
            aria-expanded={shown}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              reset();
              setOpen(true);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
          {shown && (
            <div
              id={list}
              role="listbox"
              aria-label="Organisations"
              className="absolute inset-x-0 top-full z-popover mt-1 rounded-lg border border-border bg-surface p-1 shadow-e2"
            >
              {suggestions.map((organisation, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points here
                // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's
                <div
                  key={organisation.sub_domain}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  // The field would lose its focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(organisation)}
                  className={cn(
                    'min-h-11 cursor-pointer content-center rounded-sm px-2 py-1 hover:bg-hover',
                    index === active && 'bg-hover',
                  )}
                >
                  <span dir="auto" className="block truncate text-base font-medium">
                    {organisation.organisation_name}
                  </span>
                  <span className="block truncate text-xs text-text-2">{organisation.sub_domain}</span>
                </div>
              ))}
            </div>
          )}
        </div>
        <VisuallyHidden>
          <span role="status">
            {shown &&
              `${suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`}. Use the arrow keys.`}
          </span>
        </VisuallyHidden>
        <Button type="submit" variant="primary" size="touch" wide>
          Continue
        </Button>
      </form>
    </search>
  );
}
