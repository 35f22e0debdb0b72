/** 640 by 400. */
export async function pictureFile(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 });
  canvas.getContext('2d')?.fillRect(0, 0, 640, 400);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob as Blob], 'me.png', { type: 'image/png' });
}
