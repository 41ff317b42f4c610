import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { arriving, type Arriving } from './event.ts'
import { sharedOf, type Occasion } from './person-visit.ts'
import { uuidOf, createPick, type Random } from './random.ts'
import { createVisitEvents } from './generated-visit.ts'
import type { SimulatedVisitor } from './generate-visitors.ts'

const pickRobot = createPick([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 6],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 4],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 3],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 1],
  ['python-requests/2.32.3', 2],
  ['curl/8.5.0', 2],
  ['', 1],
])

/** Robots that fetch the preview of a shared link. */
const pickPreview = createPick([
  [{ app: 'whatsapp', userAgent: 'WhatsApp/2.24.1.78 A' }, 6],
  [{ app: 'whatsapp', userAgent: 'WhatsApp/2.23.18.78 i' }, 4],
  [
    {
      app: 'linkedin',
      userAgent: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    },
    2,
  ],
  [
    {
      app: 'facebook',
      userAgent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    },
    2,
  ],
  [{ app: 'telegram', userAgent: 'TelegramBot (like TwitterBot)' }, 1],
  [{ app: 'slack', userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }, 1],
])

const HEAD = 0.15
const ROBOT_DOWNLOADS = 0.2
const OWNER_CLICKS = 0.25
const LATER_MS_MAX = 20_000

export function robotVisit(random: Random, { profileId, atMs }: Occasion): readonly Arriving[] {
  const visitorId = uuidOf(random)
  const shared = {
    profileId,
    visitorId,
    visitId: uuidOf(random),
    source: 'link',
    userAgent: pickRobot(random),
    request: random() < HEAD ? 'head' : 'get',
  } as const
  const visitEvents = createVisitEvents(random, shared, { atMs, actor: { kind: 'visitor', id: visitorId } })
  visitEvents.tap()
  if (random() < ROBOT_DOWNLOADS) visitEvents.later(LATER_MS_MAX, { type: 'ContactDownloaded', data: shared })
  return visitEvents.events
}

/** An app fetches the preview of a shared link. */
export function previewVisit(random: Random, { profileId, atMs }: Occasion): readonly Arriving[] {
  const id = uuidOf(random)
  const data = { profileId, ...pickPreview(random), request: 'get' } as const
  const actor = { kind: 'system', id: 'preview' } as const
  return [arriving({ type: 'PagePreviewed', data }, { id, visitId: id, atMs, lateMs: 0, actor })]
}

export function preloadVisit(
  random: Random,
  visitor: SimulatedVisitor,
  occasion: Occasion,
): readonly Arriving[] {
  const shared = { ...sharedOf(random, visitor, occasion), purpose: 'prefetch;prerender' }
  const actor = { kind: 'visitor', id: visitor.id } as const
  const visitEvents = createVisitEvents(random, shared, { atMs: occasion.atMs, actor })
  visitEvents.tap()
  return visitEvents.events
}

export function ownerVisit(
  random: Random,
  owner: SimulatedVisitor & { readonly accountId: string },
  occasion: Occasion,
  networkOf: () => Network,
): readonly Arriving[] {
  const shared = sharedOf(random, owner, occasion)
  const actor = { kind: 'owner', id: owner.accountId } as const
  const visitEvents = createVisitEvents(random, shared, { atMs: occasion.atMs, actor })
  visitEvents.tap()
  if (random() < OWNER_CLICKS)
    visitEvents.later(LATER_MS_MAX, { type: 'LinkClicked', data: { ...shared, network: networkOf() } })
  return visitEvents.events
}
