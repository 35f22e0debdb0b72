import { expect, test } from 'vitest';
import { deliveriesOf, type LiveEvent, liveOfTouched } from '@/lib/realtime/events';

/** A second opinion on who hears what: `org`, `team` and `clients` of the project, `user-…` a person. */
const project = { projectId: 'p' };
const both = ['team', 'clients'];
const item = { itemId: 'i', version: 2 };
const own = { projectId: null };
const CASES: [event: [type: LiveEvent['type'], more: object], channels: string[], data: object][] = [];
const hears = (types: readonly LiveEvent['type'][], more: object, channels: string[], data: object) => {
  for (const type of types) CASES.push([[type, more], channels, data]);
};

for (const [client, channels] of [
  [true, both],
  [false, ['team']],
] as const) {
  const told = { ...project, client };
  const [named, to] = [{ project_id: 'p' }, [...channels]];
  hears(['task.created', 'task.changed', 'task.deleted'], { ...told, taskId: 't', version: 2 }, to, {
    ...{ id: 't', version: 2 },
    ...named,
  });
  hears(['task.progressed'], { ...told, taskId: 't' }, to, { id: 't', ...named });
  const comment = { ...told, taskId: 't', commentId: 'c' };
  hears(['comment.added', 'comment.changed'], comment, to, { id: 'c', task_id: 't', ...named });
  hears(['milestone.changed', 'update.changed'], { ...told, aboutId: 'g' }, to, { id: 'g', ...named });
  hears(['file.commented'], { ...told, fileId: 'f' }, to, { id: 'f', ...named });
  const file = { ...told, ...item, taskId: 't' };
  const files = ['file.changed', 'file.deleted', 'folder.changed', 'folder.deleted', 'files.changed'] as const;
  hears(files, file, to, { id: 'i', version: 2, task_id: 't', ...named });
  const asked = { signOffId: 's', memberIds: ['a', 'b'], taskId: 't', ...told };
  hears(['sign_off.changed'], asked, [...to, 'user-a', 'user-b'], { id: 's', task_id: 't' });
  const inOwn = { signOffId: 's', memberIds: ['a'], ...told, ...own };
  hears(['sign_off.changed'], inOwn, ['org', 'user-a'], { id: 's' });
}
hears(['file.commented'], { ...own, fileId: 'f', client: false }, ['org'], { id: 'f' });
hears(['request.changed'], { ...project, requestId: 'r', memberId: 'a' }, ['team', 'user-a'], {
  ...{ id: 'r', project_id: 'p' },
});
hears(['time.changed'], { ...project, taskId: 't', entryId: 'e', memberId: 'a' }, ['team', 'user-a'], {
  ...{ id: 'e', task_id: 't', project_id: 'p' },
});
hears(['week.locked'], { memberId: 'a' }, ['org', 'user-a'], { id: 'a' });
const meeting = { meetingId: 'm', version: 2, memberIds: ['a', 'b'] };
hears(['meeting.changed'], { ...meeting, ...project }, ['team', 'user-a', 'user-b'], { id: 'm', version: 2 });
hears(['meeting.changed'], { ...meeting, ...own }, ['user-a', 'user-b'], { id: 'm', version: 2 });
hears(['project.changed', 'project.deleted', 'project.restored'], { ...project, version: 2 }, both, {
  ...{ id: 'p', version: 2 },
});
hears(['members.changed'], { ...project, joined: ['a', 'b'] }, [...both, 'user-a', 'user-b'], { id: 'p' });
hears(['workflow.changed'], { ...own, clients: ['p'] }, ['org', 'clients'], { id: 'o' });
hears(['fields.changed'], { clients: ['p'] }, ['org', 'clients'], { id: 'o' });
for (const type of ['people', 'rules', 'templates', 'labels', 'categories', 'presence'] as const)
  hears([`${type}.changed`], {}, ['org'], { id: 'o' });
hears(['notification.added'], { memberId: 'a', roomId: 'r' }, ['user-a'], { id: 'a', room_id: 'r' });
hears(['notification.changed'], { memberId: 'a' }, ['user-a'], { id: 'a' });
for (const [heard, to] of [
  [{ by: 'organisation' }, ['org']],
  [{ by: 'team', ...project }, ['team']],
  [{ by: 'project', ...project }, both],
  [{ by: 'people', memberIds: ['a', 'b'] }, ['user-a', 'user-b']],
] as const) {
  const said = { messageId: 'm', roomId: 'r', version: 2, heard };
  hears(['message.added', 'message.changed'], said, [...to], { id: 'm', version: 2, room_id: 'r' });
  hears(['room.changed', 'room.read'], { roomId: 'r', heard }, [...to], { id: 'r' });
  hears(['room.read'], { roomId: 'r', threadId: 'm', heard }, [...to], { id: 'm', room_id: 'r' });
  hears(['typing'], { roomId: 'r', memberId: 'a', heard }, [...to], { id: 'a', room_id: 'r' });
}

const NAMES: Record<string, string> = {
  'private-org-o': 'org',
  'private-project-p': 'team',
  'private-project-p-client': 'clients',
};
test.each(CASES)('of %j hear just %j', ([type, more], to, data) => {
  const sent = deliveriesOf('o', { type, ...more } as LiveEvent);
  expect(sent.map(({ channel }) => NAMES[channel] ?? channel.replace('private-', '')).sort()).toEqual([...to].sort());
  for (const one of sent) expect(one).toEqual({ channel: one.channel, event: type, data });
});

test('clients and others hear nothing of the organisation’s own files but that they changed', () =>
  expect(deliveriesOf('o', { type: 'file.deleted', ...own, ...item, client: true })).toEqual([
    { channel: 'private-org-o', event: 'files.changed', data: { id: 'i', version: 2 } },
  ]));

test('of tasks that change together those in the bin are not told of, and beyond two hundred their projects are', () => {
  const one = (at: number) => ({
    ...{ id: `t${at}`, project_id: at < 201 ? 'p' : 'q', version: 2 },
    ...{ audience: at === 0 ? 'client' : 'internal', binned: at === 1 },
  });
  const told = liveOfTouched(
    Array.from({ length: 202 }, (_, at) => one(at)),
    [{ id: 'r' }],
  );
  const changed = { type: 'task.changed', projectId: 'p', version: 2 };
  expect(told.slice(0, 2)).toEqual([
    { ...changed, taskId: 't0', client: true },
    { ...changed, taskId: 't2', client: false },
  ]);
  expect(told.slice(199)).toEqual([
    { ...changed, taskId: 't200', client: false },
    { type: 'project.changed', projectId: 'r' },
    { type: 'project.changed', projectId: 'q' },
  ]);
});
