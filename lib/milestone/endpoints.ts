import 'server-only';
import { command, create, defineEndpoints, list } from '@/lib/contract/endpoint';
import { createMilestone, deleteMilestone, editMilestone, restoreMilestone } from '@/lib/milestone/commands';
import { listMilestones } from '@/lib/milestone/queries';
import {
  CreateMilestone,
  EditMilestone,
  ListMilestones,
  MilestoneRecord,
  MilestoneReference,
  RestoreMilestone,
} from '@/lib/milestone/schema';

export const milestoneEndpoints = defineEndpoints({
  'GET milestoneList': list(
    ListMilestones,
    MilestoneRecord,
    'milestone.view',
    listMilestones,
    'Milestones of a project, or of all that are not archived, in the order of their work',
  ),
  'POST milestone': create(
    CreateMilestone,
    MilestoneRecord,
    'milestone.edit',
    createMilestone,
    'Adds a milestone to a project, at its place by due date, and puts tasks into it',
  ),
  'PATCH milestone/{id}': command(
    EditMilestone,
    MilestoneRecord,
    'milestone.edit',
    editMilestone,
    'Changes a milestone, marks it as reached or moves it in the order. 409 with the current record if somebody was first',
  ),
  'DELETE milestone/{id}': command(
    MilestoneReference,
    MilestoneRecord,
    'milestone.edit',
    deleteMilestone,
    'Deletes a milestone; its tasks stay. It can be restored within a day',
  ),
  'POST restoreMilestone/{id}': command(
    RestoreMilestone,
    MilestoneRecord,
    'milestone.edit',
    restoreMilestone,
    'Restores a deleted milestone with the tasks that have no other one since',
  ),
});
