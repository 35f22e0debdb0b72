'use client';

import { folderItem, type Item } from '@/components/file/item';
import type { Place } from '@/components/file/place';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';

export function NewFolderDialog({
  place,
  onMade,
  onClose,
}: {
  place: Place;
  onMade: (folder: Item) => void;
  onClose: () => void;
}) {
  const { run, error, status } = useCall();
  const mistake = error?.errors.name?.[0];
  async function submit(form: FormData) {
    const input = {
      name: String(form.get('name')).trim(),
      ...(place.folder && { parent_id: place.folder._id }),
      ...(place.project && { project_id: place.project._id }),
    };
    const made = await run(
      async () => onMade(folderItem(await call('POST folder', input))),
      () => null,
    );
    if (made) onClose();
  }
  return (
    <FormDialog
      size="sm"
      title="New folder"
      action="Create folder"
      pendingText="Creating"
      {...status}
      message={mistake ? undefined : status.message}
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      <TextField label="Name" name="name" limit={255} autoComplete="off" error={mistake} />
    </FormDialog>
  );
}
