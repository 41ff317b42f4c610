import { z } from 'zod'
import { DEVICES, EXCLUSIONS, NETWORKS, SOURCES, TRAFFIC_KINDS } from '../traffic/traffic-kinds.ts'
import { call } from '../api/call.ts'
import { profileIdParam } from '../api/call-parts.ts'

/** Server-sent events, named by `type`. The id of a `moved` event is the log position that the reader has reached. */

/** One traffic event, without any data about the visitor. */
export const liveFact = z.object({
  /** Not `uuid`: imported events may have ids of no known UUID version. */
  id: z.guid(),
  at: z.iso.datetime(),
  kind: z.enum(TRAFFIC_KINDS),
  network: z.enum(NETWORKS).nullable(),
  source: z.enum(SOURCES),
  device: z.enum(DEVICES),
  excluded: z.enum(EXCLUSIONS).nullable(),
})
export type LiveFact = z.infer<typeof liveFact>

export const LIVE_FACTS_MAX = 20

/** First message of a stream. `facts`: newest first. */
const liveOpened = z.object({
  type: z.literal('opened'),
  facts: z.array(liveFact).max(LIVE_FACTS_MAX),
  people: z.int().min(0),
})
/** `facts`: newest first; empty for a reader that comes back and has missed none. */
const liveMoved = z.object({
  type: z.literal('moved'),
  facts: z.array(liveFact).max(LIVE_FACTS_MAX),
  people: z.int().min(0),
})
/** The number of people has changed by the time alone, or by facts that are not shown. */
const livePeople = z.object({ type: z.literal('people'), people: z.int().min(0) })
/** The session is over: the client must not connect again. */
const liveEnded = z.object({ type: z.literal('ended') })

export const liveMessage = z
  .discriminatedUnion('type', [liveOpened, liveMoved, livePeople, liveEnded])
  .meta({ id: 'LiveMessage' })
export type LiveMessage = z.infer<typeof liveMessage>

export const getLive = call({
  method: 'get',
  path: '/api/analytics/{profileId}/live',
  alias: '/api/figures/{profileId}/live',
  summary:
    'What happens on a profile, as it happens (server-sent events). Takes Last-Event-ID. Owner of the profile or administrator.',
  access: 'activated',
  params: profileIdParam,
  reads: ['profiles', 'traffic', 'visitors'],
  answer: liveMessage,
  answerType: 'text/event-stream',
  takes: ['Last-Event-ID'],
  refusals: ['not-found'],
})
