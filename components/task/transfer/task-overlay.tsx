'use client';

import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { taskInHand } from '@/components/keys/task-in-hand';
import { type OverlayProps, overlayOrigin } from '@/components/overlay/overlay';
import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskDetail } from '@/lib/task/schema';
import { DuplicateDialog } from './duplicate-dialog';
import { TransferDialog } from './transfer-dialog';

type Part = ComponentType<{ task: TaskDetail; onClose: () => void }>;

/** A dialog about the task in hand, as it is now. */
const overlayOf = (Dialog: Part) =>
  function TaskOverlay({ open, onOpenChange }: OverlayProps) {
    return open && <Reading Dialog={Dialog} onClose={() => onOpenChange(false)} />;
  };

function Reading({ Dialog, onClose }: { Dialog: Part; onClose: () => void }) {
  const [id] = useState(() => taskInHand(overlayOrigin())?.key);
  const { data, error } = useQuery({
    queryKey: ['task in hand', id],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    enabled: id !== undefined,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call('GET task/{id}', { id: id ?? '' }, { signal }),
  });
  const without = id === undefined;
  useEffect(() => {
    if (!without && !error) return;
    showToast({ kind: 'failure', text: without ? 'Go to a task first.' : `The task was not read. ${reasonOf(error)}` });
    onClose();
  }, [without, error, onClose]);
  return data && <Dialog task={data} onClose={onClose} />;
}

export const DuplicateOverlay = overlayOf(DuplicateDialog);
export const TransferOverlay = overlayOf(TransferDialog);
