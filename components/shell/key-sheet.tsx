'use client';

import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { KeyList } from './key-list';
import type { OverlayProps } from './overlay-host';

/** Every key there is, searchable. */
export function KeySheet({ open, onOpenChange }: OverlayProps) {
  const [query, setQuery] = useState('');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard"
      description="Single letters can be switched off in your profile."
    >
      <TextField
        label="Find a key"
        labelHidden
        placeholder="Find a key"
        type="search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className="mt-4">
        <KeyList query={query} />
      </div>
    </Dialog>
  );
}
