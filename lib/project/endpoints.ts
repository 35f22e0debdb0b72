import 'server-only';
import { z } from 'zod';
import { command, create, defineEndpoints, list, listCommand, query } from '@/lib/contract/endpoint';
import { changeProjectStatus, createProject, editProject } from '@/lib/project/commands';
import { changeProjectMembers } from '@/lib/project/commands.members';
import { removeProjectPicture, setProjectPicture } from '@/lib/project/commands.picture';
import { countTasksByProject, getProject, listProjects } from '@/lib/project/queries';
import { listProjectMembers } from '@/lib/project/queries.people';
import {
  ChangeProjectMembers,
  ChangeProjectStatus,
  CountProjectTasks,
  CreateProject,
  EditProject,
  ListProjectMembers,
  ListProjects,
  ProjectCard,
  ProjectDetail,
  ProjectId,
  ProjectMemberRecord,
  ProjectReference,
  ProjectTaskCount,
  SetProjectPicture,
} from '@/lib/project/schema';

// Changes need the right to see; the command then answers 404 for hidden projects before 403.
export const projectEndpoints = defineEndpoints({
  'GET projectList': list(
    ListProjects,
    ProjectCard,
    'project.view',
    listProjects,
    'Projects the caller may see, with people, task counts by status and progress.',
  ),
  'POST project': create(
    CreateProject,
    ProjectCard,
    'project.create',
    createProject,
    'Creates a project with its people. Its creator is a member, and leads it unless another leader is named.',
  ),
  'GET projectdetails': query(
    ProjectReference,
    ProjectDetail,
    'project.view',
    getProject,
    'One project, by id or key, with people, counts and recent activity.',
  ),
  'PUT projectEdit': command(
    EditProject,
    ProjectCard,
    'project.view',
    editProject,
    'Changes the given fields. 409 with the current record if `version` is stale.',
    { decides: 'project.edit' },
  ),
  'PUT changeProjectStatus/{id}': command(
    ChangeProjectStatus,
    ProjectCard,
    'project.view',
    changeProjectStatus,
    'Puts a project on hold, completes, archives or reopens it.',
    { decides: 'project.archive' },
  ),
  'POST projectPicture': command(
    SetProjectPicture,
    ProjectCard,
    'project.view',
    { steps: setProjectPicture },
    'Sets a project’s picture: the given square, as WebP of 256 by 256, without metadata.',
    { decides: 'project.edit', expensive: true, multipart: true },
  ),
  'DELETE projectPicture/{id}': command(
    ProjectId,
    ProjectCard,
    'project.view',
    removeProjectPicture,
    'Removes a project’s picture; its first letter is shown again.',
    { decides: 'project.edit' },
  ),
  'GET projectMembers': list(
    ListProjectMembers,
    ProjectMemberRecord,
    'project.view',
    listProjectMembers,
    'People of a project; for a client, its contacts.',
  ),
  'PUT projectMembers': listCommand(
    ChangeProjectMembers,
    ProjectMemberRecord,
    'project.view',
    changeProjectMembers,
    'Adds and removes people, and says which of the team clients see. 409 if the leader would be removed.',
    { decides: 'project.members' },
  ),
  'GET projectTaskCount': query(
    CountProjectTasks,
    z.array(ProjectTaskCount),
    'project.view',
    countTasksByProject,
    'Task counts by project: of all that the caller sees, or of one.',
  ),
});
