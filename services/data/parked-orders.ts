import type { Actor, Position } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { ReadModel } from '@app/contracts/data.ts'
import { projectionNamed } from '@app/projections/projections.ts'
import { countParked, findParked, listParked, retryInBuilds } from '../kernel/models/parked.ts'
import { skipIdOf } from '../kernel/log/ids.ts'
import { appendAudit } from '../audit/hourly-audit.ts'
import type { Parts } from '../platform/ctx.ts'
import { foldingDeps, type FoldingBackend } from './build-orders.ts'

const NOT_PARKED = 'Ese evento no está apartado en esa vista.'
const NOT_FIRST =
  'Ese evento solo espera a otro anterior de lo mismo: reintenta u omite primero el evento al que espera.'

/** The actor is recorded first: a crash leaves an order without an effect, which a repetition completes. */
export function openParked(backend: FoldingBackend & Pick<Parts, 'store' | 'newId'>) {
  const { projector: db, store, now, newId } = backend
  const deps = foldingDeps(backend)

  async function retry(actor: Actor, name: ReadModel): Promise<number> {
    if (!(await countParked(db)).has(name)) return 0
    const data = { projection: name }
    await appendAudit(store, { type: 'ParkedEventsRetried', data }, { id: newId(), actor, at: now() })
    return retryInBuilds(deps, projectionNamed(name))
  }

  async function skip(
    actor: Actor,
    name: ReadModel,
    { position, reason }: { readonly position: Position; readonly reason: string },
  ): Promise<number> {
    const parked = await findParked(db, name, position)
    if (parked === undefined) throw new Refusal('not-found', NOT_PARKED)
    const { eventId, waitsFor } = parked
    if (waitsFor !== undefined) throw new Refusal('conflict', NOT_FIRST)
    const event = eventId === null ? {} : { eventId }
    const data = { projection: name, position: String(position), reason, ...event }
    const id = skipIdOf(name, position)
    await appendAudit(store, { type: 'ParkedEventSkipped', data }, { id, actor, at: now() })
    return retryInBuilds(deps, projectionNamed(name), position)
  }

  return {
    list: (name: ReadModel, page: { readonly after: Position; readonly limit: number }) =>
      listParked(db, name, page),
    count: () => countParked(db),
    retry,
    skip,
  }
}
