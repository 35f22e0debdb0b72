'use client';

import { useEffect, useState } from 'react';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { keepChoice } from '@/components/viewer/keep-choice';
import { onSingleKeys, setSingleKeys, singleKeysAreOn } from './single-keys';

export function SingleKeysChoice() {
  const [on, setOn] = useState(true);
  useEffect(() => {
    const read = () => setOn(singleKeysAreOn());
    read();
    // What was chosen in another browser comes with the frame, after this.
    return onSingleKeys(read);
  }, []);
  return (
    <CheckboxField
      label="Single-letter keys"
      hint="Letters such as G or M work as commands outside text fields. Ctrl K always works. Saved in your account."
      checked={on}
      onChange={(event) => {
        setOn(event.target.checked);
        setSingleKeys(event.target.checked);
        keepChoice({ single_keys: event.target.checked });
      }}
    />
  );
}
