import type { KeptThing } from '@app/contracts/api/rights-calls.ts'
import { addMonths, dayInSantiago } from '@app/contracts/calendar.ts'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { interactionStream, visitorIn } from '@app/contracts/events/interaction-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { blockingStream } from '@app/contracts/events/rights-events.ts'
import { CARD_OWNER, displayName } from '@app/contracts/fields/display-name.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { findConsentText } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { blocking } from '@app/domain/blocking.ts'
import { profile, type Profile } from '@app/domain/profile.ts'
import { readStream } from '@app/kernel/codec.ts'
import { load } from '@app/kernel/commands.ts'
import { foldPast } from '@app/kernel/fold.ts'
import { profileIdOf, thingIdOf, type KeptSubject } from '@app/processes/rights/kept-subjects.ts'
import { leftByVisitor } from '@app/projections/visitors/left-by-visitor.ts'
import { writtenDate } from '../history/date-text.ts'
import type { MailboxDeps } from './opened-mailbox.ts'
import { wordsOf } from './thing-words.ts'

/** The first of them, with all that is told of each. */
export async function keptThings(
  deps: MailboxDeps,
  kept: readonly KeptSubject[],
): Promise<{ readonly things: KeptThing[]; readonly total: number }> {
  const shown = shownOf(kept)
  const frozen = await deps.subjects.frozen(shown.map(({ subject }) => subject))
  const things: KeptThing[] = []
  for (const one of shown) things.push(...(await thingOf(deps, one, frozen.has(one.subject))))
  return { things, total: kept.length - (shown.length - things.length) }
}

/** Strangers may type an address into the form of quotations: those never hide what else is kept of it. */
function shownOf(kept: readonly KeptSubject[]): readonly KeptSubject[] {
  const others = kept.filter(({ kind }) => kind !== 'quotation')
  const room = Math.max(0, LIMITS.keptThingsMax - others.length)
  const quotations = new Set(kept.filter(({ kind }) => kind === 'quotation').slice(0, room))
  return kept.filter((one) => one.kind !== 'quotation' || quotations.has(one)).slice(0, LIMITS.keptThingsMax)
}

const KINDS = {
  subscription: {
    kind: 'reminder',
    blocked: 'Recordatorio',
    purpose: 'Para enviarte hasta dos correos sobre su tarjeta.',
  },
  quotation: {
    kind: 'quotation',
    blocked: 'Cotización',
    purpose: 'Para responder tu solicitud y contactarte por ella.',
  },
  account: {
    kind: 'account',
    blocked: 'Cuenta',
    purpose: 'Para darte la cuenta: entrar, avisarte de lo que pasa en ella y recuperar tu contraseña.',
  },
  visitor: {
    kind: 'visitor',
    blocked: 'Lo que dejaste en una tarjeta',
    purpose: 'Para saber quién visitó su tarjeta y poder responderte.',
  },
} as const

/** Nothing of what was erased a moment ago. */
async function thingOf(
  deps: MailboxDeps,
  kept: KeptSubject,
  isFrozen: boolean,
): Promise<readonly KeptThing[]> {
  const { kind, since, subject } = kept
  const profileId = await profileIdOf(deps, kept)
  const card = profileId === undefined ? undefined : await ownedCard(deps, profileId)
  const words = isFrozen ? undefined : await wordsOf(deps, kept, card?.owner ?? '')
  if (words === undefined && !isFrozen) return []
  const thing = {
    id: thingIdOf(subject),
    kind: KINDS[kind].kind,
    since: since.toISOString(),
    ...(words ?? { title: `${KINDS[kind].blocked} del ${dayText(since)}`, status: null, fields: [] }),
    purpose: KINDS[kind].purpose,
    responsible: card?.responsible ?? PRODUCT.name,
    is_on_behalf: card !== undefined,
    until: untilOf(deps, kept),
    consent: await consentOf(deps, kept, card),
    blocked_since: isFrozen ? await blockedSince(deps, subject) : null,
  }
  return [thing]
}

