import 'server-only';
import { defineEndpoints, list } from '@/lib/contract/endpoint';
import { search } from '@/lib/search/queries';
import { Found, Search } from '@/lib/search/schema';

export const searchEndpoints = defineEndpoints({
  'GET search': list(
    Search,
    Found,
    'task.view',
    search,
    'Finds tasks, projects, people, comments, meetings, messages of the chat, files and folders: words in any order, "phrases", -without; the last word may be a beginning, and of scripts without spaces any part is found.',
  ),
});
