import type { ServerResponse } from 'node:http'
import type { LiveFact } from '@app/contracts/analytics.ts'
import { START, type Position } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { PRESENT_MS } from '@app/contracts/traffic/shares.ts'
import { ENDS_SESSIONS } from '../../accounts/account-state.ts'
import { liveAnswer, type LiveProfile, type ShownFact } from '@app/projections/live/queries.ts'
import type { ReadDb } from '../../kernel/models/projection.ts'
import type { OpenSessions } from '../../platform/http/access/open-sessions.ts'
import { HEARTBEAT_MS, openStream, type LiveStream, type LiveStreamRequest } from './live-stream.ts'

export type LiveHub = ReturnType<typeof createLiveHub>

export interface LiveHubDeps {
  readonly db: ReadDb
  readonly openSessions: Pick<OpenSessions, 'openAmong'>
  readonly now: () => Date
  readonly onTrouble: (error: unknown) => void
  readonly tickMs?: number
}

const TICK_MS = 500
const HEARTBEAT_TICKS = HEARTBEAT_MS / TICK_MS
const ENDS_RIGHTS: readonly EventType[] = [...ENDS_SESSIONS, 'AdminRevoked', 'ProfileDeleted']

const RETRY_SECONDS = 10
const OWN_MAX = `Tienes ${LIMITS.liveStreamsOfAccountMax} pantallas en vivo abiertas, que es el máximo. Cierra alguna.`
const ALL_MAX = 'Hay demasiadas pantallas en vivo abiertas. Vuelve a intentarlo en unos segundos.'

const tooMany = (detail: string): Refusal =>
  new Refusal('too-many', detail, { retryAfterSeconds: RETRY_SECONDS })

interface Watch {
  readonly streams: Set<LiveStream>
  readonly due: Set<LiveStream>
  rightsAfter: Position | undefined
}

/** All live streams of this process: one timer, and two statements for all of them while anybody watches. */
export function createLiveHub(deps: LiveHubDeps) {
  const watch: Watch = { streams: new Set(), due: new Set(), rightsAfter: undefined }
  const { streams, due } = watch
  let [ticks, isTroubled, isStopped] = [0, false, false]
  let looking: Promise<void> | undefined
  const look = async (): Promise<void> => {
    try {
      await lookOnce(deps, watch)
      isTroubled = false
    } catch (error) {
      if (!isTroubled) deps.onTrouble(error) // once a spell
      isTroubled = true
    }
    looking = undefined
  }
  let timer: NodeJS.Timeout | undefined
  /** Ends while nobody watches: at rest it would wake the process twice a second. */
  const tick = (): void => {
    ticks += 1
    if (ticks % HEARTBEAT_TICKS === 0) for (const stream of streams) stream.beat()
    if (streams.size > 0) looking ??= look()
    else {
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    /** @throws Refusal too-many or unavailable */
    open: (request: LiveStreamRequest, response: ServerResponse): void => {
      if (isStopped) throw new Refusal('unavailable')
      refuseMore(streams, request.accountId)
      if (response.closed) return // gone before the answer
      if (streams.size === 0) watch.rightsAfter = undefined
      const stream = openStream(request, response)
      response.once('close', () => void streams.delete(stream))
      streams.add(stream)
      due.add(stream)
      looking ??= look()
      timer ??= setInterval(tick, deps.tickMs ?? TICK_MS)
    },
    counts: () => countsOf(streams),
    stop: async (): Promise<void> => {
      isStopped = true
      clearInterval(timer)
      for (const stream of streams) stream.end()
      await looking
    },
  }
}

const countsOf = (streams: ReadonlySet<LiveStream>) => ({
  streams: streams.size,
  accounts: new Set([...streams].map(({ accountId }) => accountId)).size,
  profiles: new Set([...streams].map(({ profileId }) => profileId)).size,
})

/** @throws Refusal too-many */
function refuseMore(streams: ReadonlySet<LiveStream>, accountId: string): void {
  const own = [...streams].filter((stream) => stream.accountId === accountId)
  if (own.length >= LIMITS.liveStreamsOfAccountMax) throw tooMany(OWN_MAX)
  if (streams.size >= LIMITS.liveStreamsMax) throw tooMany(ALL_MAX)
}

async function lookOnce(deps: LiveHubDeps, watch: Watch): Promise<void> {
  const { db, now, openSessions } = deps
  const { streams, due } = watch
  const watching = [...streams]
  const [answer, open] = await Promise.all([
    liveAnswer(db, {
      profiles: newSince(watching),
      factsMax: LIMITS.liveFactsMax,
      presentAfterMs: now().getTime() - PRESENT_MS,
      rights: { types: ENDS_RIGHTS, after: watch.rightsAfter },
    }),
    openSessions.openAmong([...new Set(watching.map(({ sessionId }) => sessionId))]),
  ])
  watch.rightsAfter = answer.rights.until
  const profiles = new Map(answer.profiles.map((profile) => [profile.profileId, profile]))
  for (const stream of watching) {
    const { accountId, profileId, sessionId } = stream
    const isConcerned = [accountStream(accountId), profileStream(profileId)].some((name) =>
      answer.rights.streams.includes(name),
    )
    if (isConcerned && streams.has(stream)) due.add(stream)
    if (!open.has(sessionId)) endSession(stream)
    else publishTo(stream, answer.position, profiles.get(profileId)!)
  }
  await checkDue(watch)
}

function newSince(streams: readonly LiveStream[]): ReadonlyMap<string, Position> {
  const since = new Map<string, Position>()
  for (const { profileId, publishedTo: last = START } of streams) {
    const earliest = since.get(profileId)
    since.set(profileId, earliest === undefined || last < earliest ? last : earliest)
  }
  return since
}

/** `opened` also for a position that was not reached yet: of another log, or of a process that is ahead. */
function publishTo(stream: LiveStream, position: Position, { facts, people }: LiveProfile): void {
  const last = stream.publishedTo ?? stream.lastEventId
  const isFirst = stream.publishedTo === undefined
  const isOpening = isFirst && (last === undefined || last > position)
  const fresh = isOpening ? facts : facts.filter((fact) => fact.position > last!)
  if (isFirst || fresh.length > 0)
    stream.say({ type: isOpening ? 'opened' : 'moved', facts: fresh.map(factOf), people }, position)
  else if (people !== stream.people) stream.say({ type: 'people', people })
  // Events lost in a crash are published again once they are folded again.
  stream.publishedTo = position
  stream.people = people
}

const factOf = ({ eventId, at, kind, network, source, device, reason }: ShownFact): LiveFact => ({
  id: eventId,
  at: new Date(at).toISOString(),
  kind,
  network,
  source,
  device,
  excluded: reason,
})

/** Asks the log. While it is unreachable, no right can change either, and they stay due. */
async function checkDue({ streams, due }: Watch): Promise<void> {
  for (const stream of due) {
    try {
      if (streams.has(stream)) await stream.check()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      endSession(stream)
    }
    due.delete(stream)
  }
}

function endSession(stream: LiveStream): void {
  stream.say({ type: 'ended' })
  stream.end()
}
