import type { IncomingMessage, ServerResponse } from 'node:http'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { ReadModel } from '@app/contracts/read-models.ts'
import { LRUCache } from 'lru-cache'
import type { ProjectionProgress } from '@app/projections/runtime/progress.ts'

/** Reads see earlier writes: answers of commands name a position, and reads wait until their read models have passed it. */
export interface ReadYourWrites {
  /** Sends a command's position in `Log-Position`, and remembers it for the account's next reads. */
  wrote(response: ServerResponse, accountId: string | undefined, position: Position): void
  /**
   * Waits until a call's read models contain `Wait-For-Position` and the account's writes by this process;
   * answers `Stale` when that takes too long.
   */
  caughtUp(
    { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
    reads: readonly ReadModel[],
    accountId: string | undefined,
  ): Promise<void>
  /** Waits until read models contain everything up to a position, for anonymous callers; answers `Stale` likewise. */
  holding(response: ServerResponse, reads: readonly ReadModel[], position: Position): Promise<void>
}

const WAIT_MS_MAX = 2_000
const REMEMBERED_MAX = 10_000
const POSITION = /^\d{1,20}$/

export function createReadYourWrites({
  waitFor,
  isKept,
}: Pick<ProjectionProgress, 'waitFor' | 'isKept'>): ReadYourWrites {
  const newest = new LRUCache<string, Position>({ max: REMEMBERED_MAX })
  const holding: ReadYourWrites['holding'] = async (response, reads, position) => {
    // Rows that nobody moves are not waited for, or a new version would cost two seconds a call while it is built.
    const timeoutMs = isKept(reads) ? WAIT_MS_MAX : 0
    if (!(await waitFor(position, timeoutMs, reads))) response.setHeader('Stale', 'true')
  }
  return {
    wrote: (response, accountId, position) => {
      response.setHeader('Log-Position', String(position))
      if (accountId !== undefined) newest.set(accountId, position)
    },
    caughtUp: async ({ request, response }, reads, accountId) => {
      const own = accountId === undefined ? undefined : newest.peek(accountId)
      const wanted = later(positionInHeader(request.headers['wait-for-position']), own)
      if (wanted !== undefined && reads.length > 0) await holding(response, reads, wanted)
    },
    holding,
  }
}

/** Ignores a text that is no position: a header invented by a proxy must not cost two seconds. */
export const positionInHeader = (header: string | string[] | undefined): Position | undefined =>
  typeof header === 'string' && POSITION.test(header) ? positionOf(header) : undefined

const later = (one: Position | undefined, other: Position | undefined): Position | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  return one > other ? one : other
}
