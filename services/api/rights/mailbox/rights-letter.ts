import { z } from 'zod'
import { mailboxSubject } from '@app/contracts/events/rights-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { mailOfLines, type Recipient } from '@app/mail/mail-layout.ts'
import type { Mail } from '@app/mail/mail-message.ts'
import type { WrittenMail } from '@app/mail/mailer.ts'
import type { ClaimedMail, MailQueue } from '@app/vault/mails/mail-queue.ts'
import type { RightsLinks } from '@app/vault/mails/rights-links.ts'

export interface RightsLetterDeps {
  readonly links: Pick<RightsLinks, 'make'>
  readonly queue: Pick<MailQueue, 'keep' | 'hasRoom'>
  readonly now: () => Date
  readonly newId: () => string
  readonly publicUrl: string
}

const kept = z.object({
  email: z.string(),
  token: z.string().optional(),
  expiresAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .optional(),
})

const MINUTE_MS = 60_000
const LINK_MS = LIMITS.rightsLinkMinutes * MINUTE_MS
/** Minimum validity of a link when it is sent. */
const LEFT_MS_MIN = LINK_MS / 2
const PREFIX = mailboxSubject('')

/**
 * The link is made just before the mail is sent, so that it has not expired while the mail server was down. Tries in
 * succession send the same link: the server may have accepted a mail, and its answer was lost.
 */
export const createRightsLetters =
  (deps: RightsLetterDeps) =>
  async (waiting: ClaimedMail): Promise<WrittenMail | undefined> => {
    // Erased since it was requested.
    if (waiting.contents === undefined || !(await deps.queue.hasRoom(waiting))) return undefined
    const { email, ...last } = kept.parse(JSON.parse(waiting.contents))
    const again = linkToSendAgain(last, deps.now())
    const id = again === undefined ? deps.newId() : waiting.id
    const link = again ?? (await newLink(deps, waiting, { email, id }))
    if (link === undefined) return undefined
    const { publicUrl } = deps
    const minutes = Math.ceil((link.expiresAt.getTime() - deps.now().getTime()) / MINUTE_MS)
    // After #, which browsers send to no server and in no referrer.
    const mail = rightsMail({ to: email, link: `${publicUrl}/mis-datos#${link.token}`, minutes, publicUrl })
    return { id, date: new Date(link.expiresAt.getTime() - LINK_MS), mail }
  }

interface Link {
  readonly token: string
  readonly expiresAt: Date
}

function linkToSendAgain(
  { token, expiresAt }: Omit<z.infer<typeof kept>, 'email'>,
  now: Date,
): Link | undefined {
  if (token === undefined || expiresAt === undefined) return undefined
  const leftMs = expiresAt.getTime() - now.getTime()
  return leftMs >= LEFT_MS_MIN && leftMs <= LINK_MS ? { token, expiresAt } : undefined
}

/** Undefined when another sender has claimed the mail, or the mailbox was erased. */
async function newLink(
  { links, queue }: RightsLetterDeps,
  waiting: ClaimedMail,
  { email, id }: { readonly email: string; readonly id: string },
): Promise<Link | undefined> {
  const link = await links.make({ mailboxId: waiting.subject.slice(PREFIX.length), email })
  const contents = JSON.stringify({ email, ...link })
  return (await queue.keep(waiting, { id, contents })) ? link : undefined
}

const SUBJECT = `Tus datos en ${PRODUCT.name}`
const ASKED = 'Pediste ver los datos que guardamos con este correo.'
const ONCE = 'El enlace sirve una vez, en la pestaña en que lo abras primero.'
const BUTTON = 'Ver mis datos'
const NOT_YOU = 'Si no fuiste tú, ignora este correo: nadie más tiene el enlace.'

export function rightsMail({
  link,
  minutes,
  ...recipient
}: Recipient & { readonly link: string; readonly minutes: number }): Mail {
  const expiry = `El enlace vence en ${minutes} minutos.`
  return mailOfLines(recipient, {
    subject: SUBJECT,
    preheader: expiry,
    lines: [ASKED],
    button: { text: BUTTON, link },
    notes: [expiry, ONCE, NOT_YOU],
  })
}
