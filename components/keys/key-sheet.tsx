'use client';

import { useState } from 'react';
import type { OverlayProps } from '@/components/overlay/overlay';
import { TextField } from '@/components/ui/form/text-field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { KeyList } from './key-list';

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
