import { createHash } from 'node:crypto'
import { NETWORKS, SOURCES } from '@app/contracts/traffic/traffic-kinds.ts'
import { firstMsOf, plusDays } from './santiago.ts'
import { REPEAT_SECONDS } from './facts.ts'
import { REFERRER_HOSTS } from './referrer-hosts.ts'
import { clicked, downloaded, previewed, tapped, type Telling, type Told } from './told.ts'
import { PEOPLES, ROBOTS } from './user-agents.ts'

/** An id derived from a word. Its order is unrelated to the word's. */
export function idFrom(word: string): string {
  const hex = createHash('sha256').update(word).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Picks one item by the next random number. */
export type Pick = <Item>(items: readonly Item[]) => Item

/** Deterministic by seed, so that a failing scenario fails again. */
export function createPick(seed: number): Pick {
  let state = seed
  const next = (): number => {
    state = createHash('sha256').update(`${state}`).digest().readUInt32BE()
    return state / 2 ** 32
  }
  return (items) => items[Math.floor(next() * items.length)]!
}

export const shuffled = <Item>(items: readonly Item[], pick: Pick): readonly Item[] =>
  items
    .map((item) => [pick(LOTS), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
const LOTS = Array.from({ length: 1_000_000 }, (_none, lot) => lot)

const HOSTS = [undefined, ...Object.keys(REFERRER_HOSTS)]
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Days with a change of clock or calendar, and their neighbours. */
export const SPECIAL_DAYS = [
  '2025-11-30',
  '2026-01-01',
  '2026-04-04', // 25 hours: 23 o'clock occurs twice
  '2026-04-05',
  '2026-09-05',
  '2026-09-06', // no midnight: begins at 01:00
  '2026-11-20',
  '2026-12-28', // week 53
  '2026-12-31',
  '2027-01-01',
  '2027-01-03',
  '2027-01-04',
  '2028-02-28',
  '2028-02-29',
  '2028-03-01',
]

/** Around midnight to the millisecond, twice in the repeated hour, and in the middle. */
function instantsOf(day: string): readonly number[] {
  const [first, next] = [firstMsOf(day), firstMsOf(plusDays(day, 1))]
  return [
    first,
    first + 1,
    first + 10 * SECOND,
    first + HOUR + 5 * MINUTE,
    first + 9 * HOUR,
    first + 9 * HOUR + 20 * SECOND,
    first + 9 * HOUR + 40 * SECOND,
    first + 15 * HOUR,
    next - 2 * HOUR + 30 * MINUTE,
    next - HOUR - 1,
    next - HOUR + 30 * MINUTE,
    next - 15 * SECOND,
    next - 1,
  ]
}

const asIs = (id: string): string => id
const inCapitals = (id: string): string => id.toUpperCase()

/** Intervals around the limits of repeats, to the millisecond. */
const BETWEEN = [
  0,
  1,
  20_000,
  ...[REPEAT_SECONDS.tap * SECOND, REPEAT_SECONDS.download * SECOND].flatMap((ms) => [ms - 1, ms, ms + 1]),
]

/** Events on and around the special days: every kind, repeats over midnight, every reason for exclusion. */
export function storyOfSpecialDays(
  profileId: string,
  seed: number,
  of: readonly string[] = SPECIAL_DAYS,
): readonly Told[] {
  const pick = createPick(seed)
  const visitors = Array.from({ length: 9 }, (_none, n) => idFrom(`visitor ${profileId} ${n}`))
  let told = 0
  const seldom = <Item>(usual: readonly Item[], unusual: readonly Item[]): Item =>
    pick(pick([usual, usual, usual, usual, usual, unusual]))
  const tell = (at: number): Telling => {
    told += 1
    const asWritten = pick([asIs, asIs, asIs, inCapitals])
    return {
      profileId: asWritten(profileId),
      visitor: asWritten(pick(visitors)),
      id: idFrom(`${profileId} ${told}`),
      at,
      userAgent: seldom(PEOPLES, ROBOTS),
      request: seldom(['get'], ['head', 'part']),
      purpose: seldom([undefined], ['prefetch;prerender', 'preview', 'other']),
      actor: seldom(['visitor'], ['system', 'owner', 'admin']),
      referrer: pick(HOSTS),
      source: pick([undefined, ...SOURCES]),
    }
  }
  /** A person whose facts are not excluded. */
  const person = (at: number): Telling => ({
    ...tell(at),
    userAgent: pick(PEOPLES),
    request: 'get',
    purpose: undefined,
    actor: 'visitor',
  })
  const days = of.map(instantsOf)
  return [
    ...days.flatMap((instants) =>
      instants.flatMap((at) => {
        const one = person(at)
        const soon = at + pick(BETWEEN)
        const again = { ...person(soon), visitor: one.visitor }
        return [
          tapped(one, pick(SOURCES)),
          tapped(again, pick(SOURCES)),
          downloaded({ ...person(at), visitor: one.visitor }),
          downloaded({ ...person(soon), visitor: one.visitor }),
          pick([tapped, clicked, downloaded])(tell(at + pick(BETWEEN))),
          clicked(person(at + 2_000), pick(NETWORKS)),
        ]
      }),
    ),
    ...days.flatMap((instants) => [
      previewed(tell(pick(instants)), pick(['whatsapp', 'facebook'])),
      previewed(tell(pick(instants)), 'whatsapp'),
    ]),
  ]
}
