'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import { milestonesQuery } from './milestone-query';

export type MilestoneDays = ReadonlyMap<string, readonly MilestoneRecord[]>;

/** Milestones that have a date, by it, of one project or of all; what a view shows beside its tasks, so a failure is silent. */
export function useMilestoneDays(projectId: string | undefined, heard: readonly string[]): MilestoneDays {
  const queries = useQueryClient();
  const { channels } = useLive();
  const query = milestonesQuery(projectId);
  const { data } = useQuery(query);
  const again = () => void queries.invalidateQueries(query);
  useLiveEvents(heard.map(channels.project), ({ event }) => {
    if (event === 'milestone.changed') again();
  });
  useCatchUp(again);
  return useMemo(() => {
    // A server of Node 20, which draws it first, has no Map.groupBy.
    const days = new Map<string, MilestoneRecord[]>();
    for (const one of data ?? []) if (one.due_date) days.set(one.due_date, [...(days.get(one.due_date) ?? []), one]);
    return days;
  }, [data]);
}
