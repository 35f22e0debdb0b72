'use client';

import { type ComponentType, useEffect, useState } from 'react';

let show: (() => void) | undefined;

/** Brings the tray of uploads; it stays while one walks through the application. */
export const showTray = () => show?.();

/** Nothing of uploads is fetched before the first one. */
export function TrayHost() {
  const [Tray, setTray] = useState<ComponentType>();
  useEffect(() => {
    show = () =>
      void import('./upload-tray').then(
        (module) => setTray(() => module.UploadTray),
        () => undefined,
      );
    return () => {
      show = undefined;
    };
  }, []);
  return Tray ? <Tray /> : null;
}
