import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import type { Method } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import { freshTask } from '@/lib/task/endpoints.examples';
import { ACTORS, type Actor } from '@/lib/test/actors';
import { fixtureId } from '@/lib/test/fixtures';
import {
  ADMINS_ALONE,
  ADMINS_OWN,
  EVERYBODY,
  GOVERNED,
  LEADERS_OWN,
  LED,
  MANAGED,
  ROWS_OF_CHAT,
  ROWS_OF_FILES,
  ROWS_OF_TASKS,
  SEATS,
  SEEN,
  TEAM,
} from '@/lib/test/permission-rows';
import { expectedStatus, nameOf } from '@/lib/test/sweep-expectations';
import { bearer, call } from '@/lib/test/wire';

/**
 * What the document says of every endpoint × every role, and a person of no project, and an admin of another organisation,
 * written by hand: a second opinion beside what lib/api/sweep.test.ts works out and calls. A new endpoint has its row here.
 */

const EXPECTED: Record<string, number[]> = {
  'GET loggedInUser': EVERYBODY,
  'GET profile': EVERYBODY,
  'PUT profile': EVERYBODY,
  'POST profilePicture': EVERYBODY,
  'DELETE profilePicture': EVERYBODY,
  'POST downloadOwnData': EVERYBODY,
  'POST prepareOwnData': EVERYBODY,
  'GET jobList': EVERYBODY,
  // Whose the export is.
  'GET job/{id}': ADMINS_ALONE,
  'POST cancelJob/{id}': ADMINS_ALONE,
  'GET jobFile/{id}': ADMINS_ALONE,
  'GET userList': EVERYBODY,
  'GET allUserFromOrgs': EVERYBODY,
  'GET employeelist': EVERYBODY,
  'GET teamleader': EVERYBODY,
  'GET clientList': EVERYBODY,
  'GET observerlist': EVERYBODY,
  'GET subadminList': EVERYBODY,
  // Into WEB, which another organisation's admin cannot name; the other two are made in one's own organisation.
  'POST createclient': [201, 201, 201, 403, 403, 403, 403, 422],
  'PUT editClient/{id}': MANAGED,
  'POST createMember': [201, 201, 201, 403, 403, 403, 403, 422],
  'POST createobserver': [201, 201, 403, 403, 403, 403, 403, 201],
  'PUT editObserver/{id}': MANAGED,
  'POST createsubadmin': [201, 403, 403, 403, 403, 403, 403, 201],
  'PUT editsubadmin/{id}': ADMINS_OWN,
  'PUT editMember/{id}': MANAGED,
  'POST userApproveOrReject': MANAGED,
  'POST changeUserRoles': MANAGED,
  'GET approvalQueue': [200, 200, 200, 403, 403, 403, 403, 200],
  'GET requestRole': EVERYBODY,
  'POST requestRole': [201, 201, 201, 201, 201, 403, 201, 201],
  'POST decideRoleRequest': MANAGED,
  'GET memberDetail': [200, 200, 200, 403, 403, 200, 403, 404],
  'POST deactivateMember': MANAGED,
  'POST reactivateMember': MANAGED,
  'POST endMemberSessions': MANAGED,
  'POST resetSecondFactor': MANAGED,
  'GET assigneeList': [200, 200, 200, 200, 200, 403, 404, 404],
  'GET projectList': EVERYBODY,
  'POST project': [201, 201, 201, 403, 403, 403, 403, 201],
  'GET projectdetails': SEEN,
  'PUT projectEdit': LED,
  'PUT changeProjectStatus/{id}': LED,
  'GET projectMembers': SEEN,
  'PUT projectMembers': LED,
  'GET projectTaskCount': SEEN,
  'POST upload': [201, 201, 201, 201, 201, 403, 404, 404],
  'GET fileContent/{id}': SEEN,
  'GET fileThumbnail/{id}': SEEN,
  'POST zip': SEEN,
  'GET zip': SEEN,
  'GET categorylist': EVERYBODY,
  'POST createCategory': [201, 201, 201, 403, 403, 403, 403, 201],
  'PUT editCategory/{id}': [200, 200, 403, 403, 403, 403, 403, 404],
  'DELETE deleteCategory/{id}': [200, 200, 403, 403, 403, 403, 403, 404],
  'POST restoreCategory/{id}': [200, 200, 403, 403, 403, 403, 403, 404],
  'POST dependency': [201, 201, 201, 201, 403, 403, 404, 404],
  'POST undoActivity/{id}': TEAM,
  'POST watchTask/{id}': SEEN,
  'DELETE watchTask/{id}': SEEN,
  'DELETE dependency': TEAM,
  'POST recurrence': [201, 201, 201, 201, 403, 403, 404, 404],
  'PATCH recurrence/{id}': TEAM,
  'DELETE recurrence/{id}': TEAM,
  'POST skipRecurrence/{id}': TEAM,
  'POST checklistItem': [201, 201, 201, 201, 403, 403, 404, 404],
  'PATCH checklistItem/{id}': TEAM,
  'DELETE checklistItem/{id}': TEAM,
  'POST checklistItemToTask/{id}': [201, 201, 201, 201, 403, 403, 404, 404],
  'POST duplicateTask/{id}': [201, 201, 201, 201, 403, 403, 404, 404],
  'POST commentToTask/{id}': [201, 201, 201, 201, 403, 403, 404, 404],
  ...ROWS_OF_TASKS,
  'GET viewList': EVERYBODY,
  'POST view': [201, 201, 201, 201, 201, 201, 201, 201],
  // A leader's own; what of shared ones: lib/view/commands.test.ts.
  'GET view/{id}': LEADERS_OWN,
  'PATCH view/{id}': LEADERS_OWN,
  'DELETE view/{id}': LEADERS_OWN,
  'GET taskList': EVERYBODY,
  'GET taskGroups': EVERYBODY,
  'GET exportTasks': EVERYBODY,
  // Those who lead, into projects that they see; no user, in whichever project.
  'POST importTasks': [200, 200, 200, 403, 403, 403, 403, 404],
  'GET importBatch/{id}': [200, 200, 200, 403, 403, 403, 403, 404],
  'GET importBatchList': [200, 200, 200, 403, 403, 403, 403, 200],
  'POST rollBackImport/{id}': [200, 200, 200, 403, 403, 403, 403, 404],
  // Whoever sees none of the tasks is told so of each.
  'POST taskArray': [200, 200, 200, 200, 403, 403, 200, 200],
  'GET taskListByProject': SEEN,
  'GET taskBoard': SEEN,
  'GET taskCalendar': SEEN,
  'GET taskTimeline': SEEN,
  'GET taskLinks': SEEN,
  'POST Task': [201, 201, 201, 201, 403, 403, 404, 404],
  'GET task/{id}': SEEN,
  'PATCH task/{id}': TEAM,
  'PATCH taskCard/{id}': TEAM,
  'DELETE task/{id}': LED,
  'GET taskCard/{id}': SEEN,
  'POST changeTaskStatus': TEAM,
  'POST moveTask/{id}': LED,
  'POST restoreTask': [200, 200, 200, 404, 404, 404, 404, 404],
  'GET bin': [200, 200, 200, 200, 403, 403, 200, 200],
  'DELETE project/{id}': [200, 403, 403, 403, 403, 403, 404, 404],
  'POST restoreProject': ADMINS_OWN,
  'DELETE binnedProject/{id}': ADMINS_OWN,
  'DELETE binnedTask/{id}': [200, 200, 200, 403, 403, 403, 403, 404],
  'GET taskBin': [200, 200, 200, 200, 403, 403, 404, 404],
  'GET taskcount': SEEN,
  'GET taskCommentList': SEEN,
  'POST addTaskComment': [201, 201, 201, 201, 201, 403, 404, 404],
  'PATCH comment/{id}': [403, 403, 403, 200, 403, 403, 404, 404],
  'DELETE comment/{id}': TEAM,
  'POST restoreComment/{id}': TEAM,
  'GET comment/{id}': SEEN,
  'GET commentVersions/{id}': SEEN,
  'POST commentReaction': [200, 200, 200, 200, 200, 403, 404, 404],
  'DELETE commentReaction': [200, 200, 200, 200, 200, 403, 404, 404],
  'POST resolveComment/{id}': [200, 200, 200, 200, 200, 403, 404, 404],
  'DELETE resolveComment/{id}': [200, 200, 200, 200, 200, 403, 404, 404],
  'GET search': EVERYBODY,
  'GET getdashboarddetails': EVERYBODY,
  'GET unsentMailList': [200, 200, 403, 403, 403, 403, 403, 200],
  'POST retryMail': [200, 200, 403, 403, 403, 403, 403, 404],
  'GET auditLog': [200, 200, 403, 403, 403, 200, 403, 200],
  'POST exportAuditLog': [200, 200, 403, 403, 403, 200, 403, 200],
  'POST prepareAuditExport': [200, 200, 403, 403, 403, 200, 403, 200],
  'GET notificationList': EVERYBODY,
  'POST markNotifications': EVERYBODY,
  'GET notificationSettings': EVERYBODY,
  'PUT notificationSettings': EVERYBODY,
  'POST pushSubscription': [201, 201, 201, 201, 201, 201, 201, 201],
  'DELETE pushSubscription': EVERYBODY,
  'GET organisation': [200, 200, 200, 403, 403, 200, 403, 200],
  'PUT organisation': [200, 200, 403, 403, 403, 403, 403, 200],
  'POST organisationLogo': [200, 200, 403, 403, 403, 403, 403, 200],
  'DELETE organisationLogo': [200, 200, 403, 403, 403, 403, 403, 200],
  'GET keyStanding': GOVERNED,
  'POST changeOrganisationKey': GOVERNED,
  'PUT joinRule': GOVERNED,
  'POST joinDomain': GOVERNED,
  // A code belongs to the organisation that asked for it.
  'POST confirmJoinDomain': [200, 403, 403, 403, 403, 403, 403, 422],
  'DELETE joinDomain': GOVERNED,
  'GET securityRules': [200, 200, 403, 403, 403, 200, 403, 200],
  'PUT securityRules': GOVERNED,
  // The name that is typed again is that of an organisation of the example's own.
  'POST deleteOrganisation': [422, 403, 403, 403, 403, 403, 403, 422],
  'POST createOrganisation': [201, 201, 201, 201, 201, 201, 201, 201],
  'POST changePassword': EVERYBODY,
  'GET ownSecurity': EVERYBODY,
  'GET ownSessions': EVERYBODY,
  'POST totp': EVERYBODY,
  // The observer alone has begun, has a second factor, waits for a code; whose the session is, the user.
  'POST confirmTotp': [409, 409, 409, 409, 409, 200, 409, 409],
  'POST disableTotp': [409, 409, 409, 409, 409, 200, 409, 409],
  'POST recoveryCodes': [409, 409, 409, 409, 409, 200, 409, 409],
  'DELETE session/{id}': [404, 404, 404, 200, 404, 404, 404, 404],
  'POST endOtherSessions': EVERYBODY,
  'POST changeAddress': EVERYBODY,
  'POST confirmAddress': [409, 409, 409, 409, 409, 200, 409, 409],
  'POST cancelAddress': EVERYBODY,
  // For somebody elsewhere the project of the invitation is not there to join: the same 422 as for one that never was.
  'POST sendInvite': [201, 201, 201, 403, 403, 403, 403, 422],
  'POST sendInvites': [201, 201, 201, 403, 403, 403, 403, 422],
  'POST sendInviteFromCSV': [200, 200, 403, 403, 403, 403, 403, 200],
  'GET inviteBatch/{id}': [200, 200, 403, 403, 403, 403, 403, 404],
  'GET inviteBatchFile/{id}': [200, 200, 403, 403, 403, 403, 403, 404],
  ...ROWS_OF_FILES,
  ...ROWS_OF_CHAT,
  'GET inviteBatchList': [200, 200, 403, 403, 403, 403, 403, 200],
  'GET invitationList': [200, 200, 200, 403, 403, 200, 403, 200],
  'POST resendInvite/{id}': [200, 200, 200, 403, 403, 403, 403, 404],
  'POST revokeInvite/{id}': [200, 200, 200, 403, 403, 403, 403, 404],
};

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await owner.connect();
  for (const seat of SEATS) await tokenOf(seat);
});
afterAll(() => owner.end());

