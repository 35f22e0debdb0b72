'use client';

import { Check, Plus } from 'lucide-react';
import { type ReactNode, startTransition, useState } from 'react';
import { Menu, MenuItem, MenuLabel } from '@/components/ui/menu';
import { TextField } from '@/components/ui/text-field';
import { showToast } from '@/components/ui/toast';
import { switchOrganisation } from '@/lib/auth/actions';
import { logoPath } from '@/lib/organisation/vocabulary';
import { linksOf } from '@/lib/organisation-path';
import { useShell } from './shell-context';
import { TintTile } from './tint-tile';

const SEARCH_FROM = 6;

/** The person's organisations; choosing one ends the session here and opens one there. */
export function OrganisationMenu({
  trigger,
  open,
  onOpenChange,
}: {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { organisation, organisations, host } = useShell();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const shown = organisations.filter(({ name, key }) => `${name} ${key}`.toLowerCase().includes(wanted));

  function change(key: string) {
    if (key === organisation.key) return;
    const there = linksOf(key, host)('dashboard');
    // A host of its own has a session of its own: this one goes on.
    if (host) return window.location.assign(there);
    startTransition(async () => {
      try {
        await switchOrganisation(key, null);
      } catch (error) {
        // The redirect that ends a successful change travels as an error too.
        if (!(error instanceof Error && 'digest' in error))
          return showToast({ kind: 'failure', text: 'The organisation could not be changed. Try again.' });
      }
      // A whole new page: nothing of one organisation stays in memory while another is open.
      window.location.assign(there);
    });
  }

  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <MenuLabel>Your organisations</MenuLabel>
      {organisations.length >= SEARCH_FROM && (
        // Typing here is for the field, not for the menu's own search by letters.
        <div className="p-1" onKeyDown={(event) => event.key.length === 1 && event.stopPropagation()} role="none">
          <TextField
            label="Find an organisation"
            labelHidden
            placeholder="Find an organisation"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      )}
      {shown.map(({ key, name, tint, logo }) => (
        <MenuItem
          key={key}
          icon={<Check className={key === organisation.key ? 'text-accent-text' : 'invisible'} />}
          onSelect={() => change(key)}
        >
          <span className="flex min-w-0 items-center gap-2">
            <TintTile tint={tint} name={name} logo={logoPath(logo)} size={20} />
            <span className="truncate">{name}</span>
          </span>
        </MenuItem>
      ))}
      <MenuItem icon={<Plus />} onSelect={() => window.location.assign('/new_register')}>
        Found a further organisation
      </MenuItem>
    </Menu>
  );
}
