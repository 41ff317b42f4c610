import { isDone, type Send, newUuid } from '../send-call.ts'
import type { Clock } from '../clock.ts'
import type { PageVisit } from './page-visit.ts'

const TRIES_MAX = 5
const FIRST_WAIT_MS = 1_000

const isOver = (status: number): boolean => isDone(status) || status === 404 || status === 422

/** A retry has the same ids, so that it counts as the same tap. A header has the visitor's id. */
export function tapAddress({ slug, visitId, source, referrer, touch }: PageVisit): string {
  const query = new URLSearchParams({ e: newUuid(), v: visitId, s: source })
  if (referrer !== undefined) query.set('r', referrer)
  if (touch !== undefined) query.set('touch', touch)
  return `/api/public/profile/${encodeURIComponent(slug)}?${query.toString()}`
}

export interface Taps {
  readonly record: (visit: PageVisit) => Promise<void>
  readonly resume: () => Promise<void>
  /** Drops what waits. */
  readonly forget: () => void
}

export function createTaps(send: Send, clock: Clock): Taps {
  /** By address, the visitor. */
  const missing = new Map<string, string | undefined>()
  const underWay = new Set<string>()

  async function deliver(address: string, visitorId: string | undefined): Promise<void> {
    if (underWay.has(address)) return
    const whose = visitorId === undefined ? {} : { 'visitor-id': visitorId }
    underWay.add(address)
    for (let tries = 0; tries < TRIES_MAX && missing.has(address); tries += 1) {
      if (tries > 0) await pause(clock, FIRST_WAIT_MS * 2 ** (tries - 1))
      // It may have been forgotten meanwhile.
      if (missing.has(address) && isOver((await send(address, undefined, whose)).status))
        missing.delete(address)
    }
    underWay.delete(address)
  }

  return {
    record: (visit) => {
      const address = tapAddress(visit)
      missing.set(address, visit.visitorId)
      return deliver(address, visit.visitorId)
    },
    resume: async () => void (await Promise.all([...missing].map((tap) => deliver(...tap)))),
    forget: () => missing.clear(),
  }
}

const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve)
  })
