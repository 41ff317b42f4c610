import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { runs } from '../tests/support/longer-runs.ts'
import { PROJECTIONS } from './projections.ts'
import { storyOf, WHOSE, withoutErased, type Step } from './testing/any-story.ts'
import { reusedReadSides, type Given } from './testing/read-side.ts'

const openSide = reusedReadSides()

const TEXTS = ['', 'Capitana', 'Violeta', 'Ñandú']
const step: fc.Arbitrary<Step> = fc.record({
  of: fc.nat(WHOSE - 1),
  does: fc.nat(100),
  text: fc.constantFrom(...TEXTS),
  hour: fc.nat(60),
})

/** Each event of everybody, in an order of which nobody thought; erasures and blocks come in the second half. */
const EVERY_STEP: Step[] = Array.from({ length: 6 * WHOSE }, (_, n) => {
  const [of, does] = [n % WHOSE, Math.floor(n / WHOSE)]
  const place = ((n * 41) % (6 * WHOSE)) + (of >= WHOSE - 4 ? 3 * WHOSE : 0)
  return { place, step: { of, does, text: TEXTS[n % TEXTS.length]!, hour: n % 60 } }
})
  .toSorted((one, other) => one.place - other.place)
  .map(({ step: one }) => one)
  // The first of the two is erased and not blocked besides.
  .filter(({ of }) => of !== WHOSE - 2)

/** Batches of a live build and of a later one. */
const BATCHES: [number, number][] = [
  [1_000, 9],
  [1, 1_000],
  [4, 1_000],
]

/** All rows of all read models, as one text each. */
async function rowsAfter(events: readonly Given[], batch: number) {
  const side = await openSide()
  await side.given(...events)
  const all: Record<string, readonly string[]> = {}
  for (const projection of PROJECTIONS) {
    await side.project(projection, batch)
    for (const view of projection.views) {
      const rows = await side.rows(`select to_jsonb(t) as row from read."${view}" t`)
      // The log names itself by a random id.
      const texts = rows.map((row) => JSON.stringify(row)).filter((row) => !row.includes('store-identity'))
      all[`${projection.name}.${view}`] = texts.sort()
    }
  }
  expect(await side.rows('select type, error from kernel.parked')).toEqual([])
  await side.close()
  return all
}

test('the rows of every read model hide all texts, and are the same in batches of any size and once the keys of the erased are gone [PRIV-1, PRIV-4, PROJ-2]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 50, size: 'max' }),
      fc.constantFrom(...BATCHES),
      async (steps, [batch, other]) => {
        const events = storyOf(steps)
        const live = await rowsAfter(events, batch)
        expect(await rowsAfter(withoutErased(events), other)).toEqual(live)
        const readable = JSON.stringify(live).toLowerCase()
        for (const word of [...TEXTS.slice(1), 'x.example', '1234'])
          expect(readable).not.toContain(word.toLowerCase())
      },
    ),
    { seed: inject('seed'), numRuns: runs(10), endOnFailure: true, examples: [[EVERY_STEP, BATCHES[0]]] },
  )
})
