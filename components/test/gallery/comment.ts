import type { CommentRecord } from '@/lib/comment/schema';
import type { ActivityRecord } from '@/lib/event/schema';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { LEADER } from './people';

/** A comment of the leader; later numbers are newer. */
export function comment(number: number, part: Partial<CommentRecord> = {}): CommentRecord {
  const body = part.body ?? `Comment ${number}`;
  return {
    _id: `c-${number}`,
    task_id: 't-1',
    author: LEADER,
    imported: null,
    body,
    body_html: renderMarkdown(body),
    internal: true,
    parent_id: null,
    reactions: [],
    resolved_at: null,
    resolved_by: null,
    attachments: [],
    tasks: [],
    version: 1,
    created_at: `2026-11-20T09:00:${String(number).padStart(2, '0')}.000Z`,
    edited_at: null,
    deleted_at: null,
    ...part,
  };
}

/** A line of history: `field` was changed from one value to another. */
export function editedLine(id: string, field: string, from: unknown, to: unknown, says = ''): ActivityRecord {
  return {
    _id: id,
    kind: 'task.edited',
    says: says || `changed the ${field} from “${from}” to “${to}”`,
    actor: LEADER,
    task_id: 't-1',
    task_key: null,
    task_title: null,
    data: { field, from, to, kept: true },
    created_at: '2026-11-20T09:00:00.000Z',
  };
}
