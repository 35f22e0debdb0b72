import { expect, test } from 'vitest';
import { isInView } from '@/lib/permission/policy';
import { type Action, PERMISSIONS, ROLES } from '@/lib/permission/schema';

/**
 * The permissions document, written by hand: a second opinion beside the table that policies, buttons and the sweep read, so
 * that whoever changes a right says so twice.
 */
const DOCUMENT = `
  right                   admin   subadmin leader  user    client  observer
  organisation.found      own     own     own     own     own     own
  settings.view           all     all     read    none    none    read
  security.view           all     all     none    none    none    read
  organisation.edit       all     all     none    none    none    none
  organisation.govern     all     none    none    none    none    none
  users.view              all     all     read    none    none    read
  people.list             all     all     all     project client  all
  people.pick             all     all     project project client  none
  profile.own             own     own     own     own     own     own
  member.edit             all     all     none    none    none    none
  member.deactivate       all     all     none    none    none    none
  member.second_factor    all     all     none    none    none    none
  member.role             all     all     none    none    none    none
  member.create           all     all     led     none    none    none
  subadmin.create         all     none    none    none    none    none
  observer.create         all     all     none    none    none    none
  client.create           all     all     led     none    none    none
  client.view_as          all     all     led     none    none    none
  client.home             none    none    none    none    client  none
  invitation.send         all     all     led     none    none    none
  invitation.import       all     all     none    none    none    none
  invitation.view         all     all     own     none    none    read
  invitation.manage       all     all     own     none    none    none
  member.approve          all     all     own     none    none    none
  role.request            own     own     own     own     own     none
  project.view            all     all     project project client  read
  project.efficiency      all     all     project project none    read
  project.create          all     all     all     none    none    none
  project.edit            all     all     led     none    none    none
  project.archive         all     all     led     none    none    none
  project.delete          all     none    none    none    none    none
  project.members         all     all     led     none    none    none
  task.view               all     all     project project client  read
  task.create             all     all     project project none    none
  task.import             all     all     project none    none    none
  request.view            all     all     project project client  read
  request.file            none    none    none    none    client  none
  request.edit            none    none    none    none    own     none
  request.triage          all     all     project none    none    none
  access.view             all     all     project project none    read
  field.view              all     all     all     all     client  read
  field.edit              all     all     none    none    none    none
  task.edit               all     all     project own     none    none
  task.move               all     all     project own     none    none
  task.assign             all     all     project own     none    none
  task.delete             all     all     project own     none    none
  task.purge              all     all     led     none    none    none
  task.audience           all     all     project own     none    none
  sign_off.view           all     all     project project client  read
  sign_off.ask            all     all     project own     none    none
  sign_off.decide         all     all     project none    client  none
  comment.view            all     all     project project client  read
  comment.add             all     all     project project client  none
  comment.edit            own     own     own     own     own     none
  comment.delete          all     all     led     own     own     none
  time.view               all     all     project project none    read
  time.add                all     all     project project none    none
  time.edit               own     own     own     own     none    none
  time.lock               all     all     led     none    none    none
  file.view               all     all     project project client  read
  file.add                all     all     project project client  none
  file.edit               all     all     project own     own     none
  file.share              all     all     led     none    none    none
  file.purge              all     all     led     none    none    none
  bin.restore             all     all     own     own     own     none
  meeting.view            all     all     project project client  read
  meeting.create          all     all     project project none    none
  meeting.edit            all     all     project own     none    none
  meeting.answer          own     own     own     own     own     none
  meeting.busy            all     all     all     all     none    read
  chat.read               project project project project client  read
  chat.send               project project project project client  none
  chat.edit               own     own     own     own     own     none
  chat.direct             own     own     own     own     own     none
  dashboard.view          all     all     project project client  read
  category.view           all     all     all     all     client  read
  category.create         all     all     all     none    none    none
  category.edit           all     all     none    none    none    none
  label.view              all     all     all     all     client  read
  label.create            all     all     all     none    none    none
  label.edit              all     all     none    none    none    none
  view.keep               own     own     own     own     own     own
  view.share              all     all     project none    none    none
  milestone.view          all     all     project project client  read
  milestone.edit          all     all     led     none    none    none
  update.view             all     all     project project client  read
  update.write            all     all     led     none    none    none
  update.edit             own     own     own     none    none    none
  workload.view           all     all     project none    none    read
  workflow.view           all     all     project project none    read
  workflow.edit           all     all     led     none    none    none
  rule.view               all     all     project project none    read
  rule.edit               all     all     led     none    none    none
  template.view           all     all     project project none    read
  template.edit           all     all     led     none    none    none
  mail.view               all     all     none    none    none    none
  audit.view              all     all     none    none    none    read
  realtime.organisation   all     all     all     all     none    all
  realtime.project        all     all     project project none    read
  realtime.project.client none    none    none    none    client  none`;

const lines = DOCUMENT.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/));
const written = lines.map(([right = '', ...scopes]) => [
  right,
  Object.fromEntries(ROLES.map((role, at) => [role, scopes[at]])),
]);

test('R01 every right reaches as far for each role as the document says', () =>
  expect(PERMISSIONS).toEqual(Object.fromEntries(written)));

test('R01 whoever looks as a client has what clients share with the team, and nothing of their own business', () => {
  const open = (Object.keys(PERMISSIONS) as Action[]).filter(isInView);
  expect(open.sort()).toEqual(
    `category.view client.home comment.view dashboard.view field.view file.view label.view meeting.view milestone.view
    people.list people.pick project.view request.view sign_off.view task.view update.view view.keep`.split(/\s+/),
  );
});
