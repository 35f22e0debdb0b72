'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { setAtService } from './road';

let show: (() => void) | undefined;
/** Asked for before there was a place for it, as when a page is drawn before its frame. */
let wanted = false;

/** Brings the tray of uploads; it stays while one walks through the application. */
export const showTray = () => {
  wanted = true;
  show?.();
};

/** Nothing of uploads is fetched before the first one. `atService`: files go to UploadThing. */
export function TrayHost({ atService }: { atService: boolean }) {
  const [Tray, setTray] = useState<ComponentType>();
  useEffect(() => setAtService(atService), [atService]);
  useEffect(() => {
    show = () =>
      void import('./upload-tray').then(
        (module) => setTray(() => module.UploadTray),
        () => undefined,
      );
    if (wanted) show();
    return () => {
      show = undefined;
    };
  }, []);
  return Tray ? <Tray /> : null;
}
