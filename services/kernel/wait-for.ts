import { withTimeout } from '../platform/concurrency/concurrency-limiter.ts'
import { positionOf, type EventStore, type Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'

export interface Followed {
  readonly name: string
  readonly version: number
  readonly handles: readonly string[]
}

export type WaitFor = (models: readonly string[], position: Position, msMax?: number) => Promise<boolean>

interface WaitDeps {
  readonly db: Pick<pg.Pool, 'query'>
  readonly log: Pick<EventStore, 'readAll'>
}

const WAIT_MS_MAX = 2_000
const STEPS_MS = [2, 5, 10, 20, 50] as const

/** Polls the checkpoints, whichever process moves them. A database or log that is away answers no in the end. */
export const createWaitFor =
  (deps: WaitDeps, all: readonly Followed[]): WaitFor =>
  async (models, position, msMax = WAIT_MS_MAX) => {
    const endMs = performance.now() + msMax
    let lacking = all.filter(({ name }) => models.includes(name))
    for (let n = 0; ; n += 1) {
      const { behind, willMove } = await look(deps, lacking, position).catch(() => ({
        behind: lacking,
        willMove: true,
      }))
      lacking = behind
      if (lacking.length === 0) return true
      if (!willMove || performance.now() >= endMs) return false
      await pause(STEPS_MS[Math.min(n, STEPS_MS.length - 1)])
    }
  }

interface ShownRow {
  readonly model: string
  readonly version: number
  readonly position: string
}

async function look({ db, log }: WaitDeps, models: readonly Followed[], wanted: Position) {
  const { rows } = await db.query<ShownRow>({
    name: 'shown-builds',
    text: `select b.projection as model, b.version, c.position
           from projection.builds b join kernel.checkpoints c on c.name = b.build
           where b.state = 'active' and b.projection = any($1)`,
    values: [models.map(({ name }) => name)],
  })
  const shownOf = ({ name }: Followed) => rows.find(({ model }) => model === name)
  const areBehind = await Promise.all(
    models.map(async (model) => {
      const shown = shownOf(model)
      return shown === undefined || isBehind(log, positionOf(shown.position), wanted, model.handles)
    }),
  )
  const behind = models.filter((_model, index) => areBehind[index])
  // Rows of another version stay as they are until a build of this version takes their place.
  const willMove = behind.every((model) => (shownOf(model)?.version ?? model.version) === model.version)
  return { behind, willMove }
}

/** A checkpoint rests while no event concerns its read model: then one read of the log proves that it lacks none. */
async function isBehind(
  log: WaitDeps['log'],
  at: Position,
  wanted: Position,
  types: readonly string[],
): Promise<boolean> {
  if (at >= wanted) return false
  const { events, scannedTo } = await log.readAll(at, { limit: 1, filter: { types } })
  return events[0] === undefined ? scannedTo < wanted : events[0].position <= wanted
}

const LAG_MS_MAX = 500

/** Seconds since the oldest event behind a position was recorded; 0 without one, null without an answer in time. */
export function lagBehind(
  { log, now }: { readonly log: WaitDeps['log']; readonly now: () => Date },
  position: Position,
  types: readonly string[],
): Promise<number | null> {
  const seconds = log.readAll(position, { limit: 1, filter: { types } }).then(
    ({ events: [next], isAtHead }) => {
      if (next === undefined) return isAtHead ? 0 : null
      return Math.max(0, (now().getTime() - next.recordedAt.getTime()) / 1_000)
    },
    () => null,
  )
  return withTimeout(seconds, LAG_MS_MAX, () => null)
}
