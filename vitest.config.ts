import { randomInt } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst, isInLane, processOf, type TestProcess } from './tests/support/test-lanes.ts'
import { sourceFiles } from './tests/support/source-files.ts'
import { TEST_MS_MAX, WAIT_MS_MAX } from './tests/support/wait-limit.ts'

const lane = process.env.TEST_LANE

const MEMORY = '/dev/shm'
/** Four times what `npm test` writes. */
const FREE_BYTES_MIN = 8 * 2 ** 30
// Most of a test database's price is its files. The lanes keep the disk, which some of them try.
if (lane === undefined && process.env.TMPDIR === undefined && hasRoom(MEMORY)) process.env.TMPDIR = MEMORY

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= FREE_BYTES_MIN
}

/** Seed of random inputs: the same seed repeats a failure. */
const seed = (process.env.TEST_SEED ||= String(randomInt(2 ** 31)))

/** Their tests kill, drive browsers and wait for other programs: nothing else may run beside them. */
const RUN_ALONE = ['faults', 'stores', 'browsers', 'containers']

const files = sourceFiles(/\.test\.tsx?$/).filter((file) => isInLane(lane, file))

const SETUP = 'tests/support/bounded-properties.ts'

function projectOf(name: TestProcess): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: files.filter((file) => processOf(file) === name).map(({ path }) => path),
      setupFiles: name === 'document' ? [SETUP, 'web/testing/fresh-document.ts'] : [SETUP],
      env: { TEST_SEED: seed },
      environment: name === 'document' ? 'happy-dom' : 'node',
      // Style sheets of parsed pages are absent.
      environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
      pool: 'forks',
      // A larger young generation saves a twelfth of the components' time.
      execArgv: ['--max-semi-space-size=64'],
      isolate: name === 'own',
      testTimeout: TEST_MS_MAX,
      hookTimeout: 2 * WAIT_MS_MAX,
      // A poll that fails within a second may only mean a busy machine.
      expect: { poll: { timeout: WAIT_MS_MAX } },
    },
  }
}

export default defineConfig({
  test: {
    globalSetup: lane === 'unit' || lane === 'containers' ? [] : ['tests/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Two fifths of a test's time are waits, in which one process more can work.
    maxWorkers: RUN_ALONE.includes(lane ?? '') ? 1 : availableParallelism() + 1,
    // Transformed sources stay in node_modules/ for the next run.
    experimental: { fsModuleCache: true },
    projects: (['own', 'shared', 'document'] as const).map(projectOf),
  },
})
