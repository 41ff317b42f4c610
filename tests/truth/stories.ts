import { NETWORKS, SOURCES } from '@app/contracts/traffic/kinds.ts'
import type { Given } from '@app/projections/testing/read-side.ts'
import { clicked, downloaded, tapped, type Act } from '@app/projections/testing/traffic-story.ts'
import { createRandom, uuidOf } from '@app/services/product/generator/random.ts'
import { firstMsOf, plusDays } from './santiago.ts'
import { REPEAT_SECONDS } from './facts.ts'
import { REFERRER_HOSTS, PEOPLES, ROBOTS } from './user-agents.ts'

/** An id derived from a word. Its order is unrelated to the word's. */
export const idFrom = (word: string): string => uuidOf(createRandom(0, word))

/** Picks one item by the next random number. */
export type Pick = <Item>(items: readonly Item[]) => Item

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
  const morning = [0, 1, 10 * SECOND, HOUR + 5 * MINUTE, 9 * HOUR, 9 * HOUR + 20 * SECOND]
  const later = [9 * HOUR + 40 * SECOND, 15 * HOUR]
  const before = [2 * HOUR - 30 * MINUTE, HOUR + 1, 30 * MINUTE, 15 * SECOND, 1]
  return [...[...morning, ...later].map((ms) => first + ms), ...before.map((ms) => next - ms)]
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

/** The read model judges the app by the user agent. */
const PREVIEW_AGENTS = {
  whatsapp: 'WhatsApp/2.24.13.77 A',
  facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
}
const APPS = ['whatsapp', 'facebook'] as const

/** Events on and around these days: every kind, repeats over midnight, every reason for exclusion. */
export function storyOf(profileId: string, pick: Pick, of: readonly string[]): readonly Given[] {
  const visitors = Array.from({ length: 9 }, (_none, n) => idFrom(`visitor ${profileId} ${n}`))
  let acts = 0
  const newId = (): string => idFrom(`${profileId} ${(acts += 1)}`)
  const seldom = <Item>(usual: readonly Item[], unusual: readonly Item[]): Item =>
    pick(pick([usual, usual, usual, usual, usual, unusual]))
  /** By a person whose facts are not excluded. */
  const byPerson = (ms: number, more: Partial<Act> = {}): Act => {
    const asWritten = pick([asIs, asIs, asIs, inCapitals])
    return {
      profile: asWritten(profileId),
      visitor: asWritten(pick(visitors)),
      id: newId(),
      at: new Date(ms).toISOString(),
      userAgent: pick(PEOPLES),
      actor: { kind: 'visitor', id: 'someone' },
      referrer: pick(HOSTS),
      source: pick([undefined, ...SOURCES]),
      ...more,
    }
  }
  const byAnybody = (ms: number): Act =>
    byPerson(ms, {
      userAgent: seldom(PEOPLES, ROBOTS),
      request: seldom(['get'], ['head', 'part']),
      purpose: seldom([undefined], ['prefetch;prerender', 'preview', 'other']),
      actor: { kind: seldom(['visitor'], ['system', 'owner', 'admin']), id: 'someone' },
    })
  const previewed = (ms: number, app = pick(APPS)): Given => {
    const data = { profileId, app, userAgent: PREVIEW_AGENTS[app], request: 'get' }
    return { type: 'PagePreviewed', id: newId(), at: new Date(ms).toISOString(), data }
  }
  const days = of.map(instantsOf)
  const actsAt = (at: number): readonly Given[] => {
    const [visitor, soon] = [pick(visitors), at + pick(BETWEEN)]
    return [
      tapped(byPerson(at, { visitor })),
      tapped(byPerson(soon, { visitor })),
      downloaded(byPerson(at, { visitor })),
      downloaded(byPerson(soon, { visitor })),
      pick([tapped, clicked, downloaded])(byAnybody(at + pick(BETWEEN))),
      clicked({ ...byPerson(at + 2_000), network: pick(NETWORKS) }),
    ]
  }
  return [
    ...days.flatMap((instants) => instants.flatMap(actsAt)),
    ...days.flatMap((instants) => [previewed(pick(instants)), previewed(pick(instants), 'whatsapp')]),
  ]
}
