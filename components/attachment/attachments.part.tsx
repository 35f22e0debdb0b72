import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fileRecord, PROJECT } from '@/components/test/gallery/records';
import { expectAccessible, message, navigation, server, show, textFile, uploads } from '@/components/test/part';
import type { FileRecord } from '@/lib/file/schema';
import { AttachmentTiles } from './attachment-list';
import { ChooseFiles } from './choose-files';
import { ProjectAttachments } from './project-attachments';
import { useDrafts } from './use-drafts';

const PLAN = fileRecord(1, { name: 'plan.txt' });
const THEIRS = fileRecord(2, { name: 'theirs.txt', rights: { edit: false, share: false } });
const button = (name: string) => page.getByRole('button', { name });
const card = (...files: FileRecord[]) => <ProjectAttachments projectId={PROJECT._id} files={files} />;

test('a file of a project is removed by who may, and brought back; a refusal says why', async () => {
  const gone = { kind: 'file' as const, _id: 'f-1', name: 'plan.txt' };
  server.onAny('DELETE deleteprojectAttachment/{id}', () => gone);
  server.on('POST restoreFile', () => gone);
  server.refuseNext('DELETE deleteprojectAttachment/{id}', 403, 'forbidden', 'Not yours.');
  await show(card(PLAN, THEIRS));
  await expectAccessible();
  expect(button('Remove theirs.txt').query()).toBeNull();
  await button('Remove plan.txt').click();
  await expect.element(message('plan.txt was not removed. Not yours.')).toBeVisible();
  expect(navigation.refreshes).toBe(0);
  await button('Remove plan.txt').click();
  await expect.element(message('plan.txt was moved to the bin.')).toBeVisible();
  expect(navigation.refreshes).toBe(1);
  await button('Undo').click();
  await expect.poll(() => navigation.refreshes).toBe(2);
  expect(server.inputs('POST restoreFile')).toEqual([{ _id: 'f-1' }]);
});

test('who may not attach sees the files of a project, and no empty card', async () => {
  const { showAgain } = await show(card(THEIRS), { as: 'observer' });
  await expect.element(page.getByRole('link', { name: 'theirs.txt' })).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(0);
  await showAgain(card());
  await expect.element(page.getByRole('heading', { name: 'Attachments' })).not.toBeInTheDocument();
});

function Writing() {
  const { attaching, files, pick, remove } = useDrafts(PROJECT._id);
  return (
    <>
      <ChooseFiles onFiles={attaching.add} />
      <button type="button" onClick={() => pick(PLAN)}>
        Pick
      </button>
      <AttachmentTiles label="Chosen" files={files} onRemove={remove} />
    </>
  );
}

test('what was uploaded for a draft is deleted with it, what the project has is not; the page takes along what is on its way', async () => {
  onTestFinished(uploads.install());
  server.onAny('DELETE file/{id}', ({ id }) => ({ kind: 'file', _id: id, name: 'own.txt' }));
  const screen = await show(<Writing />);
  const file = (name: string) => page.getByRole('link', { name });
  const upload = (name: string) =>
    userEvent.upload(page.elementLocator(document.querySelector('input[type=file]') as Element), textFile(name));
  await upload('own.txt');
  await expect.poll(() => uploads.of('own.txt')?.place).toEqual({ project_id: PROJECT._id, draft: 'true' });
  uploads.of('own.txt')?.answer(fileRecord(7, { name: 'own.txt' }));
  await expect.element(file('own.txt')).toBeVisible();
  await button('Pick').click();
  await button('Remove plan.txt').click();
  await expect.element(file('plan.txt')).not.toBeInTheDocument();
  await button('Remove own.txt').click();
  await expect.element(file('own.txt')).not.toBeInTheDocument();
  expect(server.inputs('DELETE file/{id}')).toEqual([{ id: 'f-7' }]);
  await upload('late.txt');
  await expect.poll(() => uploads.of('late.txt')).toBeTruthy();
  await screen.unmount();
  expect(uploads.of('late.txt')?.aborted).toBe(true);
});
