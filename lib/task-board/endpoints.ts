import 'server-only';
import { defineEndpoints, query } from '@/lib/contract/endpoint';
import { readBoard } from '@/lib/task-board/queries';
import { GroupedBoard, ReadBoard } from '@/lib/task-board/schema';

export const taskBoardEndpoints = defineEndpoints({
  'GET taskBoard': query(
    ReadBoard,
    GroupedBoard,
    'task.view',
    readBoard,
    'The board of a project by status, assignee, priority or label, and in swimlanes: numbers and first cards of each cell',
  ),
});
