import { writeFile } from 'node:fs/promises';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { WIDE } from './axe';

/** A picture of one colour, as a browser draws it. */
export async function pictureOf(page: Page, colour: string, { width = 640, height = 360 } = {}): Promise<Buffer> {
  const address = await page.evaluate(
    ([colour, width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.fillStyle = colour;
      context.fillRect(0, 0, width, height);
      return canvas.toDataURL('image/png');
    },
    [colour, width, height] as const,
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** Drops a file as the system does when somebody lets go of it above `onto`. */
export async function dropFile(page: Page, info: TestInfo, onto: Locator, file: { name: string; bytes: Buffer }) {
  const path = info.outputPath(file.name);
  await writeFile(path, file.bytes);
  await onto.scrollIntoViewIfNeeded();
  const box = await onto.boundingBox();
  const { x, y, width, height } = box ?? { x: 0, y: 0, ...WIDE };
  const client = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
  await client.detach();
}

/** Puts a picture on the clipboard, as a screenshot is, and presses the keys that paste it. */
export async function pastePicture(page: Page, png: Buffer): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
  }, png.toString('base64'));
  await page.keyboard.press('ControlOrMeta+V');
}
