import { Router } from 'express'
import { getConsent } from '@app/contracts/api/rights/consent-calls.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { findConsentText } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { profile } from '@app/domain/profile.ts'
import { load, type Events } from '@app/kernel/commands.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { Principal } from '../http/access/access-control.ts'
import { guardedRoute, type RouteDeps } from '../http/route.ts'
import type { RecordShown } from '../history/record-shown.ts'
import { findConsent, type AcceptedText } from './find-consent.ts'
import { createCardOwners } from './mailbox/card-owners.ts'
import { subjectNamed } from './visitor-names.ts'

interface ConsentDeps extends RouteDeps {
  readonly store: Events
  readonly db: ReadDb
}

/** Shows each consent with its text, its instant and the number of its event. */
export function consentRoutes(deps: ConsentDeps, recordShown: RecordShown): Router {
  const router = Router()
  const cardOwners = createCardOwners(deps.store)
  guardedRoute(router, deps, getConsent, async ({ params }, principal) => {
    const { subject, consent } = await consentFor(deps, params.subject.toLowerCase(), principal)
    if (principal.account.isAdmin) await recordShown(principal.accountId, subject)
    const { data, meta, position } = consent.event
    const profileId = textOrEmpty(data.profileId)
    const owner = profileId === '' ? undefined : await cardOwners.of(profileId, principal.accountId)
    const nameThen = (await owner?.nameAt(new Date(meta.occurredAt))) ?? ''
    const text = findConsentText(consent.version, isolated(nameThen))
    if (text === undefined) throw new Refusal('not-found')
    const who = [data.fullName, data.contactPerson, data.name, principal.account.isAdmin && data.email]
    return {
      who: who.map((name) => (typeof name === 'string' ? name : '')).find((name) => name !== '') ?? null,
      version: consent.version,
      text,
      accepted_at: meta.occurredAt,
      position: String(position),
      responsible: owner?.responsible ?? PRODUCT.name,
    }
  })
  return router
}

/** @throws Refusal not-found, alike for unknown people and for those of others' cards */
async function consentFor(
  deps: ConsentDeps,
  name: string,
  { account, accountId }: Principal,
): Promise<{ readonly subject: string; readonly consent: AcceptedText }> {
  const subject = await subjectNamed(deps.store, name)
  const consent = subject && (await findConsent(deps, subject))
  if (!subject || !consent) throw new Refusal('not-found')
  if (account.isAdmin) return { subject, consent }
  const { profileId } = consent.event.data
  if (typeof profileId !== 'string') throw new Refusal('not-found')
  const { state } = await load(deps.store, profile, profileStream(profileId.toLowerCase()))
  if (state.status !== 'created' || state.ownerId !== accountId) throw new Refusal('not-found')
  return { subject, consent }
}
