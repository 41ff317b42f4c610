import { expect, test } from 'vitest'
import { isFiltered, RANGES } from '@app/contracts/traffic/ranges.ts'
import { DEVICES, NETWORKS, SOURCES } from '@app/contracts/traffic/kinds.ts'
import { eventOf, openReadSide, type Given, type ReadSide } from '@app/projections/testing/read-side.ts'
import { clicked, downloaded, tapped } from '@app/projections/testing/traffic-story.ts'
import { subscriptionsModel } from '@app/projections/subscriptions/read-model.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { createRandom, intBelow, oneOf, type Random } from '@app/services/product/generator/random.ts'
import { isLong } from '../support/longer-runs.ts'
import { answered } from './answered.ts'
import { recount, recordedOf, type Asked } from './recount.ts'
import { firstMsOf, plusDays } from './santiago.ts'
import { idFrom, SPECIAL_DAYS, storyOf, type Pick } from './stories.ts'

const seed = Number(process.env['TEST_SEED'])
/** In the long run 100,000 facts. */
const CARDS = isLong ? 30 : 2
const RANGES_A_CARD = isLong ? 34 : 8
const [FIRST_DAY, DAYS] = ['2025-11-01', 860]
const DAY_FACTS_MAX = 1_000

/** More clicks than count on a day, and two downloads, or visits, by somebody who did nothing else. */
function morningsOf(profile: string): readonly Given[] {
  const actAt = (day: string, ms: number, nth: number) => ({
    profile,
    visitor: idFrom(day),
    id: idFrom(`${profile} ${day} ${nth}`),
    at: new Date(firstMsOf(day) + 9e6 + ms).toISOString(),
  })
  const clicks = Array.from({ length: DAY_FACTS_MAX + 30 }, (_none, n) =>
    clicked({ ...actAt('2026-09-06', n * 10, n), network: 'email' }),
  )
  const downloads = [0, 40_000].map((ms) => downloaded(actAt('2026-11-20', ms, ms)))
  // The only visits of somebody, on both sides of the midnight that there is not: the second repeats the first.
  const visits = [-10_000, 10_000].map((ms) =>
    tapped({ ...actAt('2026-09-06', ms - 9e6, ms), visitor: idFrom('owl') }),
  )
  return [...clicks, ...downloads, ...visits]
}

/** Fisher and Yates's shuffle. */
function shuffled<Value>(random: Random, values: readonly Value[]): readonly Value[] {
  const order = [...values]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = intBelow(random, last + 1)
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}

/** Some in the order of their time with late ones among them, others in any order. */
function logOf(profileId: string, card: number, random: Random): readonly Given[] {
  const pick: Pick = (items) => oneOf(random, items)
  const days = Array.from({ length: isLong ? 15 : 3 }, () => plusDays(FIRST_DAY, pick(SOME_DAYS)))
  const all = shuffled(random, [
    ...storyOf(profileId, pick, [...SPECIAL_DAYS, ...days]),
    ...morningsOf(profileId),
  ])
  if (card % 2 === 1) return all
  const late = [0, 0, 0, 0, 60_000, 86_400_000, 9e9]
  const arrivesAt = new Map(all.map((given) => [given, Date.parse(given.at!) + pick(late)]))
  return all.toSorted((a, b) => arrivesAt.get(a)! - arrivesAt.get(b)!)
}
const SOME_DAYS = Array.from({ length: DAYS }, (_none, day) => day)

const rowsOf = (side: ReadSide): Promise<readonly (readonly object[])[]> =>
  Promise.all(
    ['facts', 'visitor_days', 'days'].map((table) =>
      side.rows(`select t::text as row from read.traffic_${table} t order by 1`),
    ),
  )

function anyAsked(pick: Pick): Asked {
  const day = pick([plusDays(FIRST_DAY, pick(SOME_DAYS)), pick(SPECIAL_DAYS)])
  const nowMs = firstMsOf(day) + pick([0, 3_600_000, 43_200_000])
  const filter = {
    ...(pick([true, false]) && { network: pick(NETWORKS) }),
    ...(pick([true, false, false]) && { source: pick(SOURCES) }),
    ...(pick([true, false, false]) && { device: pick(DEVICES) }),
    ...(pick([true, false, false, false]) && { hour: pick(HOURS) }),
  }
  const own = pick([undefined, { from: day, to: plusDays(day, pick([0, 1, 6, 30, 90, 364])) }])
  return {
    range: pick(RANGES),
    nowMs,
    ...(own && { own }),
    ...(isFiltered(filter) && pick([true, false]) && { filter }),
  }
}
const HOURS = ['6-23', '7-1', '6-8', '7-9', '5-8', '1-8', '2-8', '2-23']

test('figures of any days and filter equal a count of raw events, in a build from zero and in one that follows [FIG-1, FIG-2, FIG-3, FIG-4, FIG-5, FIG-8, PROJ-2]', async () => {
  const random = createRandom(seed)
  const pick: Pick = (items) => oneOf(random, items)
  const [fromZero, following] = [await openReadSide(), await openReadSide()]
  await following.project(subscriptionsModel)
  for (let card = 0; card < CARDS; card += 1) {
    const profileId = idFrom(`card ${seed} ${card}`)
    const log = logOf(profileId, card, random)
    await fromZero.given(...log)
    for (let from = 0; from < log.length; from += Math.ceil(log.length / 7)) {
      await following.given(...log.slice(from, from + Math.ceil(log.length / 7)))
      await following.project(trafficProjection, pick([20, 700]))
    }
    const recorded = recordedOf(log.map(eventOf), profileId)
    for (let n = 0; n < RANGES_A_CARD; n += 1) {
      const asked = anyAsked(pick)
      const answer = await answered(following.reader, profileId, asked)
      expect(answer, JSON.stringify(asked)).toMatchObject(recount(recorded, asked))
    }
  }
  await fromZero.project(trafficProjection, 700)
  expect(await rowsOf(fromZero)).toEqual(await rowsOf(following))
  await Promise.all([fromZero.close(), following.close()])
}, 900_000)
