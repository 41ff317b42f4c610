import type { DeviceVisitor } from '../identify/device-visitor.ts'
import { newVisit, type OpenedPage, type PageVisit } from './page-visit.ts'

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
