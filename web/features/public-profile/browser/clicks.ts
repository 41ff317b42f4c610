import { isSettled, type Send } from './send-call.ts'
import type { DeviceStorage } from './device-storage.ts'
import { crossOut, noteClick, waitingClicks, type Click } from './outbox.ts'
import { newUuid } from './random-uuid.ts'
import { pageEventFields, type PageVisit } from './visit/page-visit.ts'

interface Means {
  readonly storage: DeviceStorage
  readonly now: () => number
  readonly send: Send
  /** A beacon cannot carry the token, so a signed-in browser uses fetch. An aborted fetch is sent again later. */
  readonly isSignedIn: () => boolean
  /** For browsers without fetch keepalive. Returns whether the browser accepted the data. */
  readonly beacon: ((address: string, json: string) => boolean) | undefined
}

export interface Clicks {
  readonly record: (visit: PageVisit, network: string, visitorName: string | undefined) => Promise<void>
  readonly resume: () => Promise<void>
  /** Drops what waits of a profile. */
  readonly forget: (profileId: string) => void
}

const addressOf = ({ profileId }: Click): string => `/api/public/note/${profileId}`

export function createClicks({ storage, now, send, isSignedIn, beacon }: Means): Clicks {
  const clickOf = (visit: PageVisit, network: string, visitorName: string | undefined): Click => ({
    profileId: visit.profileId,
    pressedAtMs: now(),
    body: {
      event_type: `click_${network}`,
      ...pageEventFields(visit, newUuid()),
      ...(visitorName !== undefined && { visitor_name: visitorName }),
    },
  })

  async function sendNow(click: Click): Promise<boolean> {
    if (beacon && !isSignedIn()) return beacon(addressOf(click), JSON.stringify(click.body))
    return isSettled((await send(addressOf(click), click.body)).status)
  }

  async function sendLate(click: Click): Promise<boolean> {
    const age_ms = Math.max(0, now() - click.pressedAtMs)
    return isSettled((await send(addressOf(click), { ...click.body, age_ms })).status)
  }

  return {
    record: async (visit, network, visitorName) => {
      const click = clickOf(visit, network, visitorName)
      noteClick(storage, click, now())
      if (await sendNow(click)) crossOut(storage, click.body.event_id, now())
    },
    resume: async () => {
      for (const click of waitingClicks(storage, now())) {
        if (!(await sendLate(click))) return // the next ones would fail too
        crossOut(storage, click.body.event_id, now())
      }
    },
    forget: (profileId) => {
      for (const click of waitingClicks(storage, now()))
        if (click.profileId === profileId) crossOut(storage, click.body.event_id, now())
    },
  }
}
