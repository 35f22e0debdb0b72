/** Events of templates: for the team alone. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import type { ProjectSubject } from '@/lib/project/events';
import type { LiveEvent } from '@/lib/realtime/events';
import { type TaskSubject, toTeam } from '@/lib/task/events';

type TemplateSubject = { id: string };
const aboutTemplate = eventAbout<TemplateSubject>();
const target = ({ id }: TemplateSubject) => id;
const named = z.object({ name: z.string() });
const live = (): LiveEvent[] => [{ type: 'templates.changed' }];
const used = z.object({ template: z.string().describe('Its name') });

export const templateEvents = defineEvents({
  'template.created': aboutTemplate({
    data: named,
    words: ({ name }) => `made the template ${name}`,
    audit: { group: 'work', label: 'Template made', target },
    live,
  }),
  'template.edited': aboutTemplate({
    data: named,
    words: ({ name }) => `changed the template ${name}`,
    audit: { group: 'work', label: 'Template changed', target },
    live,
  }),
  'template.deleted': aboutTemplate({
    data: named,
    words: ({ name }) => `deleted the template ${name}`,
    audit: { group: 'work', label: 'Template deleted', target },
    live,
  }),
  'task.templated': eventAbout<TaskSubject>()({
    data: used,
    words: ({ template }, { it }) => `made ${it} from the template “${template}”`,
    activity: toTeam,
  }),
  'project.templated': eventAbout<ProjectSubject>()({
    data: used,
    words: ({ template }, { it }) => `made ${it} from the template “${template}”`,
    activity: ({ id }) => ({ projectId: id, audience: 'internal' }),
  }),
});
