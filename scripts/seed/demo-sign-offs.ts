import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { DemoSignOff } from './demo-data';
import { hoursBefore, insertRows, type Row, seedId } from './rows';

/** What was sent for approval, bound to what the tasks and files hold by now; what fell is bound to `before`. */
export async function addSignOffs(client: pg.ClientBase, org: string, signOffs: readonly DemoSignOff[], now: Date) {
  const orgId = seedId(org);
  const seat = (name: string) => seedId(`${org}.${name}`);
  for (const one of signOffs) {
    const {
      task,
      file,
      milestone,
      by,
      to,
      note,
      hoursAgo,
      decision,
      reason = '',
      marks = [],
      decidedHoursAgo = 0,
      before,
    } = one;
    const what = task ?? file ?? milestone;
    const found = await client.query<{ id: string; task_id: string | null; project_id: string }>(
      task
        ? 'select id, id as task_id, project_id from task where id = $1'
        : milestone
          ? 'select id, null as task_id, project_id from milestone where org_id = $2 and name = $1'
          : 'select id, task_id, project_id from file where org_id = $2 and name = $1',
      task ? [seedId(`${org} ${task}`)] : [milestone ?? file, orgId],
    );
    const [subject] = found.rows;
    if (!subject) throw new Error(`There is no ${what}`);
    const about = {
      task_id: task ? subject.id : null,
      file_id: file ? subject.id : null,
      milestone_id: milestone ? subject.id : null,
    };
    const bound = await client.query("select * from sign_off_content($1, $2, $3, $4, 'client')", [
      ...[orgId, about.task_id, about.file_id, about.milestone_id],
    ]);
    const shown = bound.rows[0];
    if (before !== undefined) {
      shown.content = `{"attachments": [], "description": ${JSON.stringify(before)}}`;
      shown.hash = createHash('sha256').update(shown.content).digest('hex');
    }
    const id = seedId(`${org} sign-off ${what} ${hoursAgo}`);
    const asked = hoursBefore(now, hoursAgo);
    const decided = decision ? hoursBefore(now, decidedHoursAgo) : null;
    const fell = before === undefined ? null : hoursBefore(now, one.fellHoursAgo ?? 0);
    await insertRows(client, 'sign_off', [
      {
        ...{ id, org_id: orgId, ...about, audience: 'client' },
        ...{ asked_by_id: seat(by), note, ...shown },
        state: decision === 'approve' ? 'approved' : decision === 'return' ? 'returned' : 'waiting',
        ...{ created_at: asked, closed_at: decided, fallen_at: fell, fallen_by_id: fell && seat(by) },
        fell_because: fell && 'description',
      },
    ]);
    await insertRows(client, 'sign_off_person', [
      {
        org_id: orgId,
        sign_off_id: id,
        member_id: seat(to),
        decision: decision ?? null,
        reason,
        marks,
        decided_at: decided,
      },
    ]);
    const data = {
      sign_off_id: id,
      ...(file && { file_id: subject.id, name: file }),
      ...(milestone && { milestone_id: subject.id, name: milestone }),
    };
    const line = (kind: string, who: string, at: string, more: Row = {}): Row => ({
      ...{
        id: seedId(`${id} ${kind}`),
        org_id: orgId,
        project_id: subject.project_id,
        task_id: subject.task_id,
        task_audience: 'client',
      },
      ...{ audience: 'client', actor_id: seat(who), kind, data: { ...data, ...more }, created_at: at },
    });
    await insertRows(client, 'activity', [
      line('sign_off.asked', by, asked),
      ...(decided && decision === 'approve' ? [line('sign_off.approved', to, decided, { left: 0 })] : []),
      ...(decided && decision === 'return' ? [line('sign_off.returned', to, decided, { reason })] : []),
      ...(fell ? [line('sign_off.fallen', by, fell, { because: 'description', was: 'approved' })] : []),
    ]);
  }
}
