import { z } from 'zod'
import { DEVICES, EXCLUSIONS, NETWORKS, SOURCES, TRAFFIC_KINDS } from '../traffic/traffic.ts'
import { call } from './call.ts'
import { ACTIVATED_REFUSALS, nothing, profileIdParam } from './parts.ts'

/**
 * What the live stream says. Server-sent events: the name of the event is `type`, its data the rest as JSON, and the
 * id of a `moved` event is the place in the log up to which the reader knows everything.
 */

/** One traffic event, without anything that says who it was. */
export const liveFact = z.object({
  /** As loose as the log is: an import may bring ids of no known version. */
  id: z.guid(),
  at: z.iso.datetime(),
  kind: z.enum(TRAFFIC_KINDS),
  network: z.enum(NETWORKS).nullable(),
  source: z.enum(SOURCES),
  device: z.enum(DEVICES),
  /** Why it is not counted, where it isn't. */
  excluded: z.enum(EXCLUSIONS).nullable(),
})
export type LiveFact = z.infer<typeof liveFact>

export const LIVE_FACTS_MAX = 20

/** First of all: the newest facts, newest first, and how many people are there. */
export const liveOpened = z.object({
  type: z.literal('opened'),
  facts: z.array(liveFact).max(LIVE_FACTS_MAX),
  people: z.int().min(0),
})
/** The figures have changed: new facts, newest first (none where only figures were judged anew), and the people there now. */
export const liveMoved = z.object({
  type: z.literal('moved'),
  facts: z.array(liveFact).max(LIVE_FACTS_MAX),
  people: z.int().min(0),
})
/** Somebody has left: no event for five minutes. */
export const livePeople = z.object({ type: z.literal('people'), people: z.int().min(0) })
/** The session is over: nothing more comes, and to ask again is useless. */
export const liveEnded = z.object({ type: z.literal('ended') })

export const liveMessage = z
  .discriminatedUnion('type', [liveOpened, liveMoved, livePeople, liveEnded])
  .meta({ id: 'LiveMessage' })
export type LiveMessage = z.infer<typeof liveMessage>

export const getLive = call({
  method: 'get',
  path: '/api/analytics/{profileId}/live',
  summary:
    'What happens on a profile, as it happens (server-sent events). Takes Last-Event-ID. Owner of the profile or administrator.',
  access: 'activated',
  limit: { name: 'signed-in' },
  params: profileIdParam,
  query: nothing,
  body: nothing,
  reads: ['profiles', 'traffic', 'visitors'],
  answer: liveMessage,
  answerType: 'text/event-stream',
  takes: ['Last-Event-ID'],
  refusals: [...ACTIVATED_REFUSALS, 'not-found', 'invalid', 'too-many', 'unavailable'],
})
