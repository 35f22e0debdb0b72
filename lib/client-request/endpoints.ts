import 'server-only';
import { editRequest, fileRequest, reopenRequest, triageRequest, withdrawRequest } from '@/lib/client-request/commands';
import { getRequest, listRequests } from '@/lib/client-request/queries';
import {
  EditRequest,
  FileRequest,
  ListRequests,
  RequestRecord,
  RequestReference,
  TriagedRequest,
  TriageRequest,
} from '@/lib/client-request/schema';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';

export const clientRequestEndpoints = defineEndpoints({
  'GET requestList': list(
    ListRequests,
    RequestRecord,
    'request.view',
    listRequests,
    'What clients ask for: a client’s own, for the team those of its projects. Undecided ones first',
  ),
  'POST request': create(
    FileRequest,
    RequestRecord,
    'request.file',
    fileRequest,
    'Asks the team of a project for something',
  ),
  'GET request/{id}': query(
    RequestReference,
    RequestRecord,
    'request.view',
    getRequest,
    'A request, and what became of it',
  ),
  'PATCH request/{id}': command(
    EditRequest,
    RequestRecord,
    'request.view',
    editRequest,
    'Changes one’s own request. 409 once it is decided',
    { decides: 'request.edit' },
  ),
  'DELETE request/{id}': command(
    RequestReference,
    RequestRecord,
    'request.view',
    withdrawRequest,
    'Withdraws one’s own request. 409 once it is decided',
    { decides: 'request.edit' },
  ),
  'POST reopenRequest/{id}': command(
    RequestReference,
    RequestRecord,
    'request.view',
    reopenRequest,
    'Takes back that a request was withdrawn, by its author, or declined, by who decides',
    { decides: 'request.edit' },
  ),
  'POST triageRequest/{id}': create(
    TriageRequest,
    TriagedRequest,
    'request.view',
    triageRequest,
    'Makes a task of a request, or declines it with a reason: then the answer is 200 with the request',
    { decides: 'request.triage' },
  ),
});
