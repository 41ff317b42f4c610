import type { Send } from '../call.ts'
import type { Clock } from '../clock.ts'
import { pageEventQuery, type PageVisit } from './visit.ts'

const TRIES_MAX = 5
const FIRST_WAIT_MS = 1_000

const isOver = (status: number): boolean =>
  (status >= 200 && status < 300) || status === 404 || status === 422

/** A retry has the same ids, so that it counts as the same tap. */
export const tapAddress = (visit: PageVisit): string =>
  `/api/public/profile/${encodeURIComponent(visit.slug)}?${pageEventQuery(visit, { r: visit.referrer })}`

export interface Taps {
  readonly record: (visit: PageVisit) => Promise<void>
  readonly resume: () => Promise<void>
}

export function createTaps(send: Send, clock: Clock): Taps {
  const missing = new Set<string>()
  const underWay = new Set<string>()

  async function deliver(address: string): Promise<void> {
    if (underWay.has(address)) return
    underWay.add(address)
    for (let tries = 0; tries < TRIES_MAX && missing.has(address); tries += 1) {
      if (tries > 0) await pause(clock, FIRST_WAIT_MS * 2 ** (tries - 1))
      if (isOver((await send(address)).status)) missing.delete(address)
    }
    underWay.delete(address)
  }

  return {
    record: (visit) => {
      const address = tapAddress(visit)
      missing.add(address)
      return deliver(address)
    },
    resume: async () => void (await Promise.all([...missing].map(deliver))),
  }
}

const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve)
  })