const tokenOf = (seat: string) => bearer(seat === 'foreign' ? 'globex.admin' : `acme.${seat}`);
const lines = table.filter(({ permission }) => permission !== 'anonymous' && permission !== 'session');

test('every endpoint for members has its row here', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(lines.map(nameOf).sort());
});

/** The sweep works its expectations out from the permission table; these rows were written by hand, from the document. */
test.each(lines.map((line) => [nameOf(line), line] as const))('R01 %s: the sweep expects the same', (name, line) => {
  const derived = SEATS.map((seat) => {
    const actor = ACTORS.find((one) => one.name === seat) as Actor;
    return [seat, expectedStatus(line, actor)];
  });
  expect(derived).toEqual(SEATS.map((seat, at) => [seat, EXPECTED[name]?.[at]]));
});

describe('what one may not see is as absent as what never was', () => {
  const never = fixtureId('never');
  const shape = ({ status, body }: { status: number; body: object }) => ({ status, body: { ...body, request_id: '' } });

  const asks: [string, (id: string) => [Method, string, object]][] = [
    ['GET task', (id) => ['GET', `task/${id}`, {}]],
    ['GET taskCard', (id) => ['GET', `taskCard/${id}`, {}]],
    ['PATCH task', (id) => ['PATCH', `task/${id}`, { body: { version: 1, title: 'Mine' } }]],
    ['DELETE task', (id) => ['DELETE', `task/${id}`, {}]],
    ['changeTaskStatus', (id) => ['POST', 'changeTaskStatus', { body: { task_id: id, status: 2 } }]],
    ['restoreTask', (id) => ['POST', 'restoreTask', { body: { id } }]],
    ['addTaskComment', (id) => ['POST', 'addTaskComment', { body: { task_id: id, body: 'Hello' } }]],
  ];

  test.each(asks)('T07 %s: an internal task for a client, any task for another organisation', async (_name, ask) => {
    const task = await freshTask(owner, 'internal');
    for (const seat of ['client', 'foreign', 'outsider']) {
      const token = await tokenOf(seat);
      const to = async (id: string) => {
        const [method, path, options] = ask(id);
        return shape(await call(method, path, { ...options, token }));
      };
      const hidden = await to(task);
      expect(hidden.status).toBe(404);
      expect(hidden).toEqual(await to(never));
    }
  });

  test('a client’s lists and counts hold nothing internal', async () => {
    const token = await tokenOf('client');
    await freshTask(owner, 'internal');
    const lists = ['taskList', `taskListByProject?project_id=${fixtureId('acme.WEB')}`];
    for (const path of lists) {
      const [name, query] = path.split('?') as [string, string | undefined];
      const { body } = await call('GET', name, { token, query: query ?? '' });
      expect(body.docs?.length).toBeGreaterThan(0);
      for (const task of body.docs as { audience: string }[]) expect(task.audience).toBe('client');
    }
    const seen = (await call('GET', 'taskList', { token })).body.totalDocs;
    expect((await call('GET', 'taskcount', { token })).body.data).toMatchObject({ total: seen });
    const dashboard = await call('GET', 'getdashboarddetails', { token });
    expect(dashboard.body.data).toMatchObject({ counts: { total: seen } });
  });

  test('T10 ids of another organisation are nothing to filter by', async () => {
    const token = await tokenOf('foreign');
    const of = (name: string) => fixtureId(`acme.${name}`);
    const empty = async (path: string, query: Record<string, string>) =>
      (await call('GET', path, { token, query })).body;
    expect(await empty('taskList', { assignee: of('user') })).toMatchObject({ status: 200, docs: [] });
    expect(await empty('projectList', { member: of('user') })).toMatchObject({ status: 200, docs: [] });
    expect(await empty('projectList', { category: of('Design') })).toMatchObject({ status: 200, docs: [] });
    expect(await empty('taskList', { project_id: of('WEB') })).toMatchObject({ status: 404 });
  });
});
