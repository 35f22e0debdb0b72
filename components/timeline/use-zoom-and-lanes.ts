'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { setPageUrl } from '@/components/url/page-url';
import { firstLanes, LANES, type Lanes, type Zoom } from '@/lib/task-plan/vocabulary';
import { zoomOf } from './scale';

type Given = { zoom?: string; lanes?: string; projectId?: string };
type HrefOf = (zoom: Zoom, lanes: Lanes) => string;

/** Chosen in the address, where a view that is kept reads them too. */
export function useZoomAndLanes({ zoom, lanes, projectId }: Given, hrefOf: HrefOf) {
  const search = useSearchParams();
  // While the page is read anew its address is told only after that.
  const [chosen, setChosen] = useState<{ zoom: Zoom; lanes: Lanes } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told, the address has it
  useEffect(() => setChosen(null), [search]);
  const offered = projectId ? LANES.filter((one) => one !== 'project') : LANES;
  const wanted = chosen?.lanes ?? search.get('lanes') ?? lanes;
  return {
    zoom: zoomOf(chosen?.zoom ?? search.get('zoom') ?? zoom),
    lanes: offered.find((one) => one === wanted) ?? firstLanes(projectId !== undefined),
    offered,
    choose: (zoom: Zoom, lanes: Lanes) => {
      setChosen({ zoom, lanes });
      setPageUrl(hrefOf(zoom, lanes));
    },
  };
}
