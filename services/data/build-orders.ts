import { createConcurrencyLimiter } from '../platform/concurrency/concurrency-limiter.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import type { ReadModel } from '@app/contracts/data.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { projectionNamed } from '@app/projections/projections.ts'
import { activeAmong, createBuild, dropBuild, listBuilds, type Build } from '../kernel/models/builds.ts'
import { compareBuilds, type Comparison } from '../kernel/models/compare.ts'
import type { FoldDeps } from '../kernel/models/fold-build.ts'
import { swapBuild, ViewsInUse } from '../kernel/models/swap.ts'
import { appendAudit } from '../audit/hourly-audit.ts'
import type { Parts } from '../platform/ctx.ts'

export type FoldingBackend = Pick<Parts, 'projector' | 'sealed' | 'codec' | 'seals' | 'now'>

export function foldingDeps({ projector: db, sealed: log, codec, seals, now }: FoldingBackend): FoldDeps {
  return { db, log, codec, seals, now }
}

interface Ordered {
  readonly projection: ReadModel
  readonly order: 'start' | 'cancel' | 'swap' | 'rollback'
}

const STATEMENT_TOO_LONG = '57014'
const WAITING_MAX = 20

/** An order is recorded before it acts: after a crash in between, repeating it completes it. */
export function openBuilds(backend: FoldingBackend & Pick<Parts, 'store' | 'newId'>) {
  const { projector: db, store, newId, now } = backend
  const deps = foldingDeps(backend)
  // A comparison and a swap take three of the pool's connections.
  const inTurn = createConcurrencyLimiter({ atOnce: 1, waitingMax: WAITING_MAX })
  const record = (actor: Actor, data: Ordered) =>
    appendAudit(store, { type: 'RebuildOrdered', data: { ...data } }, { id: newId(), actor, at: now() })

  async function make(actor: Actor, name: ReadModel): Promise<void> {
    const builds = await buildsOf(db, name)
    const { storeId } = liveOf(builds, name)
    if (builds.some(({ state }) => state === 'building'))
      throw new Refusal('conflict', 'Esa vista ya se está reconstruyendo.')
    await record(actor, { projection: name, order: 'start' })
    await createBuild(db, projectionNamed(name), { storeId, now: now() })
  }

  async function cancel(actor: Actor, name: ReadModel, build = ''): Promise<void> {
    const building = named(await buildsOf(db, name), build)
    if (building.state !== 'building') throw new Refusal('conflict', 'Esa vista no se está reconstruyendo.')
    await record(actor, { projection: name, order: 'cancel' })
    await dropBuild(db, build)
  }

  const swap = (actor: Actor, name: ReadModel, build = ''): Promise<void> =>
    inTurn(async () => {
      const builds = await buildsOf(db, name)
      const live = liveOf(builds, name)
      const { state } = ready(named(builds, build))
      await record(actor, { projection: name, order: state === 'kept' ? 'rollback' : 'swap' })
      await swapBuild(deps, projectionNamed(name), { live: live.name, other: build }).catch(refuseBusy(name))
    })

  const compare = (name: ReadModel, build: string): Promise<Comparison> =>
    inTurn(async () => {
      const builds = await buildsOf(db, name)
      const live = liveOf(builds, name)
      ready(named(builds, build))
      const names = { live: live.name, other: build }
      return await compareBuilds(deps, projectionNamed(name), names).catch(refuseBusy(name))
    })

  return { list: () => listBuilds(db), order: { make, cancel, swap }, compare }
}

const buildsOf = async (db: Parts['projector'], name: ReadModel): Promise<readonly Build[]> =>
  (await listBuilds(db)).filter(({ projection }) => projection === name)

/** Rows of two versions have other columns: nothing can be compared. @throws Refusal */
export function liveOf(builds: readonly Build[], name: ReadModel): Build {
  const { version } = projectionNamed(name)
  const live = activeAmong(builds, name)
  if (live?.version === version) return live
  throw new Refusal(
    'conflict',
    `La vista ${name} todavía no está en uso en su versión ${version}: inicia el producto (npm start), espera a que esté al día y vuelve a intentarlo.`,
  )
}

function named(builds: readonly Build[], name: string): Build {
  const build = builds.find((one) => one.name === name && one.state !== 'active')
  if (build !== undefined) return build
  throw new Refusal('conflict', 'Esas filas ya no están. No se cambió nada.')
}

function ready(build: Build): Build {
  if (build.hasCaughtUp && build.error === null) return build
  throw new Refusal('conflict', 'La reconstrucción todavía no está al día: espera a que termine.')
}

const refuseBusy =
  (name: ReadModel) =>
  (error: unknown): never => {
    if (error instanceof ViewsInUse)
      throw new Refusal('conflict', `Hay consultas largas sobre ${name}: nada cambió. Vuelve a intentarlo.`)
    if ((error as { readonly code?: unknown }).code === STATEMENT_TOO_LONG)
      throw new Refusal('conflict', `Comparar ${name} tarda demasiado desde aquí: npm run ops -- verify`)
    throw error
  }
