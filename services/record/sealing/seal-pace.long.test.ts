import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { newId } from '@app/event-store/ids.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { startSealer } from './start-sealer.ts'
import { createHeadInMemory } from '../testing/head-in-memory.ts'
import { newEvent, openSealer } from '../testing/open-sealer.ts'

const LOAD_MS = 3_000
/** So few that no seal is due because of their number, on any machine. */
const APPENDS_EVERY_MS = 2
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

test('two processes whose clocks differ and jump make at most one seal a second together, and go on [SEAL-2]', async () => {
  const sealer = await openSealer(() => new Date())
  const { log, tree, pool } = sealer
  const aheadMs = [0, MINUTE_MS]
  const sealers = aheadMs.map((_, nth) =>
    startSealer({
      ...sealer,
      now: () => new Date(Date.now() + aheadMs[nth]!),
      head: createHeadInMemory(),
      monotonicMs: () => performance.now(),
      everyMs: 1_000,
    }),
  )
  onTestFinished(async () => {
    await Promise.all(sealers.map(({ stop }) => stop()))
    await pool.end()
  })
  const seals = async () =>
    (await log.readStream(LOG_SEALS_STREAM, { limit: 5_000 })).filter(({ type }) => type === 'LogSealed')
  const startedMs = performance.now()
  const appendFor = async (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; await pause(APPENDS_EVERY_MS))
      await log.append(`test-${newId()}`, 'noStream', [newEvent()])
  }
  await appendFor(LOAD_MS / 2)
  aheadMs.splice(0, 2, 365 * DAY_MS, -DAY_MS)
  await appendFor(LOAD_MS / 2)
  const made = (await seals()).length
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThanOrEqual(Math.ceil((performance.now() - startedMs) / 1_000) + 1)

  aheadMs.fill(0)
  const { position } = await log.append(`test-${newId()}`, 'noStream', [newEvent()])
  await eventually(async () => {
    const index = await tree.indexOf(position)
    expect(Number((await seals()).at(-1)?.data.size)).toBeGreaterThan(index ?? Infinity)
  })
})
