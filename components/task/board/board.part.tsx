import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { packed } from '@/components/rows/packed';
import { expectAccessible } from '@/components/test/axe';
import { PROJECT } from '@/components/test/gallery/project';
import { boardOf, TODAY, taskCard } from '@/components/test/gallery/task';
import { server } from '@/components/test/server';
import { show, viewerOf } from '@/components/test/show';
import type { TaskCard } from '@/lib/task/schema';
import { TaskBoard } from './task-board';

const boardWith = (cards: TaskCard[]) => (
  <TaskBoard
    viewer={viewerOf()}
    projectId={PROJECT._id}
    projectKey={PROJECT.key}
    view="WEB"
    allCompleted={false}
    around="100px"
    filters={{}}
    today={TODAY}
    loadedAt={Date.now()}
    columns={boardOf(cards).map(({ docs: _, ...column }) => column)}
    cards={packed(cards)}
  />
);

test('a card moved by the keyboard stands in its new column at once, and goes back where the move is refused', async () => {
  const cards = [taskCard(1), taskCard(2, { status: 2 })];
  const screen = await show(boardWith(cards));
  server.refuse('POST changeTaskStatus', 403, 'forbidden', 'Only the leader may move this.');
  const held = server.hold('POST changeTaskStatus');
  const column = (name: string) => screen.getByRole('region', { name, exact: true });
  await screen.getByRole('link', { name: 'Task 1' }).element().focus();
  await userEvent.keyboard('s');
  await screen.getByRole('menuitemradio', { name: 'Testing' }).click();
  await expect.element(column('Testing').getByText('WEB-1')).toBeVisible();
  held.release();
  await expect.element(column('Pending').getByText('WEB-1')).toBeVisible();
  await expectAccessible();
});
