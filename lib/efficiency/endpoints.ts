import 'server-only';
import { defineEndpoints, query } from '@/lib/contract/endpoint';
import { getEfficiency } from '@/lib/efficiency/queries';
import { AskEfficiency, ProjectEfficiency } from '@/lib/efficiency/schema';

export const efficiencyEndpoints = defineEndpoints({
  'GET projectEfficiency/{id}': query(
    AskEfficiency,
    ProjectEfficiency,
    'project.efficiency',
    getEfficiency,
    'How a project gets on: on-time rate, throughput, cycle time, rework, estimates, work in progress by age, cumulative flow and a forecast.',
  ),
});
