import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { sourceFiles } from './tests/support/source-files.ts'

/**
 * A test's suffix says its price: `.test` starts nothing, `.build.test` reads dist/, `.pg.test` needs PostgreSQL, `.server.test` another server,
 * `.browser.test` a browser, `.long.test` minutes.
 */
const PRICED = ['build', 'pg', 'server', 'browser', 'long'] as const
const leftOut = (suffixes: readonly string[]) => suffixes.map((suffix) => `**/*.${suffix}.test.{ts,tsx}`)
/** `unit` runs what starts nothing, `long` the long tests and those with longer counts; otherwise all but the long. */
const lane = process.env.TEST_LANE
const isLong = lane === 'long'
const isUnit = lane === 'unit'
/** Their longer counts are asked for by these imports. */
const HAS_LONGER_RUNS = /longer-runs\.ts'|event-store\.contract\.ts'/
const longFiles = () =>
  sourceFiles(/\.test\.tsx?$/)
    .filter(({ path, text }) => path.includes('.long.test.') || HAS_LONGER_RUNS.test(text))
    .map(({ path }) => path)
/** For random inputs: what a run has found, the same seed finds again. */
const seed = (process.env.TEST_SEED ||= String(randomInt(2 ** 31)))

const WORKERS_MAX = 4

export default defineConfig({
  test: {
    include: isLong ? longFiles() : ['{contracts,services,projections,web,tests,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', ...leftOut(isUnit ? PRICED : isLong ? [] : ['long'])],
    globalSetup: isUnit ? [] : ['tests/support/global-setup.ts'],
    env: { TEST_SEED: seed },
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    maxWorkers: Math.min(WORKERS_MAX, availableParallelism()),
    // They end what hangs; on a busy machine, too, what goes on is done long before.
    testTimeout: isLong ? 600_000 : 120_000,
    hookTimeout: 120_000,
    // What is polled for comes, or something is wrong: a busy machine is no reason to give up after a second.
    expect: { poll: { timeout: 30_000 } },
  },
})
