import type { LiveMessage } from '@app/contracts/api/live-calls.ts'
import type { Position } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { liveFactOf } from './live-messages.ts'
import type { LiveSnapshot } from './live-updates.ts'
import { createPresence, type Presence } from './live-presence.ts'
import type { LiveStream } from './live-stream.ts'

export interface LiveCounts {
  readonly streams: number
  readonly accounts: number
  readonly profiles: number
}

export interface LiveSubscribers {
  readonly streams: ReadonlySet<LiveStream>
  /** The streams that were returned longest ago. */
  nextInTurn(count: number): readonly LiveStream[]
  watched(): Iterable<string>
  isWatched(profileId: string): boolean
  /** A visitor's page is still open. */
  stayed(profileId: string, visitorId: string): void
  /** @throws Refusal too-many */
  refuseMore(accountId: string): void
  /** @returns whether nobody watched its profile before */
  enter(stream: LiveStream): boolean
  /** @returns whether nobody watches its profile any more */
  leave(stream: LiveStream): boolean
  publish(profileId: string, look: LiveSnapshot): void
  /** Events after this position are sent again. */
  wentBack(position: Position): void
  publishPeople(): void
  counts(): LiveCounts
}

interface Watched {
  readonly streams: Set<LiveStream>
  readonly presence: Presence
}

const RETRY_SECONDS = 10
const OWN_MAX = `Tienes ${LIMITS.liveStreamsOfAccountMax} pantallas en vivo abiertas, que es el máximo. Cierra alguna.`
const ALL_MAX = 'Hay demasiadas pantallas en vivo abiertas. Vuelve a intentarlo en unos segundos.'

const tooMany = (detail: string): Refusal =>
  new Refusal('too-many', detail, { retryAfterSeconds: RETRY_SECONDS })

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

export function createLiveSubscribers(now: () => Date): LiveSubscribers {
  const streams = new Set<LiveStream>()
  const ofAccount = new Map<string, number>()
  const watched = new Map<string, Watched>()
  const nowMs = (): number => now().getTime()

  return {
    streams,
    nextInTurn: (count) => {
      const next = [...streams].slice(0, count)
      for (const stream of next) {
        streams.delete(stream)
        streams.add(stream)
      }
      return next
    },
    watched: () => watched.keys(),
    isWatched: (profileId) => watched.has(profileId),
    stayed: (profileId, visitorId) => watched.get(profileId)?.presence.stayed(visitorId, nowMs()),
    refuseMore: (accountId) => {
      if ((ofAccount.get(accountId) ?? 0) >= LIMITS.liveStreamsOfAccountMax) throw tooMany(OWN_MAX)
      if (streams.size >= LIMITS.liveStreamsMax) throw tooMany(ALL_MAX)
    },
    enter: (stream) => {
      streams.add(stream)
      add(ofAccount, stream.accountId, 1)
      const there = watched.get(stream.profileId)
      if (there === undefined)
        watched.set(stream.profileId, { streams: new Set([stream]), presence: createPresence() })
      else there.streams.add(stream)
      return there === undefined
    },
    leave: (stream) => {
      if (!streams.delete(stream)) return false
      add(ofAccount, stream.accountId, -1)
      const there = watched.get(stream.profileId)
      there?.streams.delete(stream)
      return there?.streams.size === 0 && watched.delete(stream.profileId)
    },
    publish: (profileId, look) => {
      const there = watched.get(profileId)
      if (there !== undefined) publishToAll(there, look, nowMs())
    },
    wentBack: (position) => streams.forEach((stream) => retract(stream, position)),
    publishPeople: () => {
      for (const there of watched.values()) publishPeopleOf(there, nowMs())
    },
    counts: () => ({ streams: streams.size, accounts: ofAccount.size, profiles: watched.size }),
  }
}

function publishToAll({ streams, presence }: Watched, look: LiveSnapshot, nowMs: number): void {
  if (look.present !== undefined) presence.recounted(look.present, nowMs)
  for (const { reason, visitorId, at } of look.facts)
    if (reason === null) presence.seen(visitorId, at)
    else presence.stayed(visitorId, at)
  const people = presence.count(nowMs)
  for (const stream of streams) publishTo(stream, look, people)
}

function retract(stream: LiveStream, position: Position): void {
  if (stream.publishedTo !== undefined && stream.publishedTo > position) stream.publishedTo = position
}

function publishPeopleOf({ streams, presence }: Watched, nowMs: number): void {
  const people = presence.count(nowMs)
  for (const stream of streams) publishPeople(stream, people)
}

function publishPeople(stream: LiveStream, people: number): void {
  if (stream.publishedTo === undefined || stream.people === people) return
  stream.people = people
  stream.say({ type: 'people', people })
}

function publishTo(stream: LiveStream, look: LiveSnapshot, people: number): void {
  const { position } = look
  const { publishedTo } = stream
  // The first message may contain facts that are announced only afterwards.
  if (
    publishedTo !== undefined &&
    (publishedTo >= position || !(look.hasMoved || hasMore(look, publishedTo)))
  )
    return
  stream.say(messageOf(look, people, publishedTo ?? stream.lastEventId), position)
  stream.publishedTo = position
  stream.people = people
}

const hasMore = ({ facts }: LiveSnapshot, publishedTo: Position): boolean =>
  facts.some(({ position }) => position > publishedTo)

/** `opened` also for a position that was not reached yet: of another log, or of a process that is ahead. */
function messageOf(
  { position, facts }: LiveSnapshot,
  people: number,
  known: LiveStream['publishedTo'],
): LiveMessage {
  const isOpening = known === undefined || known > position
  const unknown = isOpening ? facts : facts.filter((fact) => fact.position > known)
  return { type: isOpening ? 'opened' : 'moved', facts: unknown.map(liveFactOf), people }
}
