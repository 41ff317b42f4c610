import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const GROWTH_MB_MAX = 100
const DIST = process.env.PRODUCT_DIST ?? fileURLToPath(new URL('../../../dist', import.meta.url))
const PROGRAM = fileURLToPath(new URL('./testing/report-memory.child.mjs', import.meta.url))

test.runIf(process.platform === 'linux')(
  `a year with 200 visitors takes at most ${GROWTH_MB_MAX} MB more than the idle process in the built program [SPEED-9]`,
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, join(DIST, 'report-worker.mjs')])
    const { bytes, again, idle, grown } = JSON.parse(stdout) as Record<
      'bytes' | 'again' | 'idle' | 'grown',
      number
    >
    console.info(
      `a report of ${Math.round(bytes / 1_000)} kB: ${Math.round(grown)} MB above ${Math.round(idle)} MB`,
    )
    expect(bytes).toBeGreaterThan(20_000)
    expect(again).toBeGreaterThan(20_000)
    expect(grown).toBeLessThan(GROWTH_MB_MAX)
  },
)
