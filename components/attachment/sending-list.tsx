'use client';

import { useEffect } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import type { Attaching } from './use-attaching';

const loadRows = () => import('./sending-rows').then(({ SendingRows }) => SendingRows);

/** Files on their way, and why some did not arrive. */
export function SendingList({ attaching }: { attaching: Attaching }) {
  const { Part, press } = useOnDemand(loadRows);
  const some = attaching.sending.length > 0;
  useEffect(() => {
    if (some) press();
  }, [some, press]);
  return some && Part ? <Part attaching={attaching} /> : null;
}
