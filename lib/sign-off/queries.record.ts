import 'server-only';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { canAskSignOff, canDecideSignOff, canWithdrawSignOff } from '@/lib/sign-off/policy';
import type { Asked, SignOffRecord } from '@/lib/sign-off/schema';
import type { Cause, Standing, SubjectKind } from '@/lib/sign-off/vocabulary';
import { badge, type Sql, sql } from '@/lib/sql';
import { linksOf } from '@/lib/tenant/organisation-path';

/** Moments are text where the row came as JSON. */
export type SignOffRow = {
  _id: string;
  kind: SubjectKind;
  subject_id: string;
  subject_title: string;
  number: number | null;
  project_id: string | null;
  project_key: string | null;
  on_task: string | null;
  owners: string[] | null;
  leader_id: string | null;
  subject_audience: string;
  audience: 'internal' | 'client';
  standing: Standing;
  state: string;
  note: string;
  hash: string;
  title: string;
  version_number: number | null;
  asked_by: PersonBadge | null;
  asked_by_id: string | null;
  created_at: Date | string;
  closed_at: Date | string | null;
  fallen_at: Date | string | null;
  fallen_by: PersonBadge | null;
  fell_because: Cause | null;
  people: (Omit<Asked, 'decided_at'> & { decided_at: string | null })[] | null;
};

/** Of the sign-off `s` with its task `t`, file `f` or milestone `g`, and the project `p`. */
export const signOffColumns = (
  ctx: Ctx,
): Sql => sql`s.id as _id, case when s.task_id is not null then 'task' when s.file_id is not null then 'file' else 'milestone' end as kind,
  coalesce(s.task_id, s.file_id, s.milestone_id) as subject_id, coalesce(t.title, f.name, g.name) as subject_title, t.number, p.id as project_id, p.key as project_key,
  (select fp.key || '-' || ft.number from task ft join project fp on fp.org_id = ft.org_id and fp.id = ft.project_id
    where ft.org_id = f.org_id and ft.id = f.task_id) as on_task,
  coalesce(t.audience, f.audience, g.audience) as subject_audience, p.leader_id,
  case when t.id is not null then array_append((select array_agg(ta.member_id::text) from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id),
    t.created_by_id::text) when f.id is not null then array[f.uploaded_by_id::text] end as owners,
  s.audience, sign_off_standing(s) as standing, s.state, s.note, s.hash, s.title, s.version_number, s.asked_by_id, s.created_at, s.closed_at,
  s.fallen_at, s.fell_because,
  (select ${badge(ctx)} from member m where m.org_id = s.org_id and m.id = s.asked_by_id) as asked_by,
  (select ${badge(ctx)} from member m where m.org_id = s.org_id and m.id = s.fallen_by_id) as fallen_by,
  (select json_agg(json_build_object('_id', sp.member_id, 'decision', sp.decision, 'reason', sp.reason, 'marks', sp.marks, 'decided_at', sp.decided_at,
            'person', (select ${badge(ctx)} from member m where m.org_id = sp.org_id and m.id = sp.member_id)) order by sp.decided_at nulls last, sp.member_id)
     from sign_off_person sp where sp.org_id = s.org_id and sp.sign_off_id = s.id) as people`;

export const signOffJoins: Sql = sql`
  left join task t on t.org_id = s.org_id and t.id = s.task_id and t.deleted_at is null
  left join file f on f.org_id = s.org_id and f.id = s.file_id and f.deleted_at is null
  left join milestone g on g.org_id = s.org_id and g.id = s.milestone_id and g.deleted_at is null
  left join project p on p.org_id = s.org_id and p.id = coalesce(t.project_id, f.project_id, g.project_id)`;

export function toSignOff({ actor, org }: Ctx, row: SignOffRow): SignOffRecord {
  const { _id, kind, subject_id, subject_title, standing, asked_by_id: askedById } = row;
  const projectId = row.project_id;
  const own = row.people?.find((one) => one._id === actor.memberId);
  const decides = own !== undefined && canDecideSignOff(actor, { projectId, audience: row.subject_audience });
  const key = kind === 'task' && row.project_key ? `${row.project_key}-${row.number}` : null;
  const here = linksOf(org.key, null);
  const ruled = { kind, projectId, leaderId: row.leader_id, ownerIds: row.owners ?? [] };
  const file = row.project_key
    ? `file_manager?project=${row.project_key}&file=${subject_id}`
    : `file_manager?file=${subject_id}`;
  const instant = (value: string | Date | null) => (value === null ? null : new Date(value).toISOString());
  return {
    _id,
    subject: {
      ...{ kind, _id: subject_id, title: subject_title, key, project_id: projectId },
      url: here(
        kind === 'milestone'
          ? `projectdetails?project=${row.project_key}`
          : key
            ? `taskpage?task=${key}`
            : row.on_task
              ? `taskpage?task=${row.on_task}`
              : file,
      ),
    },
    state: standing,
    internal: row.audience === 'internal',
    note: row.note,
    hash: row.hash,
    version_number: row.version_number,
    asked_by: row.asked_by,
    created_at: new Date(row.created_at).toISOString(),
    closed_at: instant(row.closed_at),
    people: (row.people ?? []).map((one) => ({ ...one, decided_at: instant(one.decided_at) })),
    fallen:
      standing === 'fallen'
        ? {
            at: instant(row.fallen_at),
            by: row.fallen_by,
            because: row.fell_because ?? 'content',
            was: row.state === 'approved' ? 'approved' : 'waiting',
          }
        : null,
    rights: {
      decide: decides && standing === 'waiting' && own.decision === null,
      take_back: decides && (standing === 'waiting' || standing === 'approved') && own.decision === 'approve',
      withdraw: standing === 'waiting' && canWithdrawSignOff(actor, { projectId, askedById }),
      ask: standing !== 'waiting' && canAskSignOff(actor, ruled),
    },
  };
}

export const THERE: Sql = sql`(t.id is not null or f.id is not null or g.id is not null)`;

/** Of the milestone `s._id`, likewise. */
export const signOffOfMilestone = (ctx: Ctx): Sql => sql`
  (select row_to_json(newest) from (select s._id as milestone) of_milestone cross join lateral (
     select ${signOffColumns(ctx)} from sign_off s ${signOffJoins}
      where s.org_id = app_org_id() and s.milestone_id = of_milestone.milestone and g.id is not null
      order by s.created_at desc, s.id desc limit 1) newest)`;

/** Of the task `t`: the newest sign-off that the caller sees, as JSON. */
export const signOffOfTask = (ctx: Ctx): Sql => sql`
  (select row_to_json(newest) from (select t.org_id as org, t.id as task) of_task cross join lateral (
     select ${signOffColumns(ctx)} from sign_off s ${signOffJoins}
      where s.org_id = of_task.org and s.task_id = of_task.task and t.id is not null order by s.created_at desc, s.id desc limit 1) newest)`;
