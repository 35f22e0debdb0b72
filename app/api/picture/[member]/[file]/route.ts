import { pictureRoute } from '@/lib/account/picture-route';

/** Only for people who may see the person. */
export async function GET(request: Request, { params }: { params: Promise<{ member: string; file: string }> }) {
  const { member, file } = await params;
  return pictureRoute(request, member, file);
}
