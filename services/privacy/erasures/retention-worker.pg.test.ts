import { afterEach, beforeEach, expect, test } from 'vitest'
import { quotationStream } from '@app/contracts/quotations.ts'
import { RETENTION_DEFAULTS } from '@app/contracts/limits/periods.ts'
import type { SecurityEvent } from '@app/contracts/security-events.ts'
import { newId } from '../../kernel/log/ids.ts'
import { startJobs } from '../../kernel/jobs.ts'
import { createLog } from '../../platform/observability/log.ts'
import { withAdvisoryLock } from '../../platform/postgres/in-transaction.ts'
import { RETENTION_LOCK, retentionWorker } from './retention.ts'
import {
  createTestClock,
  openTestBackend,
  type TestBackend,
} from '../../../tests/support/api/test-backend.ts'
import { quotationRequested, write } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { erasingOf } from './shred.ts'

let backend: TestBackend
let security: SecurityEvent[] = []
let troubles: unknown[] = []
const clock = createTestClock()
beforeEach(async () => {
  security = []
  troubles = []
  backend = await openTestBackend(clock, 'nothing')
  const longAgo = new Date('2020-03-01T15:00:00Z')
  await write(backend.own.store, longAgo, quotationStream(newId()), [quotationRequested()])
})
afterEach(async () => {
  await backend.close()
})

/** @returns ends it */
function start(): () => Promise<void> {
  const erasing = erasingOf(backend)
  const { jobPool: db, now, monotonicMs } = backend
  const jobs = startJobs({ db, now, monotonicMs, onTrouble: (_kind, error) => troubles.push(error) })
  const log = createLog('silent')
  const securityLog = (event: SecurityEvent) => security.push(event)
  jobs.work(retentionWorker({ erasing, periods: RETENTION_DEFAULTS, log, securityLog }))
  return () => jobs.stop(1_000)
}

const passes = async () => (await backend.own.db.query('select from retention.clock')).rowCount
const isPassOver = () =>
  eventually(async () => {
    const { rows } = await backend.own.db.query<{ tries: number }>('select tries from kernel.jobs')
    expect(rows).toEqual([{ tries: 1 }])
  })

test('a start of the product erases what is due, and says how much without saying whose [PRIV-18]', async () => {
  const stop = start()
  await eventually(() =>
    expect(security).toEqual([{ event: 'retention-erased', by: 'settings', reason: 'quotation', count: 1 }]),
  )
  await stop()
})

test('one process at a time erases: another one keeps it from a pass, which comes an hour later [PRIV-18]', async () => {
  await withAdvisoryLock(backend.own.db, RETENTION_LOCK, async () => {
    const stop = start()
    await isPassOver()
    await stop()
  })
  expect(await passes()).toBe(0)
  await start()()
  expect(await passes()).toBe(0)
  clock.advance(3_600_000)
  const stop = start()
  await eventually(async () => expect(await passes()).toBe(1))
  await stop()
  expect(troubles).toEqual([])
})
