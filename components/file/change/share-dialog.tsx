'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Item } from '@/components/file/item';
import { useCall } from '@/components/query/use-call';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { clientsQuery } from './clients-query';
import { countWords } from './item-calls';

const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const NAMED = 4;

/** Who will see it, in one plain sentence. */
function audienceWords(names: readonly string[] | undefined): string {
  if (!names) return 'Reading who the clients are…';
  if (names.length === 0) return 'This project has no clients yet: whoever is added as a client will see it.';
  const rest = names.length - NAMED;
  const all = rest > 0 ? [...names.slice(0, NAMED), `${rest} more`] : names;
  return `${listed.format(all)} will see it, and every client who is added to this project.`;
}

export function ShareDialog({
  items,
  onShare,
  onClose,
}: {
  items: readonly Item[];
  onShare: (items: readonly Item[], audience: 'internal' | 'client') => Promise<void>;
  onClose: () => void;
}) {
  const [first] = items;
  const { data } = useQuery({ ...clientsQuery(first?.project_id ?? ''), enabled: Boolean(first?.project_id) });
  const [audience, setAudience] = useState<'internal' | 'client'>(first?.audience ?? 'internal');
  const { run, status } = useCall();
  const folders = items.some(({ kind }) => kind === 'folder');
  return (
    <FormDialog
      size="sm"
      title={`Who sees ${countWords(items)}`}
      action="Save"
      pendingText="Saving"
      {...status}
      onSubmit={() => void run(() => onShare(items, audience)).then((done) => done && onClose())}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">Who sees it</legend>
        <Choice value="internal" label="The team only" now={audience} onChoose={setAudience}>
          Clients do not see it, and links to it lead them nowhere.
        </Choice>
        <Choice value="client" label="The team and the clients" now={audience} onChoose={setAudience}>
          {`${audienceWords(data)} Earlier versions stay with the team.`}
        </Choice>
      </fieldset>
      {folders && <p className="text-sm text-text-2">The same holds for everything in the folder.</p>}
    </FormDialog>
  );
}

function Choice({
  value,
  label,
  now,
  onChoose,
  children,
}: {
  value: 'internal' | 'client';
  label: string;
  now: string;
  onChoose: (value: 'internal' | 'client') => void;
  children: string;
}) {
  return (
    <label className="flex min-h-6 items-start gap-2 text-base">
      <input
        type="radio"
        name="audience"
        value={value}
        checked={now === value}
        onChange={() => onChoose(value)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        <span dir="auto" className="font-medium">
          {label}
        </span>
        <span className="block text-sm text-text-2">{children}</span>
      </span>
    </label>
  );
}
