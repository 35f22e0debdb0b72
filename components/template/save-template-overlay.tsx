'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { taskInHand } from '@/components/keys/task-in-hand';
import { begunTemplate } from '@/components/overlay/begun-template';
import { type OverlayProps, overlayOrigin } from '@/components/overlay/overlay';
import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { SaveTemplateDialog } from './save-template-dialog';
import { savedTaskQuery } from './template-query';

/** Of the project that was named, else of the task in hand. */
export function SaveTemplateOverlay({ open, onOpenChange }: OverlayProps) {
  return open ? <Saving onClose={() => onOpenChange(false)} /> : null;
}

function Saving({ onClose }: { onClose: () => void }) {
  const [{ project }] = useState(begunTemplate);
  const [id] = useState(() => (project ? undefined : taskInHand(overlayOrigin())?.key));
  const { data, error } = useQuery(savedTaskQuery(id));
  const without = !project && id === undefined;
  useEffect(() => {
    if (!without && !error) return;
    showToast({ kind: 'failure', text: without ? 'Go to a task first.' : `The task was not read. ${reasonOf(error)}` });
    onClose();
  }, [without, error, onClose]);
  const given = { finalFocus: overlayOrigin, onClose };
  if (project) return <SaveTemplateDialog task={null} project={project} {...given} />;
  return data && <SaveTemplateDialog task={data} project={data.project} {...given} />;
}
