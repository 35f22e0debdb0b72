'use client';

import { useEffect, useState } from 'react';
import { CheckboxField } from '@/components/ui/checkbox-field';
import { setSingleKeys, singleKeysAreOn } from './single-keys';

/** Switches the single-letter keys on or off; takes effect at once, in this browser. */
export function SingleKeysChoice() {
  const [on, setOn] = useState(true);
  useEffect(() => setOn(singleKeysAreOn()), []);
  return (
    <CheckboxField
      label="Single-letter keys"
      hint="Letters such as G or M work as commands outside text fields. Ctrl K always works. Kept in this browser."
      checked={on}
      onChange={(event) => {
        setOn(event.target.checked);
        setSingleKeys(event.target.checked);
      }}
    />
  );
}
