import type { TouchScreen } from '@app/contracts/traffic/kinds.ts'
import { newUuid, isDone, type Send } from './send-call.ts'
import type { DeviceVisitor } from './device-storage.ts'
import { SEEN_MS, type Clock } from './clock.ts'

/** Returning to a page that the browser cached starts another visit; one that it loads again goes on. */
export interface PageVisit {
  readonly profileId: string
  readonly slug: string
  readonly visitId: string
  readonly visitorId: string | undefined
  readonly source: 'nfc' | 'qr' | 'link'
  readonly referrer: string | undefined
  readonly touch?: TouchScreen | undefined
}

/** The entry of the browser's history has it: a phone throws tabs away, and loads them again. */
export interface StoredVisit {
  readonly visitId?: string | undefined
  readonly source?: PageVisit['source'] | undefined
}

export type OpenedPage = Omit<PageVisit, 'visitId' | 'visitorId'> & Pick<StoredVisit, 'visitId'>

const REFERRER_CHARS_MAX = 2_000

/** Cuts off all but scheme and host: the server keeps only the host of another site or app. */
function foreignReferrer(referrer: string, ownHost: string): string | undefined {
  try {
    const { host, protocol } = new URL(referrer)
    // The address of an app has no `origin`.
    const text = `${protocol}//${host}/`
    return host === ownHost || host === '' ? undefined : text.slice(0, REFERRER_CHARS_MAX)
  } catch {
    return undefined // an empty referrer: typed, scanned or tapped
  }
}

export function readOpenedPage(
  page: Pick<Document, 'referrer'> & { readonly body: Pick<HTMLElement, 'dataset'> },
  address: Pick<Location, 'search' | 'host'>,
  stored: StoredVisit,
): OpenedPage | undefined {
  const { profileId, slug } = page.body.dataset
  if (!profileId || !slug) return undefined
  const source = stored.source || new URLSearchParams(address.search).get('s')
  return {
    profileId,
    slug,
    visitId: stored.visitId,
    source: source === 'nfc' || source === 'qr' ? source : 'link',
    referrer: foreignReferrer(page.referrer, address.host),
  }
}

export const newVisit = (page: OpenedPage, visitorId: string | undefined): PageVisit => ({
  ...page,
  visitId: page.visitId || newUuid(),
  visitorId,
})

export const pageEventFields = (visit: PageVisit, eventId: string) => ({
  event_id: eventId,
  visit_id: visit.visitId,
  source: visit.source,
  ...(visit.visitorId !== undefined && { visitor_id: visit.visitorId }),
})

export interface PresentVisit {
  /** For what somebody does. After `forget` this is another visit, of another visitor. */
  readonly ofAct: () => PageVisit
  /** For messages without an action: a forgotten visitor gets no new id by only reading on. */
  readonly ofPage: () => PageVisit
  readonly forget: () => void
  readonly startOver: () => void
}

export function createPresentVisit(
  page: OpenedPage,
  visitor: Pick<DeviceVisitor, 'id' | 'forget'>,
): PresentVisit {
  let visit: PageVisit | undefined
  let { visitId } = page
  let isForgotten = false
  const ofAct = (): PageVisit => (visit ??= newVisit({ ...page, visitId }, visitor.id()))
  return {
    ofAct,
    ofPage: () => visit ?? (isForgotten ? newVisit({ ...page, visitId }, undefined) : ofAct()),
    forget: () => {
      visitor.forget()
      visit = visitId = undefined
      isForgotten = true
    },
    startOver: () => {
      visit = visitId = undefined
      isForgotten = false
    },
  }
}

const isVisible = (page: Document): boolean =>
  page.visibilityState === 'visible' && (page as { prerendering?: boolean }).prerendering !== true

/** Calls `onSeen` once, after one second of continuous visibility. The returned function restarts it for a new visit. */
export function watchVisibleSecond(page: Document, clock: Clock, onSeen: () => void): () => void {
  let callOff: (() => void) | undefined
  let done = false
  function look(): void {
    if (!isVisible(page)) stop()
    else if (!done && !callOff)
      callOff = clock.after(SEEN_MS, () => {
        done = true
        onSeen()
      })
  }
  function stop(): void {
    callOff?.()
    callOff = undefined
  }
  page.addEventListener('visibilitychange', look)
  page.addEventListener('prerenderingchange', look)
  look()
  return () => {
    stop()
    done = false
    look()
  }
}

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
  readonly forget: () => void
}

export function createTaps(send: Send, clock: Clock): Taps {
  const missing = new Map<string, string | undefined>()
  const underWay = new Set<string>()

  async function deliver(address: string, visitorId: string | undefined): Promise<void> {
    if (underWay.has(address)) return
    const whose = visitorId === undefined ? {} : { 'visitor-id': visitorId }
    underWay.add(address)
    for (let tries = 0; tries < TRIES_MAX && missing.has(address); tries += 1) {
      if (tries > 0) await pause(clock, FIRST_WAIT_MS * 2 ** (tries - 1))
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
