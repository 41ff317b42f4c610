import { PRODUCT } from '@app/contracts/product.ts'
import type { Ctx } from '../platform/ctx.ts'
import { mailOfLines } from '../platform/mail/mail-layout.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import type { WaitingMail } from '../platform/mail/waiting-mail.ts'
import { findBlockOfSize, type SignedHead } from './blocks.ts'

interface HeadMail {
  readonly to: string
  readonly head: Pick<SignedHead, 'at' | 'size'>
  readonly pem: string
  readonly publicUrl: string
}

export const headMail = ({ to, head, pem, publicUrl }: HeadMail): Mail =>
  mailOfLines(
    { to, publicUrl },
    {
      subject: `${PRODUCT.name}: registro firmado hasta el ${head.at.slice(0, 10)}`,
      lines: [
        `El registro tenía ${head.size} eventos. Guarda este correo: prueba que ninguno se cambió ni se quitó después.`,
        JSON.stringify(head),
        pem.trim(),
      ],
      notes: ['Cómo comprobarlo está en docs/signed-log.md, junto al programa.'],
    },
  )

/** The last head of a day goes to a mailbox outside, where nobody who has database and secrets can change it. */
export const createHeadLetters = ({
  record: { db, key },
  settings,
  publicUrl,
  now,
}: Pick<Ctx, 'record' | 'settings' | 'publicUrl' | 'now'>) => ({
  'log-head': async ({ id, subject }: WaitingMail) => {
    const block = await findBlockOfSize(db, Number(subject.split('-').at(-1)))
    if (block === undefined || settings.headMailTo === undefined) return undefined
    const mail = headMail({ to: settings.headMailTo, head: block.head, pem: key.pem, publicUrl })
    return { id, date: now(), mail }
  },
})
