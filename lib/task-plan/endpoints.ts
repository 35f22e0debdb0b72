import 'server-only';
import { defineEndpoints, query } from '@/lib/contract/endpoint';
import { listCalendar, listLinks, listTimeline } from '@/lib/task-plan/queries';
import { ListCalendar, ListLinks, ListTimeline, TaskCalendar, TaskLinks, TaskTimeline } from '@/lib/task-plan/schema';

export const taskPlanEndpoints = defineEndpoints({
  'GET taskCalendar': query(
    ListCalendar,
    TaskCalendar,
    'task.view',
    listCalendar,
    'Tasks by the day they are due on, filtered as in taskList: the first of each day, and how many there are',
  ),
  'GET taskTimeline': query(
    ListTimeline,
    TaskTimeline,
    'task.view',
    listTimeline,
    'Tasks that have a date, filtered as in taskList, in the order in which they begin',
  ),
  'GET taskLinks': query(ListLinks, TaskLinks, 'task.view', listLinks, 'Which task blocks which'),
});
