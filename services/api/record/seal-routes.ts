import { Router } from 'express'
import { getAdminSeal, getAdminSealCheckpoint, type SealState } from '@app/contracts/api/record-calls.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { noteKept } from '@app/record/audit.ts'
import { sealStatusOf, type SealStatus } from '@app/record/sealed-record.ts'
import { findNewestSeal } from '@app/record/trusted-seals.ts'
import { adminActor } from '../admin/admin-deps.ts'
import { guardedFileRoute, guardedRoute } from '../http/route.ts'
import type { RecordDeps } from './record-deps.ts'

export function sealRoutes(deps: RecordDeps): Router {
  const router = Router()
  guardedRoute(router, deps, getAdminSeal, async () => shownOf(await sealStatusOf(deps.record, deps.now())))

  guardedFileRoute(router, deps, getAdminSealCheckpoint, async ({ response }, principal) => {
    await deps.record.sealNow?.()
    const seal = await findNewestSeal(deps.record)
    if (seal === undefined) throw new Refusal('not-found', 'El registro todavía no tiene un sello.')
    // Before it is sent: what somebody may hold is written down.
    await noteKept(deps, seal.size, adminActor(principal))
    response.attachment(`sello_${seal.size}.txt`)
    response.type('text/plain; charset=utf-8').send(seal.checkpoint)
  })
  return router
}

function shownOf({
  seal,
  anchor,
  anchoredSize,
  unsealedSeconds,
  progress,
  isRefused,
}: SealStatus): SealState {
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
    is_refused: isRefused,
  }
}
