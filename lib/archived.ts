import 'server-only';
import { type Sql, sql } from '@/lib/sql';

/**
 * What is archived is out of the way: no count, list over several projects, reminder or rule has its tasks, unless the
 * project itself is named. This is the one place that says so; functions of the database say it in `prisma/migrations`.
 */

/** Of a project `p`. */
export const isOpen: Sql = sql`(p.status <> 'archived')`;

/** Of a task `t`. The archived projects are read once a statement. */
export const notArchived: Sql = sql`t.project_id <> all (array(select a.id from project a where a.status = 'archived'))`;

/** The same, but for projects that somebody asks for by id or key. */
export const notArchivedBut = (ids: readonly string[], keys: readonly string[]): Sql =>
  ids.length + keys.length === 0
    ? notArchived
    : sql`t.project_id <> all (array(select a.id from project a where a.status = 'archived'
        and a.id <> all (${[...ids]}::uuid[]) and not exists (select from unnest(${[...keys]}::text[]) named where project_of_key(named) = a.id)))`;
