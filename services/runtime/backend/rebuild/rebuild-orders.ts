import type pg from 'pg'
import { createConcurrencyLimiter } from '@app/concurrency/concurrency-limiter.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import type { ReadModel } from '@app/contracts/read-models.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { projectionNamed } from '@app/projections/projections.ts'
import { dropBuild, type Build, noteCompared } from '@app/projections/runtime/builds.ts'
import {
  findBeside,
  findKeptBuild,
  listBeside,
  openRebuild,
} from '@app/projections/runtime/rebuild/builds-beside.ts'
import { rowTextsOf, type RowTexts } from '@app/projections/runtime/rebuild/compare-table.ts'
import { compareBuilds, differingRows, type Comparison } from '@app/projections/runtime/rebuild/compare.ts'
import { measureRate } from '@app/projections/runtime/rebuild/measure-rate.ts'
import { appendAudit } from '@app/record/audit.ts'
import { foldingDeps, liveBuildOf, swapIn, whileNobodyVerifies, whileRebuilding } from './rebuild-locks.ts'
import type { Backend } from '../open-backend.ts'

type Order = 'start' | 'cancel' | 'swap' | 'rollback'

interface Ordered {
  readonly projection: string
  readonly order: Order
  readonly differing?: number
}

interface Compared extends Omit<Comparison, 'rows'> {
  readonly differing: number
  readonly rows: readonly RowTexts[]
}

const STATEMENT_TOO_LONG = '57014'
const WAITING_MAX = 20

/** Recorded first: a crash in between leaves an order without an effect, and whoever repeats it completes it. */
export async function recordOrder(
  { store, newId, now }: Pick<Backend, 'store' | 'newId' | 'now'>,
  actor: Actor,
  data: Ordered,
): Promise<void> {
  await appendAudit(store, { type: 'RebuildOrdered', data }, { id: newId(), actor, at: now() })
}

/** Builds beside the live ones, as people at the panel order them. The product follows them. */
export function openRebuilds(backend: Backend) {
  const { projector: db } = backend
  const alone = createTurn()

  const estimate = (name: ReadModel) =>
    alone(async () => {
      const projection = projectionNamed(name)
      const live = await liveBuildOf(db, projection)
      const events = (await findBeside(db, name))?.eventsInUse ?? 0
      if (events === 0) return { events, seconds: 0 }
      const deps = foldingDeps(backend)
      const rate = await whileNobodyVerifies(db, () => measureRate(deps, projection, live.position))
      return { events, seconds: events / rate }
    })

  const compare = (name: ReadModel): Promise<Compared> =>
    alone(() => whileRebuilding(db, { name }, () => comparedRebuild(backend, name))).catch(
      (error: unknown) => {
        if ((error as { readonly code?: unknown }).code !== STATEMENT_TOO_LONG) throw error
        throw new Refusal('conflict', `Comparar tarda demasiado desde aquí: npm run ops -- rebuild ${name}`)
      },
    )

  return {
    list: () => listBeside(db),
    estimate,
    order: ordersOf(backend),
    compare,
    ...swapsOf(backend, alone),
  }
}

/** A comparison takes four of the pool's connections: two at a time might wait for each other's. */
function createTurn() {
  let isTaken = false
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isTaken) throw new Refusal('conflict', 'Hay otra orden en curso: espera a que termine.')
    isTaken = true
    try {
      return await work()
    } finally {
      isTaken = false
    }
  }
}

function swapsOf(backend: Backend, alone: ReturnType<typeof createTurn>) {
  const { projector: db } = backend
  const swap = (actor: Actor, name: ReadModel, typed: string | undefined): Promise<void> =>
    alone(() =>
      whileRebuilding(db, { name }, async () => {
        const { name: build, differing } = await readyRebuild(db, name)
        if (differing === null) throw new Refusal('conflict', 'Compara las dos versiones antes de cambiar.')
        if (differing > 0 && typed?.trim() !== name)
          throw new Refusal('invalid', `Hay filas distintas: escribe ${name} para cambiar.`, {
            field: 'typed',
          })
        const projection = projectionNamed(name)
        await recordOrder(backend, actor, { projection: name, order: 'swap', differing })
        await swapIn(foldingDeps(backend), projection, build)
      }),
    )

  const rollback = (actor: Actor, name: ReadModel): Promise<void> =>
    alone(() =>
      whileRebuilding(db, { name }, async () => {
        const projection = projectionNamed(name)
        const kept = await findKeptBuild(db, projection)
        if (kept === undefined)
          throw new Refusal('conflict', `La vista ${name} no tiene una anterior guardada. No se cambió nada.`)
        await recordOrder(backend, actor, { projection: name, order: 'rollback' })
        await swapIn(foldingDeps(backend), projection, kept.name)
      }),
    )
  return { swap, rollback }
}

function ordersOf(backend: Backend) {
  const { projector: db, now } = backend
  // Each takes two of the pool's connections.
  const inTurn = createConcurrencyLimiter({ atOnce: 1, waitingMax: WAITING_MAX })
  return {
    start: (actor: Actor, name: ReadModel): Promise<void> => {
      const projection = projectionNamed(name)
      return inTurn(() =>
        whileRebuilding(db, projection, async () => {
          const live = await liveBuildOf(db, projection)
          if ((await findBeside(db, name))?.rebuild !== undefined)
            throw new Refusal('conflict', 'Esa vista ya se está reconstruyendo.')
          await recordOrder(backend, actor, { projection: name, order: 'start' })
          await openRebuild(db, projection, { storeId: live.storeId, now: now() })
        }),
      )
    },
    cancel: (actor: Actor, name: ReadModel): Promise<void> =>
      inTurn(() =>
        whileRebuilding(db, { name }, async () => {
          const { name: build } = await begunRebuild(db, name)
          await recordOrder(backend, actor, { projection: name, order: 'cancel' })
          await dropBuild(db, build)
        }),
      ),
  }
}

async function begunRebuild(db: pg.Pool, name: ReadModel): Promise<Build> {
  const rebuild = (await findBeside(db, name))?.rebuild
  if (rebuild === undefined) throw new Refusal('conflict', 'Esa vista no se está reconstruyendo.')
  return rebuild
}

async function readyRebuild(db: pg.Pool, name: ReadModel): Promise<Build> {
  const rebuild = await begunRebuild(db, name)
  if (!rebuild.hasCaughtUp)
    throw new Refusal('conflict', 'La reconstrucción todavía no está al día: espera a que termine.')
  return rebuild
}

async function comparedRebuild(backend: Backend, name: ReadModel): Promise<Compared> {
  const { projector: db } = backend
  const projection = projectionNamed(name)
  const fresh = await readyRebuild(db, name)
  const live = await liveBuildOf(db, projection)
  const compared = await compareBuilds(foldingDeps(backend), projection, { live, fresh })
  const differing = differingRows(compared)
  await noteCompared(db, fresh.name, differing)
  return { ...compared, differing, rows: compared.rows.map(rowTextsOf) }
}
