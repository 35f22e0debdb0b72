'use client';

import { CalendarCheck, Check, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TintTile } from '@/components/page/tint-tile';
import { TextField } from '@/components/ui/form/text-field';
import { Menu, MenuItem, MenuLabel, MenuLink } from '@/components/ui/overlay/menu';
import { changeOrganisation } from '@/components/viewer/change-organisation';
import { useShell } from '@/components/viewer/shell-context';
import { textFilter } from '@/lib/fold';
import { logoPath } from '@/lib/organisation/vocabulary';

const SEARCH_FROM = 6;

/** Choosing one ends the session here and opens one there. */
export function OrganisationMenu({
  trigger,
  open,
  onOpenChange,
}: {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const shell = useShell();
  const { organisation, organisations } = shell;
  const [query, setQuery] = useState('');
  const fits = textFilter(query);
  const shown = organisations.filter(({ name, key }) => fits(`${name} ${key}`));

  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <MenuLabel>Your organisations</MenuLabel>
      {organisations.length >= SEARCH_FROM && (
        // Otherwise the menu would take typed letters for its own search.
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
          onSelect={() => changeOrganisation(shell, key)}
        >
          <span className="flex min-w-0 items-center gap-2">
            <TintTile tint={tint} name={name} logo={logoPath(logo)} size={20} />
            <span dir="auto" className="truncate">
              {name}
            </span>
          </span>
        </MenuItem>
      ))}
      {organisations.length > 1 && (
        <MenuLink icon={<CalendarCheck />} href="/today">
          Today in all of them
        </MenuLink>
      )}
      <MenuItem icon={<Plus />} onSelect={() => window.location.assign('/new_register')}>
        Create another organisation
      </MenuItem>
    </Menu>
  );
}
