import { isolated } from '@app/contracts/fields/names.ts'
import { type ContactLink, callTarget, contactLinks } from '@app/contracts/fields/links.ts'
import { fitForMail, nameForMail } from '../platform/mail/advertising.ts'
import {
  markup,
  type Html,
  mailButton,
  mailCard,
  mailDay,
  mailPage,
  mailParagraph,
  mailSheet,
  mailText,
  secondLink,
  small,
  textLink,
} from '../platform/mail/mail-layout.ts'
import type { Mail, MailAttachment, WrittenMail } from '../platform/mail/mailer.ts'
import { mailboxOf } from '@app/contracts/fields/email.ts'
import type { Network } from '@app/contracts/traffic/kinds.ts'
import { bounceAddress } from '../platform/mail/delivery-report.ts'
import type { Ctx } from '../platform/ctx.ts'
import { publicProfileOf } from '../profiles/own-profile.ts'
import { vcardOf } from '../taps/vcard.ts'
import type { LetterFor } from './send-reminder.ts'
import type { CreatedProfile } from '../profiles/profile.ts'

type Reach = Pick<ContactLink, 'href' | 'text'>

export interface Card {
  readonly name: string
  readonly lastname: string
  readonly position: string
  readonly company: string
  readonly whatsapp: Reach | undefined
  readonly reach: readonly Reach[]
  /** JPEG, square. */
  readonly photo: Buffer | undefined
  readonly contact: { readonly filename: string; readonly vcard: string }
}

/** Absolute, each with a token of its own. */
interface ReminderLinks {
  readonly page: string
  /** The page, not the file, because programs that check mails open every link. */
  readonly save: string
  readonly talked: string
  readonly unsubscribe: string
}

export interface ReminderMail {
  readonly to: string
  readonly card: Card
  readonly links: ReminderLinks
  /** Milliseconds since 1970. */
  readonly subscribedMs: number
  readonly days: number
  /** Also true for a second reminder whose first was never sent. */
  readonly isFirstHeard: boolean
  readonly note: string | undefined
  readonly publicUrl: string
}

const PICTURE_CID = 'foto'
const WEEK_DAYS = 7

const NOTE_CHARS_MAX = 57

const CANCEL = 'Cancelar recordatorios'

export function reminderMail(mail: ReminderMail): Omit<Mail, 'replyTo' | 'envelopeFrom'> {
  const { to, card, links } = mail
  const name = nameForMail(card)
  const within = isolated(name)
  const texts = mail.isFirstHeard ? firstTexts(mail, within) : secondTexts(within)
  const body = [texts.body, ...noteOf(mail)]
  const words = { ...texts, body, name, reason: reasonOf(mail, within), lines: linesOf(card) }
  return {
    to,
    subject: texts.subject,
    text: plainText(words, mail),
    html: page(words, mail).text,
    listUnsubscribe: { url: links.unsubscribe },
    attachments: attachmentsOf(card),
  }
}

interface Texts {
  readonly subject: string
  readonly preheader: string
  readonly body: string
}

/** A stranger may have typed another's address: the note goes out only where it advertises nothing. */
function noteOf({ note = '' }: ReminderMail): readonly string[] {
  const [line = ''] = note.trim().split('\n')
  const cut = line.length > NOTE_CHARS_MAX ? `${line.slice(0, NOTE_CHARS_MAX - 1)}…` : line
  const fit = fitForMail(cut)
  return fit === '' ? [] : [`Tu nota: ${isolated(fit)}`]
}

interface Said extends Omit<Texts, 'body'>, Record<'name' | 'reason', string> {
  readonly body: readonly string[]
  readonly lines: readonly string[]
}

const linesOf = ({ position, company }: Card): readonly string[] =>
  [position, company].map(fitForMail).filter((line) => line !== '')

function firstTexts({ card, days }: ReminderMail, name: string): Texts {
  const ago = days === WEEK_DAYS ? 'una semana' : days === 1 ? 'un día' : `${days} días`
  const position = linesOf(card).map(isolated).join(' en ')
  return {
    subject: `Hace ${ago} conociste a ${name}`,
    preheader: `${position === '' ? '' : `${position}. `}Aquí están sus datos.`,
    body: 'Pediste que te lo recordáramos. ¿Retomas la conversación?',
  }
}

const secondTexts = (name: string): Texts => ({
  subject: `¿Hablaste con ${name}?`,
  preheader: 'Es el último recordatorio.',
  body: 'Por si quedó pendiente: aquí tienes sus datos otra vez. No te volveremos a escribir.',
})

const reasonOf = ({ subscribedMs }: ReminderMail, name: string): string =>
  `Recibes este correo porque lo pediste en el perfil de ${name} el ${mailDay(subscribedMs)}.`

