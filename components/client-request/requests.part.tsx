import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { live } from '@/components/test/connection';
import { PEOPLE } from '@/components/test/gallery/people';
import { PROJECT } from '@/components/test/gallery/project';
import { requestRecord } from '@/components/test/gallery/request';
import { taskDetail } from '@/components/test/gallery/task';
import { message } from '@/components/test/messages';
import { list, server } from '@/components/test/server';
import { type ShowOptions, show } from '@/components/test/show';
import type { RequestRecord } from '@/lib/client-request/schema';
import { RequestsView } from './requests-view';

const project = { _id: PROJECT._id, name: PROJECT.name };
const OWN = { edit: true, triage: false, reopen: false };
const DECIDES = { edit: false, triage: true, reopen: false };

async function showRequests(first: RequestRecord[], as: ShowOptions['as'], opened: string | null = null, width = 1360) {
  let all = first;
  server.on('GET requestList', () => list(all));
  const initial = { docs: first, totalDocs: first.length };
  await show(<RequestsView project={project} archived={false} initial={initial} opened={opened} />, { as, width });
  return {
    put: (next: RequestRecord[]) => {
      all = next;
    },
  };
}
const dialog = (name: string) => page.getByRole('dialog', { name });

test('a client asks by keyboard in their own words; a refusal keeps them, and what is sent is listed', async () => {
  const { put } = await showRequests([], 'client', null, 390);
  await expect.element(page.getByRole('heading', { name: 'You have not asked for anything yet' })).toBeVisible();
  await expectAccessible();
  const open = page.getByRole('button', { name: 'New request' });
  (open.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const form = dialog('New request');
  await expect.element(form.getByRole('textbox', { name: 'What would you like?' })).toHaveFocus();
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect.element(form).toHaveTextContent('Say in a few words what you would like.');
  await userEvent.keyboard('A page for jobs');
  await form.getByRole('textbox', { name: 'More about it' }).fill('Three openings');
  await expectAccessible();
  const made = requestRecord(1, { title: 'A page for jobs', rights: OWN });
  server.on('POST request', () => {
    put([made]);
    return made;
  });
  server.refuseNext('POST request', 409, 'conflict', 'This project is archived: it takes no new requests.');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect.element(form).toHaveTextContent('This project is archived');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect.element(message('Your request was sent to the team.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Waiting for the team' })).toHaveTextContent('A page for jobs');
  expect(server.inputs('POST request').at(-1)).toEqual({
    ...{ project_id: PROJECT._id, title: 'A page for jobs', body: 'Three openings', attachment_ids: [] },
  });
});

test('a client withdraws a request and takes that back, and reads why another was declined', async () => {
  const own = requestRecord(1, { rights: OWN });
  const declined = requestRecord(2, {
    ...{ state: 'declined', state_label: 'Declined', reason: 'Not this year', decided_by: PEOPLE.leader },
    decided_at: '2026-11-21T09:00:00.000Z',
  });
  const { put } = await showRequests([own, declined], 'client');
  await expect.element(page.getByRole('region', { name: 'Answered' })).toHaveTextContent('Not this year');
  const gone = requestRecord(1, { state: 'withdrawn', state_label: 'Withdrawn', rights: { ...OWN, reopen: true } });
  server.on('DELETE request/{id}', () => {
    put([gone, declined]);
    return gone;
  });
  server.on('POST reopenRequest/{id}', () => {
    put([own, declined]);
    return own;
  });
  await page.getByRole('button', { name: 'Withdraw Request 1' }).click();
  await expect.element(message('Your request was withdrawn.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Answered' })).toHaveTextContent('Withdrawn');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('region', { name: 'Waiting for the team' })).toHaveTextContent('Request 1');
});

test('who decides makes a task of a request, or says why not; what others decide is followed', async () => {
  const [one, two] = [requestRecord(1, { rights: DECIDES }), requestRecord(2, { rights: DECIDES })];
  const { put } = await showRequests([one, two], 'leader', 'q-2');
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Request 2' })).toHaveAttribute('aria-current');
  await expectAccessible();
  server.onAny('GET assigneeList', () => list([]));
  await page.getByRole('button', { name: 'Accept Request 1' }).click();
  const accept = dialog('Accept the request');
  await expect.element(accept.getByRole('textbox', { name: 'Title' })).toHaveValue('Request 1');
  await accept.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expectAccessible();
  const key = { _id: 't-9', key: 'WEB-9', title: 'Request 1' };
  const planned = requestRecord(1, { state: 'planned', state_label: 'Planned', task: key });
  server.on('POST triageRequest/{id}', ({ accept }) => {
    put(accept ? [two, planned] : [planned]);
    return accept ? taskDetail(9) : requestRecord(2);
  });
  await accept.getByRole('button', { name: 'Create task' }).click();
  await expect.element(message('WEB-9 was created of the request.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'WEB-9 Request 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Decline Request 2' }).click();
  const decline = dialog('Decline the request');
  await decline.getByRole('button', { name: 'Decline' }).click();
  await expect.element(decline).toHaveTextContent('Say why, in a sentence.');
  await expectAccessible();
  await decline.getByRole('textbox', { name: 'Reason' }).fill('Not this year');
  await decline.getByRole('button', { name: 'Decline' }).click();
  await expect.element(message('Request declined')).toBeVisible();
  server.on('POST reopenRequest/{id}', () => {
    put([two, planned]);
    return two;
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Decline Request 2' })).toBeVisible();
  expect(server.inputs('POST triageRequest/{id}')).toMatchObject([
    { id: 'q-1', version: 1, accept: true, title: 'Request 1', priority: 'high' },
    { id: 'q-2', version: 1, accept: false, reason: 'Not this year' },
  ]);
  put([requestRecord(3, { rights: DECIDES })]);
  live.say(`private-project-${PROJECT._id}`, 'request.changed', { id: 'q-3', project_id: PROJECT._id });
  await expect.element(page.getByRole('heading', { name: 'Request 3' })).toBeVisible();
});
