import type { KeptThing } from '@app/contracts/api/rights/mailbox-calls.ts'
import { addMonths, dayInSantiago } from '@app/contracts/calendar.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { findConsentText } from '@app/contracts/privacy/consents.ts'
import { blockingStream } from '@app/contracts/events/rights-events.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { profileIdOf, type KeptSubject } from '@app/processes/rights/kept-subjects.ts'
import { blocking } from '@app/domain/blocking.ts'
import { load } from '@app/kernel/commands.ts'
import { writtenDate } from '../../history/date-text.ts'
import type { CardOwner, CardOwners } from './card-owners.ts'
import { findConsent } from '../find-consent.ts'
import { namesOfSubjects } from '../visitor-names.ts'
import { wordsOf } from './thing-words.ts'
import type { MailboxDeps } from './mailbox-deps.ts'

export interface ReadingDeps extends MailboxDeps {
  readonly cardOwners: CardOwners
}

/** Each thing is a few reads: other calls run in between. */
const AT_ONCE = 10

/** The first of them, with all that is told of each. */
export async function keptThings(
  deps: ReadingDeps,
  mailboxId: string,
  kept: readonly KeptSubject[],
): Promise<{ readonly things: KeptThing[]; readonly total: number }> {
  const shown = shownOf(kept)
  const subjects = shown.map(({ subject }) => subject)
  const [frozen, names] = await Promise.all([
    deps.subjects.frozen(subjects),
    namesOfSubjects(deps.db, subjects),
  ])
  const things: (KeptThing | undefined)[] = []
  for (let from = 0; from < shown.length; from += AT_ONCE) {
    const page = shown.slice(from, from + AT_ONCE)
    things.push(
      ...(await Promise.all(
        page.map((one) => {
          const { subject } = one
          return thingOf(deps, one, mailboxId, { name: names.get(subject), isFrozen: frozen.has(subject) })
        }),
      )),
    )
  }
  const readable = things.filter((thing) => thing !== undefined)
  return { things: readable, total: kept.length - (things.length - readable.length) }
}

/** Strangers may type an address into the form of quotations: those never hide what else is kept of it. */
function shownOf(kept: readonly KeptSubject[]): readonly KeptSubject[] {
  const others = kept.filter(({ kind }) => kind !== 'quotation')
  const room = Math.max(0, LIMITS.keptThingsMax - others.length)
  const quotations = new Set(kept.filter(({ kind }) => kind === 'quotation').slice(0, room))
  return kept.filter((one) => one.kind !== 'quotation' || quotations.has(one)).slice(0, LIMITS.keptThingsMax)
}

const KINDS = {
  subscription: { kind: 'reminder', blocked: 'Recordatorio' },
  quotation: { kind: 'quotation', blocked: 'Cotización' },
  account: { kind: 'account', blocked: 'Cuenta' },
  visitor: { kind: 'visitor', blocked: 'Lo que dejaste en una tarjeta' },
} as const

const PURPOSES = {
  subscription: 'Para enviarte hasta dos correos sobre su tarjeta.',
  quotation: 'Para responder tu solicitud y contactarte por ella.',
  account: 'Para darte la cuenta: entrar, avisarte de lo que pasa en ella y recuperar tu contraseña.',
  visitor: 'Para saber quién visitó su tarjeta y poder responderte.',
} as const

async function thingOf(
  deps: ReadingDeps,
  kept: KeptSubject,
  mailboxId: string,
  { name, isFrozen }: { readonly name: string | undefined; readonly isFrozen: boolean },
): Promise<KeptThing | undefined> {
  if (name === undefined) return undefined
  const { kind, since, subject } = kept
  const owner = await ownerOf(deps, kept, mailboxId)
  const words = isFrozen ? undefined : await wordsOf(deps, kept, owner?.name ?? '')
  if (words === undefined && !isFrozen) return undefined
  const withoutWords = `${KINDS[kind].blocked} del ${dayText(since)}`
  return {
    id: name,
    kind: KINDS[kind].kind,
    since: since.toISOString(),
    ...(words ?? { title: withoutWords, status: null, fields: [] }),
    purpose: PURPOSES[kind],
    responsible: owner?.responsible ?? PRODUCT.name,
    is_on_behalf: owner !== undefined,
    until: untilOf(deps, kept),
    consent: await consentOf(deps, kept, owner),
    blocked_since: isFrozen ? await blockedSince(deps, subject) : null,
  }
}

async function blockedSince({ store }: ReadingDeps, subject: string): Promise<string | null> {
  const { state } = await load(store, blocking, blockingStream(subject))
  return state.status === 'blocked' ? state.since : null
}

/** Undefined for what is no card's. */
async function ownerOf(
  deps: ReadingDeps,
  kept: KeptSubject,
  mailboxId: string,
): Promise<CardOwner | undefined> {
  const profileId = await profileIdOf(deps, kept)
  return profileId === undefined ? undefined : deps.cardOwners.of(profileId, mailboxId)
}

const dayText = (instant: Date): string => writtenDate(dayInSantiago(instant.getTime()))

function untilOf({ retentionMonths }: ReadingDeps, { kind, lastAt, waiting }: KeptSubject): string {
  if (kind === 'account') return 'Hasta que borres tu cuenta.'
  if (waiting !== undefined) return `Hasta el ${dayText(waiting.expiresAt)} si no lo confirmas.`
  const last = addMonths(dayInSantiago(lastAt.getTime()), retentionMonths[kind])
  return `Hasta el ${writtenDate(last)} si no vuelves a ${kind === 'quotation' ? 'usarla' : 'usarlo'}.`
}

/** The text with the owner's name of then, as the person read it. */
async function consentOf(
  deps: ReadingDeps,
  kept: KeptSubject,
  owner: CardOwner | undefined,
): Promise<KeptThing['consent']> {
  const accepted = await acceptedBy(deps, kept)
  if (accepted === undefined) return null
  const text = findConsentText(accepted.version, isolated((await owner?.nameAt(new Date(accepted.at))) ?? ''))
  return text === undefined ? null : { ...accepted, text }
}

async function acceptedBy(
  deps: ReadingDeps,
  { subject, waiting }: KeptSubject,
): Promise<Omit<NonNullable<KeptThing['consent']>, 'text'> | undefined> {
  if (waiting?.wish !== undefined)
    return { version: waiting.wish.consent, at: waiting.askedAt.toISOString(), position: null }
  const found = await findConsent(deps, subject)
  if (found === undefined) return undefined
  const { meta, position } = found.event
  return { version: found.version, at: meta.occurredAt, position: String(position) }
}
