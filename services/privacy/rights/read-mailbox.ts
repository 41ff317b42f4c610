import type { Response } from 'express'
import { MAILBOX_READS, type KeptThing, type MailboxData } from '@app/contracts/privacy/mailbox.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { addMonths, dayInSantiago } from '@app/contracts/calendar.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { blockingStream } from '@app/contracts/privacy/requests.ts'
import { CARD_OWNER, displayName, isolated } from '@app/contracts/fields/names.ts'
import { findConsentText } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { blocking } from '../blocking.ts'
import { profile } from '../../profiles/profile.ts'
import { load } from '../../kernel/commands.ts'
import { waitUpToNow } from '../../platform/http/parse-call.ts'
import { suppressionOf } from '../../reminders/report-bounce.ts'
import type { OpenedLink } from './rights-links.ts'
import {
  keptSubjects,
  profileIdOf,
  thingIdOf,
  WORDS_OF,
  type Accepted,
  type KeptSubject,
} from './stored-subjects.ts'
import { writtenDate } from '../../analytics/report/cells.ts'
import type { Ctx } from '../../platform/ctx.ts'

/** Strangers may type an address into the form of quotations: those never hide the rest of its data. */
function shownOf(subjects: readonly KeptSubject[]): readonly KeptSubject[] {
  const others = subjects.filter(({ kind }) => kind !== 'quotation')
  const room = Math.max(0, LIMITS.keptThingsMax - others.length)
  const quotations = new Set(subjects.filter(({ kind }) => kind === 'quotation').slice(0, room))
  return subjects
    .filter((one) => one.kind !== 'quotation' || quotations.has(one))
    .slice(0, LIMITS.keptThingsMax)
}

export async function readMailbox(
  deps: Ctx,
  { mailboxId, email, until }: OpenedLink,
  response: Response,
): Promise<MailboxData> {
  await waitUpToNow(deps, response, MAILBOX_READS)
  const asOf = deps.now().toISOString()
  const [subjects, { isSuppressed, suppressedAt }] = await Promise.all([
    keptSubjects(deps, mailboxId),
    suppressionOf(deps, email),
  ])
  const shown = shownOf(subjects)
  const things = await keptThings(deps, shown)
  return {
    email,
    until: until.toISOString(),
    as_of: asOf,
    objected_at: isSuppressed ? (suppressedAt ?? null) : null,
    things,
    things_total: subjects.length - (shown.length - things.length),
  }
}

export async function keptThings(deps: Ctx, subjects: readonly KeptSubject[]): Promise<KeptThing[]> {
  const frozen = await deps.subjects.frozen(subjects.map(({ subject }) => subject))
  const things: KeptThing[] = []
  for (const one of subjects) {
    const thing = await thingOf(deps, one, frozen.has(one.subject))
    if (thing !== undefined) things.push(thing)
  }
  return things
}

interface Kind {
  readonly kind: KeptThing['kind']
  readonly blocked: string
  readonly purpose: string
}

const KINDS: Readonly<Record<KeptSubject['kind'], Kind>> = {
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
}

async function thingOf(deps: Ctx, stored: KeptSubject, isFrozen: boolean): Promise<KeptThing | undefined> {
  const { kind, blocked, purpose } = KINDS[stored.kind]
  const profileId = await profileIdOf(deps, stored)
  const card = profileId === undefined ? undefined : await ownedCard(deps, profileId)
  const owner = isolated(card?.owner ?? '')
  const { title, fields, accepted, since = stored.since } = await WORDS_OF[stored.kind](deps, stored, owner)
  if (fields === undefined && !isFrozen) return undefined
  const words = isFrozen
    ? { title: `${blocked} del ${dayText(since)}`, fields: [] }
    : { title, fields: fields ?? [] }
  return {
    id: thingIdOf(stored.subject),
    kind,
    since: since.toISOString(),
    ...words,
    purpose,
    responsible: card?.responsible ?? PRODUCT.name,
    is_on_behalf: card !== undefined,
    until: untilOf(deps, stored),
    consents: accepted.flatMap((one) => consentOf(one, owner)),
    blocked_since: isFrozen ? await blockedSince(deps, stored.subject) : null,
  }
}

async function blockedSince({ store }: Ctx, subject: string): Promise<string | null> {
  const { state } = await load(store, blocking, blockingStream(subject))
  return state.status === 'blocked' ? state.since : null
}

const dayText = (instant: Date): string => writtenDate(dayInSantiago(instant.getTime()))

function untilOf({ privacy }: Ctx, { kind, lastAt }: KeptSubject): string {
  if (kind === 'account') return 'Hasta que borres tu cuenta.'
  const last = addMonths(dayInSantiago(lastAt.getTime()), privacy.months[kind])
  return `Hasta el ${writtenDate(last)} si no vuelves a ${kind === 'quotation' ? 'usarla' : 'usarlo'}.`
}

interface OwnedCard {
  readonly owner: string
  readonly responsible: string
}

async function ownedCard({ store }: Ctx, profileId: string): Promise<OwnedCard> {
  const { state } = await load(store, profile, profileStream(profileId))
  if (state.status !== 'created') return { owner: CARD_OWNER, responsible: CARD_OWNER }
  const owner = displayName({ ...state.details, slug: state.slug }) || CARD_OWNER
  return { owner, responsible: state.details.company.trim() || owner }
}

/** The text with the owner's present name; nothing for one that no screen showed. */
function consentOf({ version, at, position }: Accepted, owner: string): KeptThing['consents'] {
  const text = findConsentText(version, owner)
  return text === undefined ? [] : [{ version, text, at: at.toISOString(), position }]
}
