import 'server-only';
import { allow, invalidField } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { changeContacts, changeMembership } from '@/lib/project/membership';
import { canChangeMembers, canPlace, whyNotJoin } from '@/lib/project/policy';
import { candidates, findProject, listProjectMembers, lockProjects } from '@/lib/project/queries.people';
import type { ChangeProjectMembers } from '@/lib/project/schema';

/** Removal ends access, open assignments and live rights at once. Finished work keeps the name. Returns the people. */
export async function changeProjectMembers(ctx: Ctx, input: ChangeProjectMembers) {
  const { project_id: id, add, remove } = input;
  const found = await findProject(ctx, id);
  allow(
    canChangeMembers(ctx.actor, found),
    'Only the project’s leader, or an admin or sub-admin, can change its people.',
  );
  await lockProjects(ctx, [id]);
  const people = await candidates(ctx, [...add, ...remove]);
  for (const person of add) {
    const problem = whyNotJoin(people.get(person), 'either');
    if (problem) throw invalidField('add', problem);
  }
  for (const [person, { role }] of people)
    allow(
      person === found.leaderId || canPlace(ctx.actor, role),
      'A team leader can only add and remove users and clients.',
    );
  await changeMembership(ctx, [{ projectId: id, add, remove }]);
  await changeContacts(ctx, id, { add: input.add_contacts, remove: input.remove_contacts });
  return listProjectMembers(ctx, { project_id: id, page: 1, limit: 200 });
}
