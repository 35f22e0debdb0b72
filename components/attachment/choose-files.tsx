import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';

/** A button that opens the system's dialog for files. */
export function ChooseFiles({ onFiles, brief }: { onFiles: (files: File[]) => void; brief?: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const open = () => field.current?.click();
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          onFiles(Array.from(target.files ?? []));
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      {brief ? (
        <IconButton label="Attach files" icon={<Paperclip />} onClick={open} />
      ) : (
        <Button variant="quiet" size="compact" icon={<Paperclip />} onClick={open}>
          Attach files
        </Button>
      )}
    </>
  );
}
