import type { ComponentProps } from 'react';
import { TaskHistory } from '@/components/activity/task-history';
import { TaskConversation } from '@/components/chat/task-conversation';

export type OtherTab = 'history' | 'chat';

/** What stands beside the comments, fetched when it is asked for. */
export const OtherTabs = ({ tab, ...history }: ComponentProps<typeof TaskHistory> & { tab: OtherTab }) =>
  tab === 'chat' ? <TaskConversation taskKey={history.taskKey} /> : <TaskHistory {...history} />;
