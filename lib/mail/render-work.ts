import 'server-only';
import { formatsFor, type Reader } from '@/lib/formats';
import type { OpenedMail } from '@/lib/mail/queue';
import type { RenderedMail } from '@/lib/mail/render';
import type { MailBrand } from '@/lib/mail/templates/layout';

export type MailToRender = { mail: OpenedMail; brand: MailBrand | undefined; reader: Reader };

/** The renderer is loaded with the first email. */
export async function work({ mail, brand, reader }: MailToRender): Promise<RenderedMail> {
  const { renderMail } = await import('@/lib/mail/render');
  return renderMail(mail, brand, formatsFor(reader));
}
