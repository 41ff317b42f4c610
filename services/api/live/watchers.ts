import { liveFact, type LiveFact } from '@app/contracts/api/live-calls.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { PRESENT_MS } from '@app/contracts/traffic/definitions.ts'
import type { LiveProfile, SeenFact } from '@app/projections/live/queries.ts'
import type { LiveStream } from './live-stream.ts'

interface WatchedProfile {
  readonly streams: Set<LiveStream>
  /** With their last counted event, as it was read last. */
  present: LiveProfile['present']
  /** Of the figures that were published last; undefined: these are no longer what is read. */
  mark: string | undefined
}

const RETRY_SECONDS = 10
const OWN_MAX = `Tienes ${LIMITS.liveStreamsOfAccountMax} pantallas en vivo abiertas, que es el máximo. Cierra alguna.`
const ALL_MAX = 'Hay demasiadas pantallas en vivo abiertas. Vuelve a intentarlo en unos segundos.'

const tooMany = (detail: string): Refusal =>
  new Refusal('too-many', detail, { retryAfterSeconds: RETRY_SECONDS })

export type Watchers = ReturnType<typeof createWatchers>

/** Who watches what. */
export function createWatchers() {
  const streams = new Set<LiveStream>()
  const watched = new Map<string, WatchedProfile>()
  return {
    streams: streams as ReadonlySet<LiveStream>,
    watched: watched as ReadonlyMap<string, WatchedProfile>,
    /** @throws Refusal too-many */
    refuseMore: (accountId: string): void => {
      const own = [...streams].filter((stream) => stream.accountId === accountId)
      if (own.length >= LIMITS.liveStreamsOfAccountMax) throw tooMany(OWN_MAX)
      if (streams.size >= LIMITS.liveStreamsMax) throw tooMany(ALL_MAX)
    },
    enter: (stream: LiveStream): void => {
      streams.add(stream)
      const there = watched.get(stream.profileId)
      if (there !== undefined) there.streams.add(stream)
      else
        watched.set(stream.profileId, {
          streams: new Set([stream]),
          present: [],
          mark: undefined,
        })
    },
    leave: (stream: LiveStream): void => {
      streams.delete(stream)
      const there = watched.get(stream.profileId)
      there?.streams.delete(stream)
      if (there?.streams.size === 0) watched.delete(stream.profileId)
    },
    tick: (nowMs: number, isBeat: boolean): void => {
      for (const profile of watched.values()) publishPeople(profile, nowMs)
      if (isBeat) for (const stream of streams) stream.beat()
    },
    counts: () => ({
      streams: streams.size,
      accounts: new Set([...streams].map(({ accountId }) => accountId)).size,
      profiles: watched.size,
    }),
  }
}

export function publishProfile(there: WatchedProfile, profile: LiveProfile, nowMs: number): void {
  const { streams, mark } = there
  const hasMoved = profile.mark !== mark
  there.mark = profile.mark
  there.present = profile.present
  const people = peopleOf(there, nowMs)
  for (const stream of streams) {
    if (hasMoved || stream.publishedTo === undefined) publishTo(stream, profile, people)
  }
}

const peopleOf = ({ present }: WatchedProfile, nowMs: number): number =>
  present.filter(([, atMs]) => atMs > nowMs - PRESENT_MS).length

function publishPeople(there: WatchedProfile, nowMs: number): void {
  const people = peopleOf(there, nowMs)
  for (const stream of there.streams) {
    if (stream.publishedTo === undefined || stream.people === people) continue
    stream.people = people
    stream.say({ type: 'people', people })
  }
}

/** `opened` also for a position that was not reached yet: of another log, or of a process that is ahead. */
function publishTo(stream: LiveStream, { position, facts }: LiveProfile, people: number): void {
  const known = stream.publishedTo ?? stream.lastEventId
  const isOpening = known === undefined || known > position
  const unknown = isOpening ? facts : facts.filter((fact) => fact.position > known)
  stream.say({ type: isOpening ? 'opened' : 'moved', facts: unknown.map(liveFactOf), people }, position)
  stream.publishedTo = position
  stream.people = people
}

const liveFactOf = ({ eventId, at, kind, network, source, device, reason }: SeenFact): LiveFact =>
  liveFact.parse({
    id: eventId,
    at: new Date(at).toISOString(),
    kind,
    network,
    source,
    device,
    excluded: reason,
  })
