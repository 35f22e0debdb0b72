import 'server-only';
import type { Ctx } from '@/lib/org';

const MOST = 500;

/** Who may have time here and is seen by the caller, by name. */
export const listTimeKeepers = ({ db }: Ctx): Promise<{ _id: string; name: string }[]> => db.$queryRaw`
  select m.id as _id, shown_name(m.name, m.namesake) as name from member m
   where m.approval = 1 and m.role in ('admin', 'subadmin', 'team_leader', 'user') and m.deactivated_at is null
   order by lower(m.name), m.id limit ${MOST}::int`;
