import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { live } from '@/components/test/connection';
import { fileRecord } from '@/components/test/gallery/file';
import { LEADER, USER } from '@/components/test/gallery/people';
import { list, server } from '@/components/test/server';
import { show } from '@/components/test/show';
import type { FileCommentRecord } from '@/lib/file-comment/schema';
import { FileComments } from './file-comments';

const comment = (number: number, body: string, author = LEADER): FileCommentRecord => ({
  _id: `fc-${number}`,
  file_id: 'f-1',
  author,
  body,
  internal: false,
  created_at: '2026-11-24T09:00:00.000Z',
  rights: { delete: author === LEADER },
});

test('a comment begun while another is sent stays; one refused stays in the field; one deleted comes back', async () => {
  let comments: FileCommentRecord[] = [];
  server.on('GET fileComments/{id}', () => list(comments.toReversed()));
  server.on('POST fileComments/{id}', ({ body }) => {
    const made = comment(comments.length + 1, body);
    comments = [...comments, made];
    return made;
  });
  await show(<FileComments file={fileRecord(1)} />);
  await expect.element(page.getByText(/^Nobody has commented/)).toBeVisible();
  await expectAccessible();
  const field = page.getByRole('textbox', { name: 'Comment' });
  const said = page.getByRole('listitem');
  const send = () => userEvent.keyboard('{Control>}{Enter}{/Control}');
  const held = server.hold('POST fileComments/{id}');
  await field.fill('The first');
  await send();
  await held.reached;
  await field.fill('The second, half');
  held.release();
  await expect.element(said).toHaveTextContent('The first');
  await expect.element(field).toHaveValue('The second, half');

  server.refuseNext('POST fileComments/{id}', 422, 'invalid', 'That is too much.');
  await send();
  await expect.element(field).toHaveAccessibleDescription('That is too much.');
  await expect.element(field).toHaveValue('The second, half');
  await field.fill('');

  const kept = comments;
  server.onAny('DELETE fileComment/{id}', () => {
    comments = [];
    return kept[0];
  });
  server.onAny('POST restoreFileComment/{id}', () => {
    comments = kept;
    return kept[0];
  });
  page
    .getByRole('button', { name: `Delete the comment by ${LEADER.name}` })
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^Nobody has commented/)).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(said).toHaveTextContent('The first');

  // What others say comes by itself, and is theirs to delete.
  comments = [...kept, comment(2, 'From somebody else', USER)];
  live.say('private-project-p-web', 'file.commented', { id: 'f-1' });
  await expect.element(said.last()).toHaveTextContent('From somebody else');
  await expect.element(page.getByRole('button', { name: /^Delete the comment/ })).toHaveLength(1);
  await expectAccessible();
});
