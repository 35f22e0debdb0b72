'use client';

import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/toast';

const load = () => import('./project-dialog').then((module) => module.ProjectDialog);
type Dialog = Awaited<ReturnType<typeof load>>;

/** Opens the dialog that makes a project; at once where the address asks for it (`?new=project`). */
export function NewProjectButton({ openAtOnce, path }: { openAtOnce: boolean; path: string }) {
  const router = useRouter();
  const [Part, setPart] = useState<ComponentType<Parameters<Dialog>[0]>>();
  const [open, setOpen] = useState(false);

  function show() {
    setOpen(true);
    load().then(
      (part) => setPart(() => part),
      () => {
        setOpen(false);
        showToast({ kind: 'failure', text: 'The form could not be loaded. Check your connection.' });
      },
    );
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address asks once
  useEffect(() => {
    if (!openAtOnce) return;
    show();
    router.replace(path, { scroll: false });
  }, [openAtOnce]);

  return (
    <>
      <Button
        variant="primary"
        icon={<Plus />}
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={show}
      >
        New project
      </Button>
      {open && Part && <Part onClose={() => setOpen(false)} />}
    </>
  );
}
