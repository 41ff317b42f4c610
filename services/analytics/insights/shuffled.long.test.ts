import { expect, test } from 'vitest'
import { insightsOf } from './insights.ts'
import { createRandom } from '../../product/generator/random.ts'
import { PLANTED_SIZES, plantedIn, PLANTINGS } from './testing/planted.ts'
import { shuffledMaterial } from './testing/shuffled.ts'

const seed = Number(process.env['TEST_SEED'])
/** The measured share is 1.3 %. */
const [SHUFFLED, FOUND_SHARE_MAX] = [1_000, 0.05]
const [EACH_KIND, NAMED_SHARE_MIN, EACH_KIND_SHARE_MIN] = [20, 0.8, 0.5]

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

test(`at most ${percent(FOUND_SHARE_MAX)} of ${SHUFFLED} shuffled series yield an insight [FIG-16]`, () => {
  const found = Array.from({ length: SHUFFLED }, (_none, index) =>
    insightsOf(shuffledMaterial(createRandom(seed + index))),
  )
  const share = found.filter((insights) => insights.length > 0).length / SHUFFLED
  console.info(`shuffled series with an insight: ${percent(share)} of ${SHUFFLED} (TEST_SEED=${seed})`)
  for (const { title } of found.flat()) console.info(`  ${title}`)
  expect(share).toBeLessThanOrEqual(FOUND_SHARE_MAX)
})

/** Alternates sizes, and profiles with and without a rhythm. */
const namedOf = (kind: string, kindAt: number): number =>
  Array.from({ length: EACH_KIND }, (_none, index) => {
    const size = PLANTED_SIZES[index % PLANTED_SIZES.length]!
    const hasRhythm = Math.floor(index / PLANTED_SIZES.length) % 2 === 0
    const { material, isNamedBy } = plantedIn(
      kind,
      size,
      hasRhythm,
      createRandom(seed + 1009 * kindAt + index),
    )
    return insightsOf(material).some(isNamedBy)
  }).filter(Boolean).length

test(`at least ${percent(NAMED_SHARE_MIN)} of ${EACH_KIND} series of each kind of effect name it [FIG-16]`, () => {
  const kinds = Object.keys(PLANTINGS).map((kind, at) => ({ kind, share: namedOf(kind, at) / EACH_KIND }))
  for (const { kind, share } of kinds) console.info(`named when ${kind}: ${percent(share)} of ${EACH_KIND}`)
  const all = kinds.reduce((sum, { share }) => sum + share, 0) / kinds.length
  console.info(`named over all: ${percent(all)} of ${kinds.length * EACH_KIND} (TEST_SEED=${seed})`)
  expect(all).toBeGreaterThanOrEqual(NAMED_SHARE_MIN)
  expect(kinds.filter(({ share }) => share < EACH_KIND_SHARE_MIN)).toEqual([])
})
