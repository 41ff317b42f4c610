import type pg from 'pg'
import { buildName, createBuild, listBuilds, type Build } from '../builds.ts'
import type { Projection } from '../projection.ts'

/** Of one projection, by one person at a time. */
export const lockOfRebuild = (projection: string): string => `rebuild of ${projection}`
/** Of all verifications and estimates, which drop each other's builds. */
export const VERIFY_LOCK = 7201003

export const verifyName = (projection: string): string => `${projection}_verify`

/**
 * Whether a build is kept, or was made on request. One that is only compared goes at once, and one of a new version takes the
 * place of the former one by itself.
 */
const isBeside = (
  { projection, name, version, state }: Build,
  ours: Pick<Projection, 'name' | 'version'>,
): boolean =>
  projection === ours.name &&
  version === ours.version &&
  state !== 'active' &&
  name !== verifyName(ours.name) &&
  (state === 'kept' || name !== buildName(ours))

interface Wanted {
  readonly storeId: string
  readonly now: Date
}

/** The build that an interrupted rebuild has left, or a new one. */
export async function openRebuild(db: pg.Pool, projection: Projection, wanted: Wanted): Promise<Build> {
  const left = (await listBuilds(db)).find(
    (build) => isBeside(build, projection) && build.state === 'building',
  )
  return left ?? createBuild(db, projection, wanted)
}

const lastKept = (builds: readonly Build[]): Build | undefined =>
  builds
    .filter(({ state, error }) => state === 'kept' && error === null)
    .toSorted((one, other) => Number(one.keptAt) - Number(other.keptAt))
    .at(-1)

/** The build that was read last before the present one, unless it stands still by an error. */
export const findKeptBuild = async (
  db: pg.Pool,
  ours: Pick<Projection, 'name' | 'version'>,
): Promise<Build | undefined> => lastKept((await listBuilds(db)).filter((build) => isBeside(build, ours)))

/** What stands beside a projection's live build. */
export interface Beside {
  readonly projection: string
  /** That the live build was made of. */
  readonly eventsInUse: number
  /** Made on request. */
  readonly rebuild: Build | undefined
  /** When the build to which one can go back was replaced. */
  readonly replacedAt: Date | null
}

/** Of each projection that has a live build. */
export async function listBeside(db: Pick<pg.Pool, 'query'>): Promise<readonly Beside[]> {
  const builds = await listBuilds(db)
  return builds
    .filter(({ state }) => state === 'active')
    .map(({ projection, version, events }) => {
      const own = builds.filter((build) => isBeside(build, { name: projection, version }))
      return {
        projection,
        eventsInUse: events,
        rebuild: own.find(({ state }) => state === 'building'),
        replacedAt: lastKept(own)?.keptAt ?? null,
      }
    })
}

export const findBeside = async (db: pg.Pool, name: string): Promise<Beside | undefined> =>
  (await listBeside(db)).find(({ projection }) => projection === name)
