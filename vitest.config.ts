import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

/** `npm run test:long`: everything, the `.long.test` files and longer runs included. */
const isLong = process.env.TEST_LONG === '1'
/** For random inputs: what a run has found, the same seed finds again. */
const seed = (process.env.TEST_SEED ||= String(randomInt(2 ** 31)))

const WORKERS_MAX = 4

export default defineConfig({
  test: {
    include: ['{contracts,services,projections,web,tests,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', ...(isLong ? [] : ['**/*.long.test.{ts,tsx}'])],
    globalSetup: ['tests/support/global-setup.ts'],
    env: { TEST_SEED: seed },
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    maxWorkers: Math.min(WORKERS_MAX, availableParallelism()),
    testTimeout: isLong ? 300_000 : 30_000,
    hookTimeout: 60_000,
    // What is polled for comes, or something is wrong: a busy machine is no reason to give up after a second.
    expect: { poll: { timeout: 10_000 } },
  },
})
