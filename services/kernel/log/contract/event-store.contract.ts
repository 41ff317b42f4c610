import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { appendingCases } from './appending.ts'
import { contentCases } from './contents.ts'
import { endingCases } from './ending.ts'
import { followingCases } from './following.ts'
import { foreignCases } from './foreign.ts'
import type { StoreHarness } from './harness.ts'
import { orderingCases } from './ordering.ts'
import { outageCases } from './outages.ts'
import { SEED } from './random.ts'
import { readingCases } from './reading.ts'
import { refusingCases } from './refusing.ts'
import { retryingCases } from './retrying.ts'
import { scanningCases } from './scanning.ts'
import { silenceCases } from './silence.ts'
import { LONG, openWorld, type ContractCases } from './contract-fixture.ts'
import { WAIT_MS_MAX } from '../../../../tests/support/wait-limit.ts'

export type { StoreHarness } from './harness.ts'

const THEMES: Readonly<Record<string, ContractCases>> = {
  appending: appendingCases,
  retrying: retryingCases,
  refusing: refusingCases,
  contents: contentCases,
  reading: readingCases,
  scanning: scanningCases,
  ordering: orderingCases,
  following: followingCases,
  ending: endingCases,
  outages: outageCases,
  silence: silenceCases,
  'what others wrote': foreignCases,
}
/** The lane of stores has those in which a server is stopped or frozen. */
const ONLY_IN_LANE = ['outages', 'silence']
/** Ends a case that hangs; on a busy machine, a long time proves nothing. */
const CASE_MS = 2 * WAIT_MS_MAX

interface ContractOptions {
  /** False for a store in memory, which nobody can stop or freeze. */
  readonly hasServer?: boolean
}

/** The promises of every event store, as tests; a harness opens a store and breaks it. */
export function eventStoreContract(
  name: string,
  openHarness: () => Promise<StoreHarness>,
  { hasServer = true }: ContractOptions = {},
): void {
  console.info(`event store contract on ${name}: TEST_SEED=${SEED}`)
  describe(`the ${name} event store`, () => {
    for (const [theme, cases] of Object.entries(THEMES)) {
      if (!ONLY_IN_LANE.includes(theme) || (LONG && hasServer))
        describe(theme, () => contractTheme(cases, openHarness))
    }
  })
}

function contractTheme(cases: ContractCases, openHarness: () => Promise<StoreHarness>): void {
  let harness: StoreHarness | undefined
  beforeAll(async () => {
    harness = await openHarness()
  })
  // A case that ran out of time may have left the server broken: that must not fail the cases after it.
  afterEach(async () => {
    await harness?.thawServer()
    await harness?.startServer()
  })
  afterAll(() => harness?.dispose())
  for (const [title, run] of Object.entries(cases))
    test(
      title,
      async () => {
        if (harness === undefined) throw new Error('there is no harness')
        const world = await openWorld(title, harness, openHarness)
        try {
          await run(world)
        } finally {
          await world.end()
        }
      },
      CASE_MS,
    )
}
