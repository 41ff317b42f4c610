import type { TouchScreen } from '@app/contracts/traffic/kinds.ts'
import { newUuid } from '../send-call.ts'
import type { DeviceVisitor } from '../identify/device-visitor.ts'

/** Returning to a page that the browser kept starts another visit; one that it loads again goes on. */
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

interface Device {
  readonly userAgent: string
  /** Undefined in Safari before 13. */
  readonly maxTouchPoints: number | undefined
  readonly screen: Pick<Screen, 'width' | 'height'>
  /** Its first pointer is a finger. */
  readonly isCoarse: boolean
}

/** The shorter side; the largest phones have some 480. */
const SMALL_PX_MAX = 500

/** What a user agent hides that names a desktop. No Mac is touched; of machines with Linux some laptops are. */
export function touchOf({ userAgent, maxTouchPoints, screen, isCoarse }: Device): TouchScreen | undefined {
  const isHidden = userAgent.includes('Macintosh') || (userAgent.includes('X11; Linux') && isCoarse)
  if (!isHidden || !maxTouchPoints || maxTouchPoints < 2) return undefined
  return Math.min(screen.width, screen.height) <= SMALL_PX_MAX ? 'small' : 'large'
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

/** The visit under which an open page reports its events. */
export interface PresentVisit {
  /** For what somebody does. After `forget` this is another visit, of another visitor. */
  readonly ofAct: () => PageVisit
  /** For messages without an action: a forgotten visitor gets no new id by only reading on. */
  readonly ofPage: () => PageVisit
  /** The visitor, too. */
  readonly forget: () => void
  /** Somebody opens the page again. */
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

/** A parameter of the present visit must not stay in an address that people copy, share and keep in the history. */
export function hideParameter(
  name: string,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'state' | 'replaceState'>,
  state: unknown = history.state,
): void {
  const parts = search.slice(1).split('&')
  const rest = parts.filter((part) => part.split('=')[0] !== name).join('&')
  history.replaceState(state, '', pathname + (rest && `?${rest}`) + hash)
}
