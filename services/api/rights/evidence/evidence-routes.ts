import { Router } from 'express'
import { getAdminProof, getMailboxProof, getOwnersProof } from '@app/contracts/api/rights/evidence-calls.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { newestOf } from '@app/event-store/states/fold.ts'
import { keptSubjects } from '@app/processes/rights/kept-subjects.ts'
import type { Principal } from '../../http/access/access-control.ts'
import { guardedRoute, route, type RouteDeps } from '../../http/route.ts'
import type { RecordShown } from '../../history/record-shown.ts'
import { getOwnProfile } from '../../profiles/own-profile.ts'
import type { Evidence } from './evidence.ts'
import type { EvidencePerson } from './person.ts'
import { openedMailbox } from '../mailbox/opened-mailbox.ts'
import type { MailboxDeps } from '../mailbox/mailbox-deps.ts'
import type { EvidenceDeps } from './evidence-deps.ts'

/** What an administrator reads is recorded before it is answered. */
interface Recorded extends RouteDeps, EvidenceDeps {
  readonly recordShown: RecordShown
}

/** For a card's owner of what was left on it, and for administrators, whose reading is recorded. */
export function evidenceRoutes(deps: Recorded, evidence: Evidence): Router {
  const router = Router()
  guardedRoute(router, deps, getOwnersProof, async ({ params }, principal) => {
    const person = await leftOn(deps, evidence, params, principal)
    return evidence.proof({ id: principal.accountId, isOwner: true }, person)
  })
  guardedRoute(router, deps, getAdminProof, async ({ params }, principal) => {
    const person = await evidence.find(params.subject)
    await deps.recordShown(principal.accountId, person.subject)
    return evidence.proof({ id: principal.accountId, isOwner: false }, person)
  })
  return router
}

/** @throws Refusal not-found, alike for others' cards and for people of other cards */
async function leftOn(
  deps: Recorded,
  evidence: Evidence,
  { id, subject }: { readonly id: string; readonly subject: string },
  principal: Principal,
): Promise<EvidencePerson> {
  const profile = await getOwnProfile(deps.store, id, principal)
  const person = await evidence.find(subject)
  if ((await cardOf(deps, person)) !== id.toLowerCase()) throw new Refusal('not-found')
  const { accountId } = principal
  if (profile.ownerId !== accountId) await deps.recordShown(accountId, person.subject)
  return person
}

async function cardOf({ store }: EvidenceDeps, person: EvidencePerson): Promise<string | undefined> {
  if (person.kind === 'visitor') return person.profileId
  if (person.kind !== 'subscription') return undefined
  const subscribed = await newestOf(store, person.subject, 'ReminderSubscribed')
  const profileId = subscribed?.data.profileId
  return typeof profileId === 'string' ? profileId.toLowerCase() : undefined
}

/** For who holds the mailbox of a mailed link. */
export function mailboxEvidenceRoutes(deps: MailboxDeps, evidence: Evidence): Router {
  const router = Router()
  route(router, deps, getMailboxProof, async ({ params, request }) => {
    const { mailboxId } = await openedMailbox(deps.links, request)
    const person = await evidence.find(params.id)
    const kept = await keptSubjects(deps, mailboxId)
    if (!kept.some(({ subject }) => subject === person.subject)) throw new Refusal('not-found')
    return evidence.proof({ id: mailboxId, isOwner: false }, person)
  })
  return router
}
