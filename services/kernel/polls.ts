import type { EventStore, Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { readPositions, type Place } from './checkpoint.ts'
import { createWake } from './wake.ts'

interface Sleeper {
  readonly name: string
  /** Undefined while it works. */
  readonly resting: () => Place | undefined
  readonly wake: (written: Position | undefined, head: Position) => void
}

/** The delay after which an append of another process is seen. */
const POLL_MS = 1_000

export type Polls = ReturnType<typeof startPolls>

/**
 * One poll for all subscriptions of a process that rest. It wakes them when another process has appended, and those whose
 * checkpoint another process has moved or a crash of the database has set back.
 */
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
      if (written !== place.written || head !== place.scanned) sleeper.wake(written, head)
    }
  }

  const polling = (async () => {
    for (await end.sleep(pollMs); !end.ended; await end.sleep(pollMs))
      // A log or database that is away wakes nobody.
      await poll().catch(() => undefined)
  })()
  return {
    /** @returns ends it */
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
