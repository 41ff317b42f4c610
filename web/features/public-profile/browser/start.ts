import { createAnnouncer } from './announced-download.ts'
import { createSend } from './call.ts'
import { createClicks } from './clicks.ts'
import { browserClock as clock } from './clock.ts'
import { createDeviceStorage } from './device-storage.ts'
import { watchFailingImages } from './failing-images.ts'
import { watchIdentifyDialog } from './identify/identify-dialog.ts'
import { createIdentify } from './identify/identify.ts'
import { watchPressedLinks } from './pressed-links.ts'
import { watchSaveContact } from './save-contact.ts'
import { sessionToken } from './session-token.ts'
import { watchPageVisibility } from './visit/page-visibility.ts'
import { createTaps } from './visit/tap.ts'
import { newVisit, readOpenedPage, type OpenedPage } from './visit/visit.ts'
import { asksNotToBeFollowed, createVisitor } from './identify/visitor.ts'

/** Firefox before 133 has no fetch keepalive, so it uses the beacon. */
const beaconWhereNeeded = () =>
  'keepalive' in Request.prototype
    ? undefined
    : (address: string, json: string): boolean =>
        navigator.sendBeacon(address, new Blob([json], { type: 'application/json' }))

function watch(page: OpenedPage): void {
  const storage = createDeviceStorage(() => localStorage)
  const visitor = createVisitor(storage, page.profileId, !asksNotToBeFollowed(navigator), clock.now)
  const token = () => sessionToken(storage)
  const isSignedIn = () => token() !== undefined
  const send = createSend(token, clock, fetch.bind(window))
  const taps = createTaps(send, clock)
  const clicks = createClicks({ storage, now: clock.now, send, isSignedIn, beacon: beaconWhereNeeded() })
  let visit = newVisit(page, visitor.id)
  const visitNow = () => visit

  const announce = createAnnouncer(send, clock, isSignedIn)
  const follow = (address: string) => location.assign(address)
  watchSaveContact(document, { clock, visitNow, visitorName: visitor.name, announce, follow })
  watchPressedLinks(document, (network) => void clicks.record(visit, network, visitor.name()))
  watchIdentifyDialog(document, { clock, identify: createIdentify(send, visitNow), ...visitor })
  const startOver = watchPageVisibility(document, clock, () => void taps.record(visit))
  void clicks.resume()
  addEventListener('online', () => void Promise.all([taps.resume(), clicks.resume()]))
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    visit = newVisit(page, visitor.id)
    startOver()
    void clicks.resume()
  })
}

try {
  watchFailingImages(document)
  const page = readOpenedPage(document, location)
  if (page) watch(page)
} catch {
  // In an old or locked-down browser the page and its links work without this script.
}
