import { REMINDER_QUESTION } from '@app/contracts/reminder-days.ts'
import { hash } from 'node:crypto'
import type { Comprobante } from '@app/contracts/api/rights/evidence-calls.ts'
import type { JsonValue, StoredEvent, JsonObject } from '@app/contracts/event-store.ts'
import { profileStream, type ProfileDetails } from '@app/contracts/events/profile-events.ts'
import { displayName } from '@app/contracts/fields/display-name.ts'
import { ANY_OWNER, findConsentText } from '@app/contracts/privacy/consents.ts'
import { PRODUCT_NAME } from '@app/contracts/product.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { profile } from '@app/domain/profile.ts'
import { foldPast } from '@app/event-store/states/fold.ts'
import { findSealOfEvent, proveEvents } from '@app/record/collect-expediente.ts'
import { leafOf, canonicalJson } from '@app/record/leaf.ts'
import { proofFile } from '@app/record/proof-file.ts'
import { leafHash } from '@app/record/tree/merkle-tree.ts'
import { findConsent, type Consent } from './find-consent.ts'
import type { EvidencePerson } from './person.ts'
import type { EvidenceDeps } from './evidence-deps.ts'
import { signedNote, type NoteSigner } from '@app/record/signed-note.ts'

const UNSEALED = 'Lo último todavía no está sellado. Inténtalo de nuevo en unos segundos.'
const SEALED_SOON_SECONDS = 3

const ERASED_OWNER = 'El dueño de la tarjeta, que se borró'

/** Where the text stood, by the event that accepted it. */
const SCREENS: Readonly<Record<string, string>> = {
  ReminderSubscribed: REMINDER_QUESTION,
  VisitorIdentified: 'Identifícate (opcional)',
  QuotationRequested: 'Solicitar cotización',
  AccountRegistered: 'Crea tu cuenta',
}

interface Asked {
  readonly person: EvidencePerson
  /** Of the card: subscribers leave no name there, and their e-mail is not for the owner. */
  readonly isOwner: boolean
}

/** @throws Refusal not-found without a consent, unavailable while no seal covers its event */
export async function composeComprobante(
  deps: EvidenceDeps,
  { person, isOwner }: Asked,
): Promise<Comprobante> {
  const consent = await findConsent(deps, person)
  if (consent === undefined) throw new Refusal('not-found')
  const { event, version } = consent
  const template = findConsentText(version, ANY_OWNER)
  if (template === undefined) throw new Refusal('not-found')
  const card = await cardOf(deps, event)
  const owner = template.includes(ANY_OWNER) ? (card?.name ?? null) : null
  const text = template.replaceAll(ANY_OWNER, () => owner ?? ANY_OWNER)
  const [place, withdrawn] = await Promise.all([
    provedPlace(deps, event),
    withdrawalOf(deps, person.subject, consent),
  ])
  return signedComprobante(
    {
      comprobante: 1 as const,
      number: `C-${place.index}`,
      written_at: deps.now().toISOString(),
      subject: person.name,
      who: isOwner && person.kind === 'subscription' ? NOBODY : whoIn(event),
      consent: { version, template, owner, text, sha256: hash('sha256', text) },
      accepted_at: event.meta.occurredAt,
      screen: { title: SCREENS[event.type] ?? '', card: card?.name ?? null },
      responsible: responsibleOf(event, card),
      withdrawn,
      // A Comprobante is made to be handed on, and the id of a visitor proves who they are.
      leaf: event.data.visitorId === undefined ? place.leaf.toString() : null,
      leaf_hash: leafHash(place.leaf).toString('base64'),
      proof: place.proof,
      sealed_at: place.sealedAt,
      vkey: deps.record.signer.vkey,
    },
    deps.record.signer,
  )
}

interface Card {
  readonly name: string
  /** The company answers for it, where there is one. */
  readonly responsible: string
}

const responsibleOf = ({ data }: StoredEvent, card: Card | undefined): Comprobante['responsible'] =>
  data.profileId === undefined
    ? { name: PRODUCT_NAME, is_on_behalf: false }
    : { name: card?.responsible ?? ERASED_OWNER, is_on_behalf: true }

/** The card's owner, as its page had them at that instant; undefined once they are erased. */
async function cardOf({ store }: EvidenceDeps, { data, meta }: StoredEvent): Promise<Card | undefined> {
  if (typeof data.profileId !== 'string') return undefined
  const stream = profileStream(data.profileId.toLowerCase())
  const revision = await store.head(stream)
  if (typeof revision !== 'bigint') return undefined
  const instantMs = Date.parse(meta.occurredAt)
  const state = (await foldPast(store, profile, stream, { revision, instantMs }))?.state
  if (state?.status !== 'created' || state.slug === '') return undefined
  const details: ProfileDetails = state.details
  const name = displayName({ ...details, slug: state.slug })
  return { name, responsible: details.company.trim() || name }
}

async function provedPlace(deps: EvidenceDeps, { stream, revision }: StoredEvent) {
  const { log } = deps.record
  const [stored] = await log.readStream(stream, { from: revision, limit: 1 })
  const seal = stored && (await findSealOfEvent(deps, stored))
  if (stored === undefined || seal === undefined)
    throw new Refusal('unavailable', UNSEALED, { retryAfterSeconds: SEALED_SOON_SECONDS })
  const [proved] = await proveEvents(deps, [{ stored, opened: stored }], seal)
  return {
    index: proved!.proof.index,
    leaf: leafOf(stored),
    proof: proofFile(proved!.proof),
    sealedAt: seal.madeAt.toISOString(),
  }
}

/** A block opens no word, and is no erasure: its key stays. */
async function withdrawalOf(
  { keys }: EvidenceDeps,
  subject: string,
  { event, cancelledAt }: Consent,
): Promise<Comprobante['withdrawn']> {
  if (event.type === 'AccountRegistered' && cancelledAt !== undefined)
    return { how: 'erased', at: cancelledAt }
  if (cancelledAt !== undefined) return { how: 'cancelled', at: cancelledAt }
  return (await keys.idsOf([subject])).has(subject) ? null : { how: 'erased', at: null }
}

const NOBODY: Comprobante['who'] = { name: null, email: null }
const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null)

const whoIn = ({ data: { fullName, contactPerson, name, email } }: StoredEvent): Comprobante['who'] => ({
  name: textOf(fullName) ?? textOf(contactPerson) ?? textOf(name),
  email: textOf(email),
})

/**
 * The file that shows one consent, signed as a whole: its leaf, proof and text can each be checked alone, and a name in
 * it only by this. The page /comprobante checks it without a network.
 */
function signedComprobante<Content extends object>(
  content: Content,
  signer: NoteSigner,
): Content & { readonly signature: string } {
  const digest = hash('sha256', canonicalJson(content as JsonObject as JsonValue))
  return { ...content, signature: signedNote(`${signer.name}\ncomprobante 1\n${digest}\n`, signer) }
}
