import { isSettled, type Send, newUuid, isId } from './send-call.ts'
import type { DeviceStorage } from './device-storage.ts'
import type { PageVisit } from './page-visit.ts'

interface Click {
  readonly profileId: string
  readonly pressedAtMs: number
  readonly body: { readonly event_id: string } & Readonly<Record<string, string>>
}

const KEY = 'clicks'
const CLICKS_MAX = 50
const AGE_MS_MAX = 7 * 86_400_000

function isClick(value: unknown, nowMs: number): value is Click {
  const { profileId, pressedAtMs, body } = (value ?? {}) as Partial<Click>
  if (!isId(profileId) || !isId(body?.event_id) || typeof pressedAtMs !== 'number') return false
  // A clock that was set back since may show the click in the future.
  return nowMs - pressedAtMs < AGE_MS_MAX
}

/** Omits clicks older than seven days, which the server rejects. */
export function waitingClicks(storage: DeviceStorage, nowMs: number): readonly Click[] {
  const stored = storage.read(KEY)
  return Array.isArray(stored) ? stored.filter((click): click is Click => isClick(click, nowMs)) : []
}

function noteClick(storage: DeviceStorage, click: Click, nowMs: number): void {
  storage.write(KEY, [...waitingClicks(storage, nowMs), click].slice(-CLICKS_MAX))
}

function crossOut(storage: DeviceStorage, eventId: string, nowMs: number): void {
  const rest = waitingClicks(storage, nowMs).filter(({ body }) => body.event_id !== eventId)
  if (rest.length === 0) storage.remove(KEY)
  else storage.write(KEY, rest)
}

/** The profile's waiting clicks would bring back a visitor that wanted to be forgotten. */
export function dropClicks(storage: DeviceStorage, profileId: string, nowMs: number): void {
  for (const click of waitingClicks(storage, nowMs))
    if (click.profileId === profileId) crossOut(storage, click.body.event_id, nowMs)
}

interface Means {
  readonly storage: DeviceStorage
  readonly now: () => number
  /** Firefox before 133 may end it with the page; then it is sent again later. */
  readonly send: Send
}

export interface Clicks {
  readonly record: (visit: PageVisit, network: string, visitorName: string | undefined) => Promise<void>
  readonly resume: () => Promise<void>
}

export const pageEventFields = (visit: PageVisit, eventId: string) => ({
  event_id: eventId,
  visit_id: visit.visitId,
  source: visit.source,
  ...(visit.visitorId !== undefined && { visitor_id: visit.visitorId }),
})

export const noteAddress = (profileId: string): string => `/api/public/note/${profileId}`

export function createClicks({ storage, now, send }: Means): Clicks {
  const clickOf = (visit: PageVisit, network: string, visitorName: string | undefined): Click => ({
    profileId: visit.profileId,
    pressedAtMs: now(),
    body: {
      event_type: `click_${network}`,
      ...pageEventFields(visit, newUuid()),
      ...(visitorName !== undefined && { visitor_name: visitorName }),
    },
  })

  const isSent = async ({ profileId, body }: Click, age?: { readonly age_ms: number }): Promise<boolean> =>
    isSettled((await send(noteAddress(profileId), { ...body, ...age })).status)

  return {
    record: async (visit, network, visitorName) => {
      const click = clickOf(visit, network, visitorName)
      noteClick(storage, click, now())
      if (await isSent(click)) crossOut(storage, click.body.event_id, now())
    },
    resume: async () => {
      for (const click of waitingClicks(storage, now())) {
        const age_ms = Math.max(0, now() - click.pressedAtMs)
        if (!(await isSent(click, { age_ms }))) return // the next ones would fail too
        crossOut(storage, click.body.event_id, now())
      }
    },
  }
}

const MIDDLE_BUTTON = 1

export function watchPressedLinks(page: Document, pressed: (network: string) => void): void {
  const tell = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[data-network]') : null
    const network = link?.dataset['network']
    if (network) pressed(network)
  }
  page.addEventListener('click', tell)
  page.addEventListener('auxclick', (event) => {
    if (event.button === MIDDLE_BUTTON) tell(event)
  })
}
