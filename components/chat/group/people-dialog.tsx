'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { PresenceMark } from '@/components/presence/presence-mark';
import { usePresence } from '@/components/presence/use-presence';
import { call, reasonOf } from '@/components/query/api-client';
import { Avatar } from '@/components/ui/avatar';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { TextField } from '@/components/ui/form/text-field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useShell } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { RoomRecord } from '@/lib/room/schema';
import { MOST, roomMembersQuery, writableQuery } from '../chat-query';

type PeopleProps = { room: RoomRecord; onRoom: (room: RoomRecord) => void; onClose: () => void };

/** Who is in a room; of a group also its name and who comes and goes. */
export function RoomPeople(props: PeopleProps) {
  const { room, onClose } = props;
  return room.rights.rename ? <GroupForm {...props} /> : <PeopleList room={room} onClose={onClose} />;
}

/** Fewer are seen at a glance. */
const MANY = 20;

function PeopleList({ room, onClose }: Omit<PeopleProps, 'onRoom'>) {
  const [sought, setSought] = useState('');
  const q = useDeferredValue(sought.trim());
  const { data: people, error } = useQuery({ ...roomMembersQuery(room._id, q), placeholderData: keepPreviousData });
  const presence = usePresence();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={bidi`People in ${room.name}`}>
      {error && <p role="alert">{reasonOf(error)}</p>}
      {room.member_count > MANY && (
        <TextField
          label="Find people"
          type="search"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      <p role="status" className="text-base text-text-3 empty:hidden">
        {!people && !error && 'Loading'}
        {people?.length === 0 && 'Nobody was found.'}
      </p>
      <ul aria-label="People" className="flex flex-col gap-1">
        {people?.map(({ _id, name, pic }) => (
          <li key={_id} className="flex min-h-9 items-center gap-2 text-base">
            <Avatar person={{ id: _id, name, picture: pic }} size={24} beside />
            <span dir="auto" className="min-w-0 truncate">
              {name}
            </span>
            <PresenceMark state={presence?.get(_id)?.state} />
            <span className="min-w-0 truncate text-sm text-text-3">{presence?.get(_id)?.status_text}</span>
          </li>
        ))}
      </ul>
      {people?.length === MOST && (
        <p className="text-sm text-text-3">Only the first {MOST} are listed. Find others by their name.</p>
      )}
    </Dialog>
  );
}

/** A tick more adds somebody, one less takes them out. */
function GroupForm({ room, onRoom, onClose }: PeopleProps) {
  const { _id: id, rights } = room;
  const { member } = useShell();
  const queries = useQueryClient();
  const [name, setName] = useState(room.name);
  const [sought, setSought] = useState('');
  const [changed, setChanged] = useState<ReadonlyMap<string, { name: string; inside: boolean }>>(new Map());
  const { data: members, isError } = useQuery(roomMembersQuery(id));
  const inside = members ?? [];
  const { data: found = [] } = useQuery(writableQuery(useDeferredValue(sought.trim())));
  const isIn = (one: string) => inside.some(({ _id }) => _id === one);
  const others = found.filter(
    (person) => !isIn(person._id) && !('role' in person && person.role === 'observer') && !changed.has(person._id),
  );
  const come = [...changed].filter(([one, { inside }]) => inside && !isIn(one));
  const go = [...changed].filter(([one, { inside }]) => !inside && isIn(one));
  const saving = useMutation({
    mutationFn: () =>
      call('PATCH room/{id}', {
        id,
        ...(name.trim() !== room.name && { name: name.trim() }),
        ...(come.length > 0 && { add: come.map(([one]) => one) }),
        ...(go.length > 0 && { remove: go.map(([one]) => one) }),
      }),
    onSuccess: (saved) => {
      void queries.invalidateQueries({ queryKey: roomMembersQuery(id).queryKey });
      onRoom(saved);
      onClose();
    },
  });
  // Before it is known who is inside, everybody would seem to be outside.
  const rows = members && [
    ...inside.map(({ _id, name }) => ({ _id, name })),
    ...[...changed].filter(([one]) => !isIn(one)).map(([_id, { name }]) => ({ _id, name })),
    ...others.map(({ _id, name }) => ({ _id, name })),
  ];
  return (
    <FormDialog
      title="People and name of this group"
      action="Save changes"
      pendingText="Saving"
      pending={saving.isPending}
      disabled={!name.trim() || (name.trim() === room.name && come.length + go.length === 0)}
      message={saving.isError ? reasonOf(saving.error) : undefined}
      attempt={saving.failureCount}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <TextField label="Name of the group" value={name} limit={80} onChange={({ target }) => setName(target.value)} />
      <TextField label="Find people" type="search" value={sought} onChange={({ target }) => setSought(target.value)} />
      <fieldset className="flex max-h-64 flex-col gap-1 overflow-y-auto rounded-md border border-border p-2">
        <legend className="sr-only">People of this group</legend>
        {!rows && !isError && <p role="status">Loading</p>}
        {rows?.map((person) => (
          <CheckboxField
            key={person._id}
            label={person._id === member._id ? bidi`${person.name} (you)` : person.name}
            checked={changed.get(person._id)?.inside ?? isIn(person._id)}
            disabled={isIn(person._id) && (person._id === member._id || !rights.remove)}
            onChange={({ target: { checked } }) =>
              setChanged((now) => new Map(now).set(person._id, { name: person.name, inside: checked }))
            }
          />
        ))}
        {isError && <p className="text-base text-danger-text">The people could not be loaded.</p>}
      </fieldset>
      {!rights.remove && <p className="text-sm text-text-3">Only who made the group takes people out of it.</p>}
    </FormDialog>
  );
}
