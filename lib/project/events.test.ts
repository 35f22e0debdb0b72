import { describe, expect, test } from 'vitest';
import { changeProjectStatus, editProject } from '@/lib/project/commands';
import { changeProjectMembers } from '@/lib/project/commands.members';
import { getProject } from '@/lib/project/queries';
import { ChangeProjectMembers, EditProject } from '@/lib/project/schema';
import { asMember } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';

/** What the commands leave in a project's history, read as its page reads it. */

const id = fixtureId('acme.WEB');
const member = (seat: string) => fixtureId(`acme.${seat}`);

/** The lines that `input` leaves, newest first. */
const afterEdit = async (input: object, seat = 'acme.leader') => {
  const lines: string[] = [];
  await asMember(seat, async (ctx) => {
    const before = await getProject(ctx, { project_id: id });
    await editProject(ctx, EditProject.parse({ project_id: id, version: before.version, ...input }));
    const { activity } = await getProject(ctx, { project_id: id });
    lines.push(...activity.slice(0, activity.length - before.activity.length).map(({ says }) => says));
  });
  return lines;
};

describe('the history of a project', () => {
  test('says what a rename changed, from what to what', async () => {
    expect(await afterEdit({ name: 'Website, second go' })).toEqual([
      'changed the name of the project from “Website relaunch” to “Website, second go”',
    ]);
  });

  test('has a line for each field', async () => {
    const lines = await afterEdit({ due_date: '2027-03-05', type: 'mobile_application', description: 'Another.' });
    expect(lines.sort()).toEqual([
      'changed the description of the project',
      'changed the type of the project from Web Application to Mobile Application',
      expect.stringMatching(/^(set|changed) the due date of the project .*to 5 Mar 2027$/),
    ]);
  });

  test('names the leaders', async () => {
    expect(await afterEdit({ team_leader_id: member('lead2') }, 'acme.admin')).toEqual([
      'changed the leader of the project from leader of acme to lead2 of acme',
    ]);
  });

  test('names the status, and who came and went', () =>
    asMember('acme.leader', async (ctx) => {
      await changeProjectStatus(ctx, { id, status: 'on_hold' });
      const people = { project_id: id, add: [member('outsider')], remove: [member('user')] };
      await changeProjectMembers(ctx, ChangeProjectMembers.parse(people));
      const { activity } = await getProject(ctx, { project_id: id });
      const says = activity.map((line) => line.says);
      expect(says).toContain('changed the status of the project from Active to On hold');
      expect(says).toContain('added outsider of acme to the project and removed user of acme');
    }));
});
