import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { isLong } from '../../../../tests/support/longer-runs.ts'
import { openWorld, type ContractCases, type StoreHarness } from './contract-fixture.ts'
import { endingCases, outageCases } from './outages.ts'
import { raceCases } from './races.ts'
import { readingCases } from './reading.ts'
import { writingCases } from './writing.ts'

/** Promises of every event store, as tests. @param hasServer false in memory, which nobody can stop or freeze */
export function eventStoreContract(
  name: string,
  openHarness: () => Promise<StoreHarness>,
  hasServer = true,
): void {
  const broken = isLong && hasServer ? outageCases : {}
  const cases: ContractCases = { ...writingCases, ...readingCases, ...raceCases, ...endingCases, ...broken }
  describe(`the ${name} event store`, () => {
    let harness: StoreHarness
    beforeAll(async () => {
      harness = await openHarness()
    })
    // A case that ran out of time may have left the server broken: that must not fail the cases after it.
    afterEach(async () => {
      await harness.thawServer()
      await harness.startServer()
    })
    afterAll(() => harness?.dispose())
    for (const [title, run] of Object.entries(cases))
      test(title, async () => {
        const world = await openWorld(title, harness, openHarness)
        await run(world).finally(world.end)
      })
  })
}
