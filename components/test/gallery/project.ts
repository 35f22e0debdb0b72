import type { ProjectDetail, ProjectMemberRecord } from '@/lib/project/schema';
import { CLIENT, LEADER, USER } from './people';

/** The project that parts show unless they say another. */
export const PROJECT = { _id: 'p-web', key: 'WEB', name: 'Website relaunch', tint: 'c1', picture: null } as const;
export const OTHER_PROJECT = { _id: 'p-app', key: 'APP', name: 'Loyalty app', tint: 'c2', picture: null } as const;

const MADE_AT = '2026-11-02T09:00:00.000Z';

export function projectDetail(part: Partial<ProjectDetail> = {}): ProjectDetail {
  return {
    ...PROJECT,
    type: 'web_application',
    type_label: 'Web application',
    status: 'active',
    category: null,
    leader: LEADER,
    members: [LEADER, USER],
    member_count: 2,
    health: 'on_track',
    health_reason: 'no tasks yet',
    counts: { pending: 0, in_process: 0, testing: 0, completed: 0, backlogs: 0, total: 0, overdue: 0, due_today: 0 },
    progress: 0,
    start_date: null,
    due_date: null,
    version: 1,
    created_at: MADE_AT,
    updated_at: MADE_AT,
    rights: { edit: true, archive: true, delete: true, members: true, create_task: true, efficiency: true },
    description: '',
    description_html: '',
    attachments: [],
    efficiency: null,
    activity: [],
    ...part,
  };
}

/** Who is in it. */
export const PROJECT_MEMBERS: readonly ProjectMemberRecord[] = [LEADER, USER, CLIENT].map((person) => ({
  ...person,
  is_leader: person === LEADER,
  is_contact: false,
  joined_at: MADE_AT,
}));
