import 'server-only';
import { type Sql, sql } from '@/lib/sql';
import type { CreateTask } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';

/** Writes that leave together with what they cause (`ctx.writeAlong`). */

type NewTask = Omit<CreateTask, 'assignee_ids'> & {
  id: string;
  html: string;
  renderer: number;
  by: string;
  at: Date;
};

/** At the end of its column. Numbers have no gaps: its locks are held until the transaction ends, so it comes last. */
export const insertTask = (task: NewTask): Sql => sql`
  insert into task (id, project_id, number, title, description, description_html, description_renderer, status, priority,
                    rank, audience, category_id, parent_id, estimate_minutes, start_date, due_date, created_by_id,
                    completed_at, created_at, updated_at)
  select ${task.id}::uuid, ${task.project_id}::uuid, place.next_number, ${task.title}, ${task.description}, ${task.html},
         ${task.renderer}::int, ${task.status}::int, ${task.priority}, place.next_rank, ${task.audience},
         ${task.category_id ?? null}::uuid, ${task.parent_id ?? null}::uuid, ${task.estimate_minutes ?? null}::int,
         ${task.start_date ?? null}::date, ${task.due_date ?? null}::date, ${task.by}::uuid,
         ${task.status === COMPLETED ? task.at : null}::timestamptz, ${task.at}::timestamptz, ${task.at}::timestamptz
    from next_task_place(${task.project_id}::uuid, ${task.status}::smallint) place`;

/** Of a row that is locked. `from`: the column that it leaves, which may be the same. */
export const moveRow = (
  id: string,
  { rank, from, to, at }: { rank: string; from: number; to: number; at: Date },
): Sql =>
  from === to
    ? sql`update task set rank = ${rank}, version = version + 1, updated_at = ${at}::timestamptz where id = ${id}::uuid`
    : sql`update task set rank = ${rank}, version = version + 1, updated_at = ${at}::timestamptz, status = ${to}::int,
            completed_at = ${to === COMPLETED ? at : null}::timestamptz where id = ${id}::uuid`;
