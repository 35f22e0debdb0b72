'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from '@/components/ui/overlay/toast';

/** The library is fetched with the first toast, or when the browser is idle. */
export function Toaster({ label }: { /** Where another page around this one has messages too. */ label?: string }) {
  const [Host, setHost] = useState<ComponentType<{ label?: string }>>();
  useEffect(() => {
    let wanted = true;
    const load = () => {
      import('./toast-host').then(
        (module) => wanted && setHost(() => module.ToastHost),
        // Nothing is lost without it: what matters is also shown in place. The next toast tries again.
        () => undefined,
      );
    };
    const release = onFirstToast(load);
    const idle = window.requestIdleCallback?.(load, { timeout: 10_000 });
    return () => {
      wanted = false;
      release();
      if (idle !== undefined) window.cancelIdleCallback(idle);
    };
  }, []);
  return Host ? <Host label={label} /> : null;
}
