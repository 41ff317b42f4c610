import { profileStream } from '@app/contracts/profiles/events.ts'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import { profile } from '../profiles/profile.ts'
import { load } from '../kernel/commands.ts'
import { suppressionOf } from './suppress-reminders.ts'
import type { WaitingMail, WriteLetter } from '../platform/mail/waiting-mail.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { nameForMail } from '../platform/mail/advertising.ts'
import { mailDay, mailOfLines, type Recipient } from '../platform/mail/mail-layout.ts'
import type { Mail } from '../platform/mail/mail-message.ts'
import type { Ctx } from '../platform/ctx.ts'

const PREFIX = subscriptionStream('')
const subscriptionIn = ({ subject }: WaitingMail): string => subject.slice(PREFIX.length)

/** Written when it is sent: by then the wish may be cancelled or erased, or the mailbox may want reminders again. */
export const createConfirmationLetters =
  (deps: Pick<Ctx, 'store' | 'now' | 'ids' | 'tokens' | 'unconfirmed' | 'publicUrl'>): WriteLetter =>
  async (waiting) => {
    const subscriptionId = subscriptionIn(waiting)
    const asked = await deps.unconfirmed.find(subscriptionId)
    if (asked?.wish === undefined || asked.isCancelled) return undefined
    const { email, profileId } = asked.wish
    const { isSuppressed, cycle } = await suppressionOf(deps, email)
    const person = await personOf(deps, profileId)
    if (!isSuppressed || person === undefined) return undefined
    const { publicUrl } = deps
    const link = `${publicUrl}/confirmar/${deps.tokens.issue('confirm', { subscriptionId, cycle })}`
    const mail = confirmationMail({ to: email, person, link, publicUrl, until: asked.expiresAt })
    return { id: waiting.id, date: deps.now(), mail }
  }

/** Undefined when nobody sees the profile any more. */
async function personOf({ store }: Pick<Ctx, 'store'>, profileId: string) {
  const { state } = await load(store, profile, profileStream(profileId))
  return state.status === 'created' && state.isActive ? state.details : undefined
}

interface Person {
  readonly name: string
  readonly lastname: string
}

interface ConfirmationMail extends Recipient {
  readonly person: Person
  /** Made of PUBLIC_URL, never of the request's host. */
  readonly link: string
  readonly until: Date
}

const BUTTON = 'Confirmar'

/** To a mailbox that refused all reminders, when somebody subscribes with its address. */
export function confirmationMail({ person, link, until, ...recipient }: ConfirmationMail): Mail {
  const name = isolated(nameForMail(person))
  return mailOfLines(recipient, {
    subject: `¿Quieres un recordatorio de ${name}?`,
    lines: [
      `Alguien pidió con este correo que te recordemos a ${name}. Como nos dijiste que no querías recordatorios de nadie, no lo anotamos.`,
      'Si fuiste tú, confírmalo: te lo recordaremos, y podrás pedir otros otra vez.',
    ],
    button: { text: BUTTON, link },
    notes: [
      `El enlace sirve hasta el ${mailDay(until)}.`,
      'Si no fuiste tú, ignora este correo: sigues sin recibir recordatorios, y por un mes no volveremos a preguntarte.',
    ],
  })
}
