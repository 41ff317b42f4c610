import { positionOf, type EventStore, type Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { placeAt, type Place } from './checkpoint.ts'

export type Wake = ReturnType<typeof createWake>

/** Wakes one waiter, until it ends. No promise outlives its wait, so that a subscription of weeks accumulates nothing. */
export function createWake() {
  let [ended, isRung] = [false, false]
  let onEnd = (): void => undefined
  let onRing = (): void => undefined
  const pause = (ms: number, endsAtRing: boolean): Promise<void> =>
    new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(over, ms)
      onEnd = over
      onRing = endsAtRing ? over : () => undefined
      if (ended || (endsAtRing && isRung)) over()
    })
  return {
    get ended(): boolean {
      return ended
    },
    ring: (): void => {
      isRung = true
      onRing()
    },
    /** Until the next ring, the end or the time limit. */
    wait: async (ms: number): Promise<void> => {
      await pause(ms, true)
      isRung = false
    },
    /** Until the end or the time limit: a ring would defeat the pauses after failures. */
    sleep: (ms: number): Promise<void> => pause(ms, false),
    end: (): void => {
      ended = true
      onEnd()
    },
  }
}

interface Sleeper {
  readonly name: string
  readonly resting: () => Place | undefined
  /** @param place undefined: the checkpoint is opened again, as it is gone or the log ends before it */
  readonly wakeAt: (place: Place | undefined) => void
}

/** The delay after which an append of another process is noticed. */
const POLL_MS = 1_000

export type Polls = ReturnType<typeof startPolls>

/** One poll for all that rest: wakes those with new events, or a checkpoint that was moved or lost in a crash. */
export function startPolls({
  db,
  log,
  pollMs = POLL_MS,
}: {
  readonly db: Pick<pg.Pool, 'query'>
  readonly log: Pick<EventStore, 'headPosition'>
  readonly pollMs?: number
}) {
  const sleepers = new Set<Sleeper>()
  const end = createWake()

  async function poll(): Promise<void> {
    const resting = [...sleepers].map((sleeper) => ({ sleeper, place: sleeper.resting() }))
    if (resting.every(({ place }) => place === undefined)) return
    const [head, positions] = await Promise.all([log.headPosition(), readPositions(db)])
    for (const { sleeper, place } of resting) {
      if (place === undefined || place !== sleeper.resting()) continue
      const written = positions.get(sleeper.name)
      if (written === undefined || head < place.scanned) sleeper.wakeAt(undefined)
      else if (written !== place.written) sleeper.wakeAt(placeAt(written, true))
      else if (head > place.scanned) sleeper.wakeAt(place)
    }
  }

  const polling = (async () => {
    for (await end.sleep(pollMs); !end.ended; await end.sleep(pollMs))
      // A log or database that is away wakes nobody.
      await poll().catch(() => undefined)
  })()
  return {
    add: (sleeper: Sleeper): (() => void) => {
      sleepers.add(sleeper)
      return () => void sleepers.delete(sleeper)
    },
    stop: async (): Promise<void> => {
      end.end()
      await polling
    },
  }
}

async function readPositions(db: Pick<pg.Pool, 'query'>): Promise<ReadonlyMap<string, Position>> {
  const { rows } = await db.query<{ name: string; position: string }>({
    name: 'checkpoints',
    text: 'select name, position from kernel.checkpoints',
  })
  return new Map(rows.map(({ name, position }) => [name, positionOf(position)]))
}
