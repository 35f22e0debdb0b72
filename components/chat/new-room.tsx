'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useShell } from '@/components/viewer/shell-context';
import type { RoomRecord } from '@/lib/room/schema';
import { writableQuery } from './chat-query';

type Chosen = { _id: string; name: string };

/** One person: the direct room with them. More: a group, which has a name. */
export function NewRoom({ onOpened, onClose }: { onOpened: (room: RoomRecord) => void; onClose: () => void }) {
  const { member } = useShell();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [sought, setSought] = useState('');
  const [name, setName] = useState('');
  const wanted = useDeferredValue(sought.trim());
  const { data: people = [], isError, isSuccess } = useQuery(writableQuery(wanted));
  const member_ids = chosen.map(({ _id }) => _id);
  const isOpened = useRef(false);
  const opening = useMutation({
    mutationFn: () =>
      chosen.length === 1 && !name.trim()
        ? call('POST room', { kind: 'direct', member_ids })
        : call('POST room', { kind: 'group', member_ids, name: name.trim() || 'Group' }),
    onSuccess: (room) => {
      isOpened.current = true;
      onOpened(room);
    },
  });
  const others = people.filter((person) => person._id !== member._id && !member_ids.includes(person._id));
  return (
    <FormDialog
      title="New conversation"
      action={chosen.length > 1 || name.trim() ? 'Open the group' : 'Open the conversation'}
      pendingText="Opening"
      pending={opening.isPending}
      disabled={chosen.length === 0}
      message={opening.isError ? reasonOf(opening.error) : undefined}
      attempt={opening.failureCount}
      // The room that opens has taken the focus, or takes it.
      finalFocus={() => (isOpened.current ? (document.activeElement as HTMLElement) : null)}
      onSubmit={() => opening.mutate()}
      onClose={onClose}
    >
      <TextField label="Find people" type="search" value={sought} onChange={({ target }) => setSought(target.value)} />
      <fieldset className="flex max-h-56 flex-col gap-1 overflow-y-auto rounded-md border border-border p-2">
        <legend className="sr-only">People</legend>
        {[...chosen, ...others].map((person) => (
          <CheckboxField
            key={person._id}
            label={person.name}
            checked={chosen.includes(person)}
            onChange={({ target }) =>
              setChosen((now) => (target.checked ? [...now, person] : now.filter((one) => one !== person)))
            }
          />
        ))}
        {isError && <p className="text-base text-danger-text">The people could not be loaded.</p>}
        {isSuccess && chosen.length + others.length === 0 && <p className="text-base text-text-3">Nobody was found.</p>}
      </fieldset>
      {chosen.length > 1 && (
        <TextField label="Name of the group" value={name} limit={80} onChange={({ target }) => setName(target.value)} />
      )}
    </FormDialog>
  );
}
