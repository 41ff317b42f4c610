import { isolated } from '@app/contracts/fields/names.ts'
import { type ContactLink, callTarget, contactLinks } from '@app/contracts/fields/links.ts'
import { fitForMail, nameForMail } from '../platform/mail/advertising.ts'
import {
  markup,
  mailButton,
  mailCard,
  mailDay,
  mailPage,
  mailParagraph,
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
import { publicProfileOf } from '../profiles/profile-access.ts'
import type { ReminderPurpose } from '../kernel/keys/reminder-tokens.ts'
import { vcardOf } from '../taps/vcard.ts'
import type { LetterFor } from './send-reminder.ts'
import type { CreatedProfile } from '../profiles/profile.ts'

type Reach = Pick<ContactLink, 'href' | 'text'>

export interface Card extends Pick<CreatedProfile['details'], 'name' | 'lastname' | 'position' | 'company'> {
  readonly whatsapp: Reach | undefined
  readonly reach: readonly Reach[]
  /** JPEG, square. */
  readonly photo: Buffer | undefined
  readonly contact: { readonly filename: string; readonly vcard: string }
}

export interface ReminderMail {
  readonly to: string
  readonly card: Card
  /** Absolute. `save` is the page, not the file, because programs that check mails open every link. */
  readonly links: Readonly<Record<'page' | 'save' | 'talked' | 'unsubscribe', string>>
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
  const { to, card, links, publicUrl } = mail
  const name = nameForMail(card)
  const within = isolated(name)
  const lines = [card.position, card.company].map(fitForMail).filter((line) => line !== '')
  const texts = mail.isFirstHeard ? firstTexts(mail.days, within, lines) : secondTexts(within)
  const { subject, preheader } = texts
  const body = [texts.body, ...noteOf(mail)]
  const reason = `Recibes este correo porque lo pediste en el perfil de ${within} el ${mailDay(mail.subscribedMs)}.`
  const actions = actionsOf(mail)
  const [first, ...others] = actions
  const reachLines = card.reach.map(({ href, text }) => textLink(href, text))
  const pictureCid = card.photo === undefined ? undefined : PICTURE_CID
  const html = mailPage({
    title: subject,
    preheader,
    text: [mailCard({ name, lines: [...lines, ...reachLines], pictureCid }), ...body.map(mailParagraph)],
    actions: [mailButton(...first!), ...others.map((action) => secondLink(...action))],
    smallPrint: [small(markup`${reason} ${textLink(links.unsubscribe, CANCEL)}`)],
    publicUrl,
  })
  const paragraphs = [
    [name, ...lines, ...card.reach.map(({ text }) => text)].join('\n'),
    ...body,
    ...actions.map(([href, text]) => `${text}:\n${href}`),
    reason,
    `${CANCEL}:\n${links.unsubscribe}`,
  ]
  return {
    to,
    subject,
    text: mailText(paragraphs, publicUrl),
    html,
    listUnsubscribe: { url: links.unsubscribe },
    attachments: attachmentsOf(card),
  }
}

/** A stranger may have typed another's address: the note goes out only where it advertises nothing. */
function noteOf({ note = '' }: ReminderMail): readonly string[] {
  const [line = ''] = note.trim().split('\n')
  const cut = line.length > NOTE_CHARS_MAX ? `${line.slice(0, NOTE_CHARS_MAX - 1)}…` : line
  const fit = fitForMail(cut)
  return fit === '' ? [] : [`Tu nota: ${isolated(fit)}`]
}

function firstTexts(days: number, name: string, lines: readonly string[]) {
  const ago = days === WEEK_DAYS ? 'una semana' : days === 1 ? 'un día' : `${days} días`
  const position = lines.map(isolated).join(' en ')
  return {
    subject: `Hace ${ago} conociste a ${name}`,
    preheader: `${position === '' ? '' : `${position}. `}Aquí están sus datos.`,
    body: 'Pediste que te lo recordáramos. ¿Retomas la conversación?',
  }
}

const secondTexts = (name: string) => ({
  subject: `¿Hablaste con ${name}?`,
  preheader: 'Es el último recordatorio.',
  body: 'Por si quedó pendiente: aquí tienes sus datos otra vez. No te volveremos a escribir.',
})

const actionsOf = ({
  card,
  links,
  isFirstHeard,
}: ReminderMail): readonly (readonly [href: string, text: string])[] => [
  ...(card.whatsapp === undefined ? [] : [[card.whatsapp.href, 'Escribirle por WhatsApp'] as const]),
  [links.page, 'Ver perfil'],
  isFirstHeard ? [links.save, 'Guardar contacto'] : [links.talked, 'Ya hablamos'],
]

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
  async ({ due, id, email, profile }) => {
    const { tokens, publicUrl, mailFrom, now } = deps
    const { cycle, profileId, subscribedAt, visitorId, reminders } = due.state
    const tokenFor = (purpose: ReminderPurpose): string =>
      tokens.issue(purpose, { subscriptionId: due.subscriptionId, cycle })
    const page = `${publicUrl}/pages/${profile.slug}`
    const mail = reminderMail({
      to: email,
      card: await cardOf(deps, profileId, profile),
      links: {
        page,
        save: `${page}#guardar`,
        talked: `${publicUrl}/hablamos/${tokenFor('talked')}`,
        unsubscribe: `${publicUrl}/baja/${tokenFor('unsubscribe')}`,
      },
      subscribedMs: Date.parse(subscribedAt),
      days: deps.times[due.reminder].days,
      isFirstHeard: due.reminder === 'first' || reminders.first.status === 'skipped',
      note: visitorId === undefined ? undefined : await deps.noteOf(profileId, visitorId),
      publicUrl,
    })
    // People answer to the profile, servers to an address with the mail's token.
    const replyTo = profile.details.email
    const domain = mailboxOf(mailFrom)?.domain
    const answersTo = {
      ...(mailboxOf(replyTo) === undefined ? {} : { replyTo }),
      ...(domain === undefined ? {} : { envelopeFrom: bounceAddress(tokenFor('bounce'), domain) }),
    }
    return { id, date: now(), mail: { ...mail, ...answersTo } }
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
