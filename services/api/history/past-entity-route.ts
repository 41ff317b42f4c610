import type { Router } from 'express'
import { getAdminPastEntity } from '@app/contracts/api/admin/admin-history.ts'
import type { Revision } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account } from '@app/domain/account.ts'
import type { Decider } from '@app/domain/decider.ts'
import { profile } from '@app/domain/profile.ts'
import { load } from '@app/kernel/commands.ts'
import { foldPast, type Past } from '@app/kernel/fold.ts'
import { guardedRoute, type AnswerOf } from '../http/route.ts'
import { accountEntity, entityIdOf, pastAccountOf, profileEntity, type Entity } from './past-entity.ts'
import { keptImagesOf, pastProfileOf } from './past-profile.ts'
import type { HistoryDeps } from './history-deps.ts'

/** Of an event. */
interface EventPlace {
  readonly stream: string
  readonly revision: Revision
}

/** Of an account's folds. @throws Refusal unavailable when too many wait */
export type InTurn = <Result>(accountId: string, work: () => Promise<Result>) => Promise<Result>

export interface FoldingDeps extends HistoryDeps {
  readonly inTurn: InTurn
}

type PastEntity = AnswerOf<typeof getAdminPastEntity>

const POSITION = /^\d{1,18}$/
/** Strangers lengthen an account's stream by 24 reset links a day, and former releases wrote its sign-ins there. */
const EVENTS_MAX = 20_000
const TOO_FAR = 'Esa cuenta tiene demasiados cambios para mostrarla como estaba en ese momento.'

export function pastEntityRoute(
  router: Router,
  deps: FoldingDeps,
  placeOf: (position: string) => Promise<EventPlace | undefined>,
): void {
  guardedRoute(router, deps, getAdminPastEntity, async ({ params }, { accountId }) => {
    const { position } = params
    const place = POSITION.test(position) ? await placeOf(position) : undefined
    if (place === undefined) throw new Refusal('not-found')
    const { kind, id } = entityIdOf(place.stream)
    if (kind !== 'profile' && kind !== 'account') throw new Refusal('not-found')
    // As the detail of the event, from which it is opened.
    await deps.recordReading(accountId, { form: 'event', position: String(BigInt(position)) }, place.stream)
    const find = kind === 'profile' ? pastProfile : pastAccount
    return deps.inTurn(accountId, () => find(deps, { kind, id }, place))
  })
}

async function pastProfile(deps: FoldingDeps, entity: Entity, place: EventPlace): Promise<PastEntity> {
  const { state: today } = await load(deps.store, profile, place.stream)
  const answer = { entity: profileEntity(entity, today), profile: null, account: null }
  // Its words go with it, those of before as well.
  if (today.status !== 'created') return answer
  const past = await stateAt(deps, profile, place)
  if (past?.state.status !== 'created' || past.state.slug === '') return answer
  const kept = await keptImagesOf(deps.storedImages, past.state)
  return { ...answer, profile: pastProfileOf(entity.id, past.state, today, kept) }
}

async function pastAccount(deps: FoldingDeps, entity: Entity, place: EventPlace): Promise<PastEntity> {
  const { state: today } = await load(deps.store, account, place.stream)
  const past = await stateAt(deps, account, place)
  return {
    entity: accountEntity(entity, today),
    profile: null,
    account: past === undefined ? null : pastAccountOf(past),
  }
}

function stateAt<State>(
  { store }: FoldingDeps,
  decider: Decider<State, never>,
  { stream, revision }: EventPlace,
): Promise<Past<State> | undefined> {
  if (revision >= EVENTS_MAX) throw new Refusal('invalid', TOO_FAR)
  return foldPast(store, decider, stream, { revision })
}
