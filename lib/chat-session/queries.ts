import 'server-only';
import type { ChatProject, ChatTask, FindForChat } from '@/lib/chat-session/schema';
import type { Page } from '@/lib/contract/endpoint';
import { listMembers } from '@/lib/member/queries';
import type { Ctx } from '@/lib/org';
import { ROLES } from '@/lib/permission/schema';
import type { PersonBadge } from '@/lib/person/schema';
import { listCreatable } from '@/lib/project/queries.names';
import { listTasks } from '@/lib/task/queries';
import { ListTasks } from '@/lib/task/schema';

const WRITERS = ROLES.filter((role) => role !== 'observer');

/** Who can be in a group or a direct room, as far as the caller sees them. */
export async function listChatPeople(ctx: Ctx, input: FindForChat): Promise<Page<PersonBadge>> {
  const { docs, ...page } = await listMembers(ctx, { ...input, role: WRITERS, sort: 'name' });
  const badges = docs.map((one) => ({
    ...{ _id: one._id, name: one.name, pic: one.pic },
    ...('role' in one && { role: one.role }),
  }));
  return { ...page, docs: badges };
}

/** Tasks that the caller sees, by key or words of the title. */
export async function listChatTasks(ctx: Ctx, { q, page, limit }: FindForChat): Promise<Page<ChatTask>> {
  const found = await listTasks(ctx, ListTasks.parse({ q, page, limit }));
  return { ...found, docs: found.docs.map(({ _id, key, title }) => ({ _id, key, title })) };
}

/** Projects in which the caller may make a task of a message. */
export const listChatProjects = (ctx: Ctx, input: FindForChat): Promise<Page<ChatProject>> => listCreatable(ctx, input);
