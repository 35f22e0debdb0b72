import 'server-only';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { ProjectCard } from '@/lib/project/schema';
import { TaskDetail } from '@/lib/task/schema';
import { createTemplate, deleteTemplate, editTemplate } from '@/lib/template/commands';
import { takeProjectTemplate, takeTemplate } from '@/lib/template/commands.use';
import { getTemplate, listTemplates } from '@/lib/template/queries';
import {
  CreateTemplate,
  EditTemplate,
  ListTemplates,
  TemplateCard,
  TemplateRecord,
  TemplateReference,
  UseProjectTemplate,
  UseTemplate,
} from '@/lib/template/schema';

export const templateEndpoints = defineEndpoints({
  'GET templateList': list(ListTemplates, TemplateCard, 'template.view', listTemplates, 'Templates, by name'),
  'POST template': create(
    CreateTemplate,
    TemplateRecord,
    'template.view',
    createTemplate,
    'Makes a template of a task with its subtasks, of a project, or of what is written',
    { decides: 'template.edit' },
  ),
  'GET template/{id}': query(
    TemplateReference,
    TemplateRecord,
    'template.view',
    getTemplate,
    'One template, with its tasks',
  ),
  'PATCH template/{id}': command(
    EditTemplate,
    TemplateRecord,
    'template.view',
    editTemplate,
    'Changes a template. 409 with the current one if `version` is stale',
    { decides: 'template.edit' },
  ),
  'DELETE template/{id}': command(
    TemplateReference,
    TemplateRecord,
    'template.view',
    deleteTemplate,
    'Deletes a template; what was made from it stays',
    { decides: 'template.edit' },
  ),
  'POST useTemplate/{id}': create(
    UseTemplate,
    TaskDetail,
    'task.create',
    takeTemplate,
    'Makes the task of a template, with all below it, in a project',
  ),
  'POST useProjectTemplate/{id}': create(
    UseProjectTemplate,
    ProjectCard,
    'project.create',
    takeProjectTemplate,
    'Makes a project of a template, with its workflow, team and tasks',
  ),
});
