import { subscribe, type Batch, type Running, type SubscriptionDeps } from '../subscription.ts'
import { createWake } from '../wake.ts'
import type pg from 'pg'
import {
  activeAmong,
  buildName,
  createBuild,
  dropOutdated,
  listBuilds,
  noteCaughtUp,
  ownBuildAmong,
  type Build,
  newerTables,
} from './builds.ts'
import { subscriptionOf, type FoldDeps } from './fold-build.ts'
import type { Projection } from './projection.ts'
import { activateBuild } from './swap.ts'

export interface FollowDeps extends FoldDeps, Pick<SubscriptionDeps, 'polls'> {
  readonly onBatch?: (projection: string, batch: Batch, seconds: number) => void
  readonly onTrouble?: (projection: string, error: Error) => void
  readonly lookMs?: number
}

const LOOK_MS = 2_000

/** Follows the log for every build of this program's versions; former ones too, so that erasures reach all. */
export function followBuilds(deps: FollowDeps, projections: readonly Projection[]): Running {
  const { lookMs = LOOK_MS } = deps
  const end = createWake()
  const running = new Map<string, Running>()
  const following = (async () => {
    while (!end.ended) {
      try {
        await followAll(deps, projections, running)
      } catch (error) {
        deps.onTrouble?.('builds', error as Error)
      }
      await end.sleep(lookMs)
    }
  })()
  return {
    stop: async () => {
      end.end()
      await following
      await Promise.all([...running.values()].map((one) => one.stop()))
    },
  }
}

async function followAll(
  deps: FollowDeps,
  projections: readonly Projection[],
  running: Map<string, Running>,
): Promise<void> {
  const before = await listBuilds(deps.db)
  const isMade = await ensureOwn(deps, projections, before)
  const builds = isMade ? await listBuilds(deps.db) : before
  for (const build of builds) {
    const projection = projections.find(
      ({ name, version }) => name === build.projection && version === build.version,
    )
    if (projection !== undefined && !running.has(keyOf(build)))
      running.set(keyOf(build), followBuild(deps, projection, build))
  }
  for (const [key, one] of running)
    if (!builds.some((build) => keyOf(build) === key)) {
      running.delete(key)
      await one.stop()
    }
  if (builds.some(({ state }) => state !== 'active')) await dropOutdated(deps.db, projections, deps.now())
}

/** One that is made again at once has the name of the cancelled one. */
const keyOf = ({ name, createdAt }: Build): string => `${name} ${createdAt.getTime()}`

/** A projection that cannot have a build delays no other one. @returns whether any was missing */
async function ensureOwn(
  { db, log, now, onTrouble }: FollowDeps,
  projections: readonly Projection[],
  builds: readonly Build[],
): Promise<boolean> {
  const place = { storeId: log.storeId, now: now() }
  const missing = projections.filter(({ name, version }) =>
    builds.every((build) => build.projection !== name || build.version !== version),
  )
  for (const projection of missing)
    await ensureBuild(db, projection, place).catch((error: Error) => onTrouble?.(projection.name, error))
  return missing.length > 0
}

/** The build that this program fills. A new one becomes active at once without another, or once it has caught up. */
export async function ensureBuild(
  db: pg.Pool,
  projection: Projection,
  place: { readonly storeId: string; readonly now: Date },
): Promise<Build> {
  const builds = await listBuilds(db)
  const active = activeAmong(builds, projection.name)
  if (active !== undefined && active.version > projection.version)
    throw new Error(`projection ${projection.name}: ${newerTables(active, projection)}`)
  const own = ownBuildAmong(builds, projection)
  if (own !== undefined) return own
  const created = await createBuild(db, projection, { name: buildName(projection), ...place })
  if (active !== undefined) return created
  await activateBuild(db, projection, { ...created, now: place.now })
  return { ...created, state: 'active' }
}

function followBuild(deps: FollowDeps, projection: Projection, build: Build): Running {
  const { db, polls, now, onBatch, onTrouble } = deps
  const { name } = projection
  // A new version takes the place of the former one, and a rebuild waits for somebody to compare it.
  let isUpgrade = build.state === 'building' && build.name === buildName(projection)
  let { hasCaughtUp } = build
  return subscribe(
    {
      db,
      polls,
      onTrouble: (_build, error) => onTrouble?.(name, error),
      onBatch: (_build, batch, seconds) => onBatch?.(name, batch, seconds),
    },
    {
      ...subscriptionOf(deps, projection, build.name),
      atHead: async (position) => {
        if (isUpgrade) await activateBuild(db, projection, { name: build.name, position, now: now() })
        isUpgrade = false
        if (!hasCaughtUp) await noteCaughtUp(db, build.name, now())
        hasCaughtUp = true
      },
    },
  )
}
