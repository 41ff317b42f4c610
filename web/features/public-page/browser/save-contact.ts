import { noteAddress, pageEventFields } from './clicks.ts'
import type { PageVisit } from './page-visit.ts'
import { newUuid, type Send } from './send-call.ts'

interface SaveMeans {
  readonly visitNow: () => PageVisit
  readonly visitorName: () => string | undefined
  readonly send: Send
  readonly objects: () => boolean
}

/** The file's address has the event's id alone. The rest, such as a token, is announced under the same id. */
export function watchSaveContact(page: ParentNode, means: SaveMeans): void {
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
      announce(means, eventId)
      link.href = `${begin}e=${eventId}&a=1`
    }
    offerPlain(page, link.href)
    offerIdentity(page, means.visitorName())
    link.dataset.saved = ''
    for (const label of page.querySelectorAll('[data-save-label], [data-save-status]'))
      label.textContent = 'Contacto guardado'
  })
}

function announce({ visitNow, visitorName, send }: SaveMeans, eventId: string): void {
  const [visit, name] = [visitNow(), visitorName()]
  void send(noteAddress(visit.profileId), {
    event_type: 'vcf',
    ...pageEventFields(visit, eventId),
    ...(name !== undefined && { visitor_name: name }),
  })
}

/** The way back to the visitor, unless the owner knows them already. */
function offerIdentity(page: ParentNode, name: string | undefined): void {
  const offer = page.querySelector<HTMLElement>('[data-offer]')
  if (!offer || name !== undefined) return
  offer.hidden = false
  offer.scrollIntoView({ block: 'nearest' })
}

/** The same download again, under the same event id, without the photo that some phones refuse. */
function offerPlain(page: ParentNode, address: string): void {
  const offer = page.querySelector<HTMLElement>('[data-save-plain]')
  const link = offer && offer.querySelector('a')
  if (!offer || !link) return
  offer.hidden = false
  link.href = `${address}&foto=0`
}
