/** The dashboard, in the caller's own scope. Runs anywhere. */
import { z } from 'zod';
import { ActivityRecord } from '@/lib/event/schema';
import { MeetingLine } from '@/lib/meeting/schema';
import { ProjectCard } from '@/lib/project/schema';
import { TaskCard, TaskCounts } from '@/lib/task/schema';
import { OrganisationState, Workload } from '@/lib/team-home/schema';
import { listOf, record } from '@/lib/validation';
import { DASHBOARD_PARTS } from './vocabulary';

/** `range`: how many days ahead "soon" reaches. */
export const GetDashboard = z.strictObject({
  range: z.enum(['7d', '14d', '30d']).default('7d'),
  parts: listOf(z.enum(DASHBOARD_PARTS)).optional().describe('Only these; the others are empty'),
});
export type GetDashboard = z.output<typeof GetDashboard>;

export const DashboardTask = record('DashboardTask', {
  ...TaskCard.shape,
  project: z.object({ _id: z.string(), key: z.string(), name: z.string() }),
});
export type DashboardTask = z.infer<typeof DashboardTask>;

export const Dashboard = record('Dashboard', {
  counts: TaskCounts.describe('Everything the caller sees'),
  mine: TaskCounts.describe('What is assigned to the caller'),
  my_day: z.object({
    overdue: z.array(DashboardTask),
    today: z.array(DashboardTask),
    soon: z.array(DashboardTask),
  }),
  waiting: z
    .array(DashboardTask)
    .describe('For a client: what waits in Testing. For the team: what is late in their projects'),
  projects: z.array(ProjectCard),
  alone: z.boolean().describe('Nobody else is here that the caller sees, and nobody was invited'),
  activity: z.array(ActivityRecord),
  workload: Workload.nullable().describe('For leaders, admins, sub-admins and observers'),
  organisation: OrganisationState.nullable().describe('For admins and sub-admins'),
  meetings: z.array(MeetingLine).describe('Of today, that the caller is invited to'),
  failed: z.array(z.enum(DASHBOARD_PARTS)).describe('What could not be read, and is empty here'),
});
export type Dashboard = z.infer<typeof Dashboard>;
