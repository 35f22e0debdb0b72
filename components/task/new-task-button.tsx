'use client';

import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/shell/single-keys';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/toast';
import type { NewTaskDialogProps } from './new-task-dialog';

const load = () => import('./new-task-dialog').then(({ NewTaskDialog }) => NewTaskDialog);

export type NewTaskButtonProps = {
  orgKey: string;
  /** Projects in which the viewer may make tasks; the button is not drawn without any. */
  projects: readonly { _id: string; name: string }[];
  /** The one that is chosen at first. */
  projectId?: string;
  /** Opens at once; `path` is then the address without that wish. */
  openAtOnce?: { path: string };
  /** `page`: the one filled button of the page, which the key C presses too. */
  place?: 'page' | 'inside';
};

/** Opens the dialog that makes a task. Its code is fetched on intent. */
export function NewTaskButton({ orgKey, projects, projectId, openAtOnce, place = 'page' }: NewTaskButtonProps) {
  const router = useRouter();
  const [Part, setPart] = useState<ComponentType<NewTaskDialogProps>>();
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

  const wished = openAtOnce?.path;
  const onWish = useEffectEvent((path: string) => {
    if (projects.length > 0) show();
    router.replace(path, { scroll: false });
  });
  useEffect(() => {
    if (wished !== undefined) onWish(wished);
  }, [wished]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (place !== 'page' || event.key !== 'c' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || open || isForTyping(event) || !singleKeysAreOn()) return;
    event.preventDefault();
    show();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  if (projects.length === 0) return null;
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus />}
        aria-haspopup="dialog"
        onPointerEnter={() => void load().catch(() => undefined)}
        onFocus={() => void load().catch(() => undefined)}
        onClick={show}
      >
        New task
      </Button>
      {open && Part && (
        <Part orgKey={orgKey} projects={projects} projectId={projectId} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
