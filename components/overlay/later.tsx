'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { loadAhead } from './load-ahead';

/**
 * A part that the page is read without, fetched after the first interaction.
 * @param load must be the same function at every render
 */
export function Later<P extends object>({ load, ...props }: P & { load: () => Promise<ComponentType<P>> }) {
  const [Part, setPart] = useState<ComponentType<P>>();
  useEffect(() => loadAhead(() => load().then((part) => setPart(() => part)), true), [load]);
  return Part && <Part {...(props as unknown as P)} />;
}