function actionsOf(mail: ReminderMail): readonly (readonly [href: string, text: string])[] {
  const { card, links } = mail
  return [
    ...(card.whatsapp === undefined ? [] : [[card.whatsapp.href, 'Escribirle por WhatsApp'] as const]),
    [links.page, 'Ver perfil'],
    mail.isFirstHeard ? [links.save, 'Guardar contacto'] : [links.talked, 'Ya hablamos'],
  ]
}

const plainText = ({ name, lines, body, reason }: Said, mail: ReminderMail): string =>
  mailText(
    [
      [name, ...lines, ...mail.card.reach.map(({ text }) => text)].join('\n'),
      ...body,
      ...actionsOf(mail).map(([href, text]) => `${text}:\n${href}`),
      reason,
      `${CANCEL}:\n${mail.links.unsubscribe}`,
    ],
    mail.publicUrl,
  )

function page({ subject, preheader, name, lines, body, reason }: Said, mail: ReminderMail): Html {
  const { photo, reach } = mail.card
  const [first, ...others] = actionsOf(mail)
  const reachLines = reach.map(({ href, text }) => textLink(href, text))
  const pictureCid = photo === undefined ? undefined : PICTURE_CID
  return mailPage({
    title: subject,
    preheader,
    sheet: mailSheet({
      text: [mailCard({ name, lines: [...lines, ...reachLines], pictureCid }), ...body.map(mailParagraph)],
      actions: [mailButton(...first!), ...others.map((action) => secondLink(...action))],
      smallPrint: [small(markup`${reason} ${textLink(mail.links.unsubscribe, CANCEL)}`)],
      publicUrl: mail.publicUrl,
    }),
  })
}

function attachmentsOf({ photo, contact }: Card): readonly MailAttachment[] {
  const { filename, vcard: content } = contact
  const picture = { filename: 'foto.jpg', contentType: 'image/jpeg', cid: PICTURE_CID }
  return [
    ...(photo === undefined ? [] : [{ ...picture, content: photo }]),
    { filename, contentType: 'text/vcard; charset=utf-8', content },
  ]
}

interface LetterDeps extends Pick<Ctx, 'tokens' | 'publicUrl' | 'times' | 'now' | 'photoOf'> {
  readonly mailFrom: string
  readonly noteOf: (profileId: string, visitorId: string) => Promise<string | undefined>
}

export const createLetters =
  (deps: LetterDeps): ((mail: LetterFor) => Promise<WrittenMail>) =>
  async ({ due, id, email, state, profile }) => {
    const { subscribedAt, visitorId, reminders } = state
    const mail = reminderMail({
      to: email,
      card: await cardOf(deps, due.profileId, profile),
      links: linksOf(deps, due, profile.slug),
      subscribedMs: Date.parse(subscribedAt),
      days: deps.times[due.reminder].days,
      isFirstHeard: due.reminder === 'first' || reminders.first.status === 'skipped',
      note: visitorId === undefined ? undefined : await deps.noteOf(due.profileId, visitorId),
      publicUrl: deps.publicUrl,
    })
    return { id, date: deps.now(), mail: { ...mail, ...answersTo(deps, due, profile.details.email) } }
  }

async function cardOf(deps: LetterDeps, id: string, profile: CreatedProfile): Promise<Card> {
  const ref = profile.images['profile-image']
  const photo = ref === undefined ? undefined : await deps.photoOf(ref).catch(() => undefined)
  const { name, lastname, position, company, phone } = profile.details
  const links = contactLinks(profile.details)
  const linkOf = (network: Network) => links.find((link) => link.network === network)
  const reach = [callTarget(phone), linkOf('email')].filter((link) => link !== undefined)
  const vcard = vcardOf(publicProfileOf(id, profile), { publicUrl: deps.publicUrl, photo })
  const contact = { filename: `${profile.slug}.vcf`, vcard }
  return { name, lastname, position, company, whatsapp: linkOf('whatsapp'), reach, photo, contact }
}

function linksOf({ tokens, publicUrl }: LetterDeps, due: LetterFor['due'], slug: string): ReminderLinks {
  const page = `${publicUrl}/pages/${slug}`
  return {
    page,
    save: `${page}#guardar`,
    talked: `${publicUrl}/hablamos/${tokens.issue('talked', due)}`,
    unsubscribe: `${publicUrl}/baja/${tokens.issue('unsubscribe', due)}`,
  }
}

/** People answer to the profile, servers to an address with the mail's token. */
function answersTo({ tokens, mailFrom }: LetterDeps, due: LetterFor['due'], replyTo: string) {
  const domain = mailboxOf(mailFrom)?.domain
  return {
    ...(mailboxOf(replyTo) === undefined ? {} : { replyTo }),
    ...(domain === undefined ? {} : { envelopeFrom: bounceAddress(tokens.issue('bounce', due), domain) }),
  }
}
