import type { PageVisit } from '../features/public-page/browser/page-visit.ts'

export const pageVisit: PageVisit = {
  profileId: '0199a1b2-0000-4000-8000-000000000001',
  slug: 'antonia',
  visitId: '0199a1b2-0000-4000-8000-000000000002',
  visitorId: '0199a1b2-0000-4000-8000-000000000003',
  source: 'nfc',
  referrer: undefined,
}
/** The visit of somebody without an id. */
export const namelessVisit: PageVisit = { ...pageVisit, visitorId: undefined, source: 'qr' }
