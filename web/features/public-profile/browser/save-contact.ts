import type { Announce } from './announced-download.ts'
import { newUuid } from './random-uuid.ts'
import type { PageVisit } from './visit/page-visit.ts'

interface Means {
  readonly visitNow: () => PageVisit
  readonly visitorName: () => string | undefined
  readonly announce: Announce
  readonly objects: () => boolean
}

/** Announces the download when the link is pressed, and names its event in the address. The browser follows the link. */
export function watchSaveContact(page: ParentNode, means: Means): void {
  const link = page.querySelector<HTMLAnchorElement>('[data-save]')
  const address = link?.getAttribute('href')
  if (!link || !address) return
  const begin = `${address}${address.indexOf('?') < 0 ? '?' : '&'}`
  const uncounted = `${begin}o=1`
  // At once, because a link is also followed by other ways than a press.
  if (means.objects()) link.href = uncounted

  link.addEventListener('click', () => {
    if (means.objects()) link.href = uncounted
    else {
      const eventId = newUuid()
      means.announce(means.visitNow(), eventId, means.visitorName())
      link.href = `${begin}e=${eventId}&a=1`
    }
    offerPlain(page, link.href)
    link.dataset.saved = ''
    for (const said of page.querySelectorAll('[data-save-label], [data-save-status]'))
      said.textContent = 'Contacto guardado'
  })
}

/** The same download again, under the same event id, without the photo that some phones refuse. */
function offerPlain(page: ParentNode, address: string): void {
  const offer = page.querySelector<HTMLElement>('[data-save-plain]')
  const link = offer && offer.querySelector('a')
  if (!offer || !link) return
  offer.hidden = false
  link.href = `${address}&foto=0`
}
