import { START, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { lagBehind } from '../wait-for.ts'
import type pg from 'pg'
import { activeAmong, listBuilds, ownBuildAmong, type Build } from './builds.ts'
import type { Projection } from './projection.ts'

/** Where a read model of this program is, whichever process follows the log for it. */
export interface ModelStatus {
  readonly projection: string
  readonly version: number
  readonly state: 'starting' | 'catching-up' | 'live' | 'stopped'
  /** Queries see rows of another version until this one has caught up. */
  readonly isMadeAnew: boolean
  readonly position: Position
  /** For how long it has been behind the log; null where that is unknown. */
  readonly lagSeconds: number | null
  readonly error: string | null
}

type Named = Pick<Projection, 'name' | 'version' | 'handles'>

/** From the checkpoints, by one statement. */
export async function readStatus(
  deps: {
    readonly db: Pick<pg.Pool, 'query'>
    readonly log: Pick<EventStore, 'readAll'>
    readonly now: () => Date
  },
  projections: readonly Named[],
): Promise<readonly ModelStatus[]> {
  const builds = await listBuilds(deps.db)
  return Promise.all(projections.map((one) => statusOf(deps, one, builds)))
}

async function statusOf(
  deps: {
    readonly db: Pick<pg.Pool, 'query'>
    readonly log: Pick<EventStore, 'readAll'>
    readonly now: () => Date
  },
  ours: Named,
  builds: readonly Build[],
): Promise<ModelStatus> {
  const { name: projection, version, handles } = ours
  const own = ownBuildAmong(builds, ours)
  const active = activeAmong(builds, projection)
  const position = own?.position ?? START
  const lagSeconds = await lagBehind(deps, position, handles)
  const isMadeAnew = active !== undefined && active.version !== version
  const error =
    active !== undefined && active.version > version ? newerTables(active, ours) : (own?.error ?? null)
  const isLive = own !== undefined && !isMadeAnew && (lagSeconds ?? 0) === 0
  const state = error !== null ? 'stopped' : own === undefined ? 'starting' : isLive ? 'live' : 'catching-up'
  return { projection, version, state, isMadeAnew, position, lagSeconds, error }
}

export const newerTables = ({ version }: Pick<Build, 'version'>, ours: Pick<Named, 'version'>): string =>
  `its tables are of version ${version}, newer than this program's ${ours.version}; update the program`
