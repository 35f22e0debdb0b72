import { useEffect, useEffectEvent } from 'react';

/** Hears of what happens anywhere on the page; `listener` is the one that was drawn last. */
export function usePageEvent<Name extends keyof DocumentEventMap>(
  name: Name,
  listener: (event: DocumentEventMap[Name]) => void,
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    const listen = (event: DocumentEventMap[Name]) => onEvent(event);
    document.addEventListener(name, listen);
    return () => document.removeEventListener(name, listen);
  }, [name]);
}
