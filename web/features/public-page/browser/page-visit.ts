import type { TouchScreen } from '@app/contracts/traffic/kinds.ts'
import { newUuid, isDone, type Send } from './send-call.ts'
import type { DeviceVisitor } from './device-storage.ts'
import type { Clock } from './clock.ts'

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

/** Scheme and host of another site or app; the rest of it may be personal. An empty text: typed, scanned or tapped. */
function foreignReferrer(referrer: string, ownHost: string): string | undefined {
  const [origin, host] = /^[\w.+-]+:\/\/([^/?#]{1,2000})/.exec(referrer) || []
  return origin && host !== ownHost ? `${origin}/` : undefined
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

export type PresentVisit = ReturnType<typeof createPresentVisit>

export function createPresentVisit(page: OpenedPage, visitor: Pick<DeviceVisitor, 'id' | 'forget'>) {
  let visit: PageVisit | undefined
  let { visitId } = page
  let isForgotten = false
  const ofAct = (): PageVisit => (visit ??= newVisit({ ...page, visitId }, visitor.id()))
  const startOver = (): void => {
    visit = visitId = undefined
    isForgotten = false
  }
  return {
    /** For what somebody does. After `forget` this is another visit, of another visitor. */
    ofAct,
    /** For messages without an action: a forgotten visitor gets no new id by only reading on. */
    ofPage: () => visit ?? (isForgotten ? newVisit({ ...page, visitId }, undefined) : ofAct()),
    startOver,
    forget: () => {
      visitor.forget()
      startOver()
      isForgotten = true
    },
  }
}

const isVisible = (page: Document): boolean =>
  page.visibilityState === 'visible' && (page as { prerendering?: boolean }).prerendering !== true

const SEEN_MS = 1_000

/** Calls `onSeen` once, after one second of continuous visibility. The returned function restarts it for a new visit. */
export function watchVisibleSecond(page: Document, clock: Clock, onSeen: () => void): () => void {
  let callOff = (): void => undefined
  let isSeen = false
  function look(): void {
    callOff()
    if (!isVisible(page) || isSeen) return
    callOff = clock.after(SEEN_MS, () => {
      isSeen = true
      onSeen()
    })
  }
  page.addEventListener('visibilitychange', look)
  page.addEventListener('prerenderingchange', look)
  look()
  return () => {
    isSeen = false
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

export type Taps = ReturnType<typeof createTaps>

export function createTaps(send: Send, clock: Clock) {
  const missing = new Map<string, string | undefined>()
  const underWay = new Set<string>()

  async function deliver(address: string, visitorId: string | undefined): Promise<void> {
    if (underWay.has(address)) return
    const headers = visitorId === undefined ? {} : { 'visitor-id': visitorId }
    underWay.add(address)
    for (let tries = 0; tries < TRIES_MAX && missing.has(address); tries += 1) {
      if (tries > 0) await new Promise<void>((go) => clock.after(FIRST_WAIT_MS * 2 ** (tries - 1), go))
      if (missing.has(address) && isOver((await send(address, undefined, headers)).status))
        missing.delete(address)
    }
    underWay.delete(address)
  }

  return {
    record: (visit: PageVisit): Promise<void> => {
      const address = tapAddress(visit)
      missing.set(address, visit.visitorId)
      return deliver(address, visit.visitorId)
    },
    resume: async () => void (await Promise.all([...missing].map((tap) => deliver(...tap)))),
    forget: () => missing.clear(),
  }
}
