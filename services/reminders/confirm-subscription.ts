import { hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isolated } from '@app/contracts/fields/names.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { reminderSubscribed, subscriptionStream } from '@app/contracts/reminders.ts'
import { type CommandContext, load } from '../kernel/commands.ts'
import type { IdKeys } from '../kernel/keys/keyed-ids.ts'
import { open, seal } from '../kernel/keys/sealing.ts'
import type { Ctx } from '../platform/ctx.ts'
import { nameForMail } from '../platform/mail/advertising.ts'
import { mailDay, mailOfLines, type Recipient } from '../platform/mail/mail-layout.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import type { WriteLetter } from '../platform/mail/waiting-mail.ts'
import { profile, type CreatedProfile } from '../profiles/profile.ts'
import { handleSubscription } from './subscribe-routes.ts'
import { nextReminder } from './subscription-state.ts'
import { subscription } from './subscription.ts'
import { allowReminders, suppressionOf } from './report-bounce.ts'

const heldWish = z.object({
  subscriptionId: z.uuid(),
  eventId: z.uuid(),
  /** The cycle of the suppression that the confirmation ends. */
  cycle: z.int(),
  untilMs: z.int(),
  wish: reminderSubscribed.written,
})
export type HeldWish = z.infer<typeof heldWish>
export type HeldWishes = ReturnType<typeof createHeldWishes>

const PLACE = 'wish of a mailbox that refused all'

/** Such a wish is in the link that its mailbox gets, and nowhere else. */
export function createHeldWishes(keys: IdKeys) {
  const key = Buffer.from(hkdfSync('sha256', keys.of('reminder-tokens'), '', PLACE, 32))
  return {
    seal: (wish: HeldWish): string =>
      seal(key, PLACE, Buffer.from(JSON.stringify(wish)), randomBytes).toString('base64url'),
    /** Undefined for a text that was not sealed here. */
    open: (text: string): HeldWish | undefined => {
      try {
        const plain = open(key, PLACE, Buffer.from(text, 'base64url'))
        return heldWish.parse(JSON.parse(plain.toString()))
      } catch {
        return undefined
      }
    },
  }
}

type Reading = Pick<Ctx, 'store' | 'ids' | 'now'>

/** `waiting`: it waits for the press of the button. `over`: it expired, or is of a former suppression. */
export type Confirmed = 'waiting' | 'done' | 'over'

export async function confirmationState(deps: Reading, held: HeldWish): Promise<Confirmed> {
  const { isSuppressed, cycle } = await suppressionOf(deps, held.wish.email)
  if (isSuppressed && cycle === held.cycle && deps.now().getTime() < held.untilMs) return 'waiting'
  const { state } = await load(deps.store, subscription, subscriptionStream(held.subscriptionId))
  return nextReminder(state) === undefined ? 'over' : 'done'
}

/** The subscription first: after a crash the suppression is still there, and the same press completes it. */
export async function confirmSubscription(
  deps: Reading & CommandContext,
  held: HeldWish,
): Promise<Confirmed> {
  const state = await confirmationState(deps, held)
  if (state !== 'waiting') return state
  const { wish, eventId, subscriptionId, cycle } = held
  const actor = { kind: 'visitor', id: wish.visitorId ?? eventId } as const
  const command = { type: 'Subscribe', wish } as const
  await handleSubscription({ ...deps, newId: () => eventId }, subscriptionId, command, actor)
  await allowReminders(deps, { email: wish.email, cycle }, actor)
  return 'done'
}

interface ConfirmationMail extends Recipient {
  readonly person: Pick<CreatedProfile['details'], 'name' | 'lastname'>
  /** Made of PUBLIC_URL, never of the request's host. */
  readonly link: string
  readonly until: Date
}

/** To a mailbox that refused all reminders, when somebody subscribes with its address. */
export function confirmationMail({ person, link, until, ...recipient }: ConfirmationMail): Mail {
  const name = isolated(nameForMail(person))
  return mailOfLines(recipient, {
    subject: `¿Quieres un recordatorio de ${name}?`,
    lines: [
      `Alguien pidió con este correo que te recordemos a ${name}. Como nos dijiste que no querías recordatorios de nadie, no lo anotamos.`,
      'Si fuiste tú, confírmalo: te lo recordaremos, y podrás pedir otros otra vez.',
    ],
    button: { text: 'Confirmar', link },
    notes: [
      `El enlace sirve hasta el ${mailDay(until)}.`,
      'Si no fuiste tú, ignora este correo: sigues sin recibir recordatorios, y por un mes no volveremos a preguntarte.',
    ],
  })
}

/** Written when it is sent: by then the mailbox may want reminders again, or nobody see the profile. */
export const createConfirmationLetters =
  (deps: Reading & Pick<Ctx, 'wishes' | 'publicUrl'>): WriteLetter =>
  async ({ id, contents = '' }) => {
    const held = deps.wishes.open(contents)
    if (held === undefined || (await confirmationState(deps, held)) !== 'waiting') return undefined
    const { email, profileId } = held.wish
    const { state } = await load(deps.store, profile, profileStream(profileId))
    if (state.status !== 'created' || !state.isActive) return undefined
    const { publicUrl } = deps
    const link = `${publicUrl}/confirmar/${contents}`
    const until = new Date(held.untilMs)
    const mail = confirmationMail({ to: email, person: state.details, link, publicUrl, until })
    return { id, date: deps.now(), mail }
  }