async function blockedSince({ store }: MailboxDeps, subject: string): Promise<string | null> {
  const { state } = await load(store, blocking, blockingStream(subject))
  return state.status === 'blocked' ? state.since : null
}

const dayText = (instant: Date): string => writtenDate(dayInSantiago(instant.getTime()))

function untilOf({ retentionMonths }: MailboxDeps, { kind, lastAt, waiting }: KeptSubject): string {
  if (kind === 'account') return 'Hasta que borres tu cuenta.'
  if (waiting !== undefined) return `Hasta el ${dayText(waiting.expiresAt)} si no lo confirmas.`
  const last = addMonths(dayInSantiago(lastAt.getTime()), retentionMonths[kind])
  return `Hasta el ${writtenDate(last)} si no vuelves a ${kind === 'quotation' ? 'usarla' : 'usarlo'}.`
}

interface OwnedCard {
  /** As the card shows it. */
  readonly owner: string
  /** The company, if the card names one. */
  readonly responsible: string
  /** As the card showed it at an instant. */
  ownerAt(at: Date): Promise<string>
}

async function ownedCard({ store }: MailboxDeps, profileId: string): Promise<OwnedCard> {
  const stream = profileStream(profileId)
  const { state } = await load(store, profile, stream)
  if (state.status !== 'created')
    return { owner: CARD_OWNER, responsible: CARD_OWNER, ownerAt: async () => CARD_OWNER }
  const owner = ownerIn(state)
  return {
    owner,
    responsible: state.details.company.trim() || owner,
    ownerAt: async (at) => {
      if (at.getTime() >= Date.parse(state.updatedAt)) return owner
      const until = { revision: state.revision, instantMs: at.getTime() }
      return ownerIn((await foldPast(store, profile, stream, until))?.state ?? state)
    },
  }
}

const ownerIn = (state: Profile): string =>
  state.status === 'created' ? displayName({ ...state.details, slug: state.slug }) || CARD_OWNER : CARD_OWNER

/** The text with the owner's name of then, as the person read it. */
async function consentOf(
  deps: MailboxDeps,
  kept: KeptSubject,
  card: OwnedCard | undefined,
): Promise<KeptThing['consent']> {
  const accepted = await acceptedBy(deps, kept)
  if (accepted === undefined) return null
  const text = findConsentText(accepted.version, isolated((await card?.ownerAt(accepted.at)) ?? ''))
  return text === undefined ? null : { ...accepted, text, at: accepted.at.toISOString() }
}

interface Accepted {
  readonly version: string
  readonly at: Date
  readonly position: string | null
}

async function acceptedBy(
  deps: MailboxDeps,
  { subject, waiting }: KeptSubject,
): Promise<Accepted | undefined> {
  if (waiting?.wish !== undefined)
    return { version: waiting.wish.consent, at: waiting.askedAt, position: null }
  const event = await acceptingEvent(deps, subject)
  const version = event?.data.consent
  if (event === undefined || typeof version !== 'string') return undefined
  return { version, at: new Date(event.meta.occurredAt), position: String(event.position) }
}

async function acceptingEvent(deps: MailboxDeps, subject: string): Promise<StoredEvent | undefined> {
  if (subject.startsWith('subscription-')) {
    const newest = await readStream(deps.store, subject, { direction: 'backward' })
    return newest.find(({ type }) => type === 'ReminderSubscribed')
  }
  if (!subject.startsWith('visitor-')) return (await readStream(deps.store, subject, { limit: 1 }))[0]
  const { forms } = await leftByVisitor(deps, { ...visitorIn(subject), momentsMax: 0, formsMax: 1 })
  if (forms[0] === undefined) return undefined
  return (await readStream(deps.store, interactionStream(forms[0].eventId), { limit: 1 }))[0]
}
