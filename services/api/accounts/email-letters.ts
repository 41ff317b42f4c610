import { z } from 'zod'
import { PRODUCT } from '@app/contracts/product.ts'
import { mailOfLines } from '@app/mail/mail-layout.ts'
import type { WrittenMail } from '@app/mail/mailer.ts'
import { greetingOf } from '@app/processes/mails/greeting.ts'
import type { ClaimedMail, MailQueue } from '@app/vault/mails/mail-queue.ts'

const kept = z.object({ to: z.string() })

const CHANGED = {
  subject: 'Tu cuenta usa otro correo',
  lines: [
    greetingOf(''),
    'El correo de tu cuenta cambió. Desde ahora entras con el nuevo, y ahí recibes nuestros correos.',
  ],
  notes: [`Si no lo reconoces, escríbenos a ${PRODUCT.supportEmail}.`],
}

export function createEmailLetters(deps: {
  readonly queue: Pick<MailQueue, 'hasRoom'>
  readonly publicUrl: string
  readonly now: () => Date
}) {
  const { queue, publicUrl, now } = deps
  const letter = async (waiting: ClaimedMail): Promise<WrittenMail | undefined> => {
    if (waiting.contents === undefined || !(await queue.hasRoom(waiting))) return undefined
    const { to } = kept.parse(JSON.parse(waiting.contents))
    return { id: waiting.id, date: now(), mail: mailOfLines({ to, publicUrl }, CHANGED) }
  }
  return { 'email-changed': letter }
}
