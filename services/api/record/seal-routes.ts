import { Router } from 'express'
import { getAdminSeal, getAdminSealCheckpoint, type SealState } from '@app/contracts/api/record-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { isStoreError, type Actor, type AppendResult, type EventStore } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { envelop } from '@app/event-store/handle.ts'
import { causeBy } from '@app/processes/command-context.ts'
import { findNewestSeal } from '@app/record/seal-tables.ts'
import { sealStatusOf, type SealedRecord, type SealStatus } from '@app/record/sealed-record.ts'
import { adminActor } from '../admin/admin-actor.ts'
import { guardedFileRoute, guardedRoute, type RouteDeps } from '../http/route.ts'

export interface SealDeps extends RouteDeps {
  readonly record: SealedRecord
  readonly store: EventStore
  readonly now: () => Date
  readonly newId: () => string
}

export function sealRoutes(deps: SealDeps): Router {
  const router = Router()
  guardedRoute(router, deps, getAdminSeal, async () => shownOf(await sealStatusOf(deps.record, deps.now())))

  guardedFileRoute(router, deps, getAdminSealCheckpoint, async ({ response, wrote }, principal) => {
    const seal = await findNewestSeal(deps.record.db)
    if (seal === undefined) throw new Refusal('not-found', 'El registro todavía no tiene un sello.')
    // Before it is sent: what somebody may hold is written down.
    wrote(await noteKept(deps, seal.size, adminActor(principal)))
    response.attachment(`sello_${seal.size}.txt`)
    response.type('text/plain; charset=utf-8').send(seal.checkpoint)
  })
  return router
}

function shownOf({ seal, anchor, anchoredSize, unsealedSeconds, progress }: SealStatus): SealState {
  return {
    seal:
      seal === undefined
        ? null
        : {
            size: seal.size,
            position: String(seal.lastPosition),
            root: seal.root.toString('base64'),
            key_id: seal.keyId,
            made_at: seal.madeAt.toISOString(),
          },
    anchor,
    anchored_size: anchoredSize === 0 ? null : anchoredSize,
    unsealed_seconds: unsealedSeconds,
    progress: progress ?? null,
  }
}

const ATTEMPTS_MAX = 8

/** On the stream of the day, without loading it. */
async function noteKept(
  { store, now, newId }: Pick<SealDeps, 'store' | 'now' | 'newId'>,
  size: number,
  actor: Actor,
): Promise<AppendResult> {
  const stream = auditStream(dayInSantiago(now().getTime()))
  const event = { type: 'CheckpointKept', data: { size: String(size) } } as const
  const enveloped = envelop(event, newId(), causeBy({ now, newId }, actor))
  for (let attempt = 1; ; attempt += 1) {
    const head = await store.head(stream)
    try {
      return await store.append(stream, head === 'closed' ? 'noStream' : head, [enveloped])
    } catch (error) {
      if (!isStoreError(error, 'Conflict') || attempt === ATTEMPTS_MAX) throw error
    }
  }
}
