import { browserClock as clock } from './clock.ts'
import { createSend, type Send } from './send-call.ts'
import { createClicks, dropClicks, type Clicks, watchPressedLinks } from './clicks.ts'
import { watchSaveContact } from './save-contact.ts'
import {
  createDeviceStorage,
  sessionToken,
  createObjection,
  type Objection,
  asksNotToBeFollowed,
  createVisitor,
  type DeviceVisitor,
} from './device-storage.ts'
import { watchFailingImages, watchShare } from './share.ts'
import { watchIdentifyDialog, createIdentify, watchKnownVisitor } from './identify-dialog.ts'
import { watchRemindDialog, createRemind } from './remind-dialog.ts'
import { copyText } from '../../../ui/browser/copy-and-save.ts'
import {
  watchVisibleSecond,
  readOpenedPage,
  type OpenedPage,
  type StoredVisit,
  createPresentVisit,
  type PresentVisit,
  createTaps,
  type Taps,
} from './page-visit.ts'
import { hideParameter, touchOf } from './read-device.ts'
import { browserInsteadOfApp, intentOf } from '../../../ui/browser/in-app-browser.ts'

/** By the script and not by the server, because caches keep the page for every browser. */
function showInAppNotice(page: ParentNode, userAgent: string, address: string): void {
  const notice = page.querySelector<HTMLElement>('[data-in-app]')
  const instead = browserInsteadOfApp(userAgent)
  if (!notice || instead === undefined) return
  const name = notice.querySelector('[data-in-app-browser]')
  if (name) name.textContent = instead
  const open = notice.querySelector<HTMLAnchorElement>('[data-in-app-open]')
  if (open && instead === 'Chrome') {
    open.href = intentOf(address)
    open.hidden = false
  }
  notice.hidden = false
}

function watch(page: OpenedPage): void {
  const storage = createDeviceStorage(() => localStorage)
  const visitor = createVisitor(storage, page.profileId, !asksNotToBeFollowed(navigator), clock.now)
  const send = createSend(() => sessionToken(storage), clock, fetch.bind(window))
  const taps = createTaps(send, clock)
  const clicks = createClicks({ storage, now: clock.now, send })
  // A page that was loaded again goes on with its visit, unless its visitor was forgotten.
  const visitId = visitor.keptId() === undefined ? undefined : page.visitId
  const visit = createPresentVisit({ ...page, visitId }, visitor)
  const objection = createObjection(storage, page.profileId)
  const objects = objection.isOn

  watchPresses({ send, visit, visitor, clicks, objects })
  const named = watchDialogs(sendBeside(objection, send), visit, visitor)
  const forget = () => {
    named.rename(undefined)
    visit.forget()
    taps.forget()
    history.replaceState(null, '')
    dropClicks(storage, page.profileId, clock.now())
  }
  // Other tabs of this page have the id and the name too: their next click would restore an erased visitor.
  const forgetWithThem = (): void => {
    if (objects()) taps.forget()
    if (visitor.wasForgotten()) forget()
  }
  addEventListener('storage', forgetWithThem)
  const startOver = watchSight({ taps, visit, objects })
  void clicks.resume()
  addEventListener('online', () => void Promise.all([taps.resume(), clicks.resume()]))
  whenShownAgain(() => {
    forgetWithThem() // a page in the cache hears of nothing
    visit.startOver()
    startOver()
    void clicks.resume()
  })
}

interface Sight {
  readonly taps: Taps
  readonly visit: PresentVisit
  readonly objects: () => boolean
}

function watchSight({ taps, visit, objects }: Sight): () => void {
  return watchVisibleSecond(document, clock, () => {
    if (objects()) return // nobody is to be counted
    const opened = visit.ofPage()
    const { source, visitId, visitorId } = opened
    void taps.record(opened)
    hideParameter('s', location, history, visitorId === undefined ? { source } : { source, visitId })
  })
}

interface Presses {
  readonly send: Send
  readonly visit: PresentVisit
  readonly visitor: DeviceVisitor
  readonly clicks: Clicks
  readonly objects: () => boolean
}

function watchPresses({ send, visit, visitor, clicks, objects }: Presses): void {
  watchSaveContact(document, { visitNow: visit.ofAct, visitorName: visitor.name, send, objects })
  watchPressedLinks(document, (network) => {
    if (!objects()) void clicks.record(visit.ofAct(), network, visitor.name())
  })
}

/** A form is sent in any case, and counts as no visit. */
const sendBeside =
  ({ isOn }: Objection, send: Send): Send =>
  (address, body, headers) =>
    send(address, body, { ...headers, ...(isOn() && { 'visitor-objects': '1' }) })

function watchDialogs(send: Send, visit: PresentVisit, visitor: DeviceVisitor) {
  const named = watchKnownVisitor(document, visitor)
  watchIdentifyDialog(document, { clock, identify: createIdentify(send, visit.ofAct), ...named })
  watchRemindDialog(document, { clock, remind: createRemind(send, visit.ofAct) })
  return named
}

/** Out of the browser's cache of whole pages. */
const whenShownAgain = (work: () => void): void =>
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) work()
  })

/** As it is shared: without the source and the tokens of the present visit. */
const pageAddress = (page: Document): string =>
  page.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.origin + location.pathname

function offerToShare(page: Document): void {
  const address = pageAddress(page)
  const { share } = navigator as { readonly share?: Navigator['share'] }
  watchShare(page, {
    clock,
    address,
    title: page.title,
    openSheet: share?.bind(navigator),
    copy: (text) => copyText(page, text),
  })
  showInAppNotice(page, navigator.userAgent, address)
}

const touchHere = () =>
  touchOf({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    screen,
    isCoarse: matchMedia('(pointer: coarse)').matches,
  })

try {
  watchFailingImages(document)
  hideParameter('t', location, history)
  offerToShare(document)
  const page = readOpenedPage(document, location, (history.state || {}) as StoredVisit)
  if (page) watch({ ...page, touch: touchHere() })
} catch {
  // In an old or locked-down browser the page and its links work without this script.
}
