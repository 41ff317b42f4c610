import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import type { Arriving, GeneratedEvent } from './event.ts'
import { createRandom, intBelow, type Random } from './random.ts'
import { slotsOf, type TimeSlot } from './rhythm.ts'
import { createVisits, type NextVisit } from './visits.ts'

export type { GeneratedEvent } from './event.ts'

export interface TrafficOptions {
  readonly seed: number
  /** Ids, the most visited first (Zipf). */
  readonly profiles: readonly string[]
  readonly events: number
  readonly fromMs: number
  readonly toMs: number
  /** Share of visitors who identify themselves; 0.01 by default. */
  readonly identifiedPart?: number
  /** Share of visits by returning visitors; 0.32 by default. */
  readonly returningPart?: number
  /** Networks that the pages show; all by default. */
  readonly networks?: readonly Network[]
}

/** Part of every id. Increase it with each change of the generated events. */
const VERSION = 2

/** Yields the requested number in order of arrival; a few arrive late. Repeatable for the same options. */
export function* traffic(options: TrafficOptions): Generator<GeneratedEvent> {
  const { events, fromMs, toMs, profiles } = options
  if (events <= 0) return
  if (profiles.length === 0 || toMs < fromMs)
    throw new RangeError('traffic needs a profile and a span of time')
  const random = randomOf(options)
  const slots = slotsOf(random, { fromMs, toMs, events })
  const nextVisit = createVisits(random, options)
  const total = slots.reduce((sum, { weight }) => sum + weight, 0)
  let waiting: readonly Arriving[] = []
  let [weight, made] = [0, 0]
  for (const slot of slots) {
    weight += slot.weight
    const due = slot === slots.at(-1) ? events : Math.round((weight / total) * events)
    const fresh = visitsIn(random, slot, nextVisit, { atLeast: due - made, atMost: events - made, toMs })
    made += fresh.length
    const known = [...waiting, ...fresh].sort((a, b) => a.arrivesMs - b.arrivesMs)
    const later = known.findIndex(({ arrivesMs }) => arrivesMs >= slot.toMs)
    const arrived = later === -1 ? known.length : later
    for (let n = 0; n < arrived; n += 1) yield known[n]!.generated
    waiting = known.slice(arrived)
  }
  for (const { generated } of waiting) yield generated
}

function randomOf({
  seed,
  profiles,
  events,
  fromMs,
  toMs,
  identifiedPart,
  networks,
  returningPart,
}: TrafficOptions): Random {
  const rest = [VERSION, events, fromMs, toMs, identifiedPart ?? null, networks ?? null, profiles]
  // Omitted if it is not given, so that the events of former options never change.
  if (returningPart !== undefined) rest.push(returningPart)
  return createRandom(seed, JSON.stringify(rest))
}

/** Omits events after `toMs`. */
function visitsIn(
  random: Random,
  { fromMs, toMs: slotEndMs, isFair }: TimeSlot,
  nextVisit: NextVisit,
  { atLeast, atMost, toMs }: { readonly atLeast: number; readonly atMost: number; readonly toMs: number },
): readonly Arriving[] {
  const fresh: Arriving[] = []
  while (fresh.length < atLeast) {
    const atMs = fromMs + intBelow(random, slotEndMs - fromMs)
    for (const one of nextVisit({ atMs, isFair })) {
      if (one.happenedMs <= toMs && fresh.length < atMost) fresh.push(one)
    }
  }
  return fresh
}
