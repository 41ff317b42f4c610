import { afterEach, beforeEach, expect, test } from 'vitest'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { RETENTION_DEFAULTS } from '@app/contracts/privacy/retention.ts'
import type { SecurityEvent } from '@app/contracts/security-events.ts'
import { newId } from '@app/event-store/ids.ts'
import { createLog } from '@app/observability/log.ts'
import { withAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { RETENTION_LOCK } from '@app/processes/erasures/retention.ts'
import type { KeptBack, ErasedKey } from '@app/vault/ledger.ts'
import { createLedgerInMemory } from '@app/vault/testing/ledger-in-memory.ts'
import {
  createTestClock,
  openTestBackend,
  type TestBackend,
} from '../../../tests/support/api/test-backend.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { openRetention } from './open-retention.ts'

let backend: TestBackend
let security: SecurityEvent[] = []
const clock = createTestClock()
beforeEach(async () => {
  security = []
  backend = await openTestBackend(clock, 'nothing')
  const words = { company: 'Andes', contactPerson: 'Ana', email: 'a@x.example', phone: '+569', comments: '' }
  const data = { ...words, estimatedCards: '1-10', consent: 'v1' }
  const longAgo = new Date('2020-03-01T15:00:00Z')
  await write(backend.own.store, longAgo, quotationStream(newId()), [{ type: 'QuotationRequested', data }])
})
afterEach(async () => {
  await backend.close()
})

/** @returns ends it */
function start(): () => Promise<unknown> {
  const opened: (() => Promise<unknown>)[] = []
  const besideDatabase = {
    ledger: createLedgerInMemory<ErasedKey>(),
    blockLedger: createLedgerInMemory<KeptBack>(),
    removeMailsTo: async () => 0,
    removeMailsBefore: async () => 0,
  }
  openRetention({
    backend,
    besideDatabase,
    log: createLog('silent'),
    securityLog: (event) => security.push(event),
    settings: { retention: RETENTION_DEFAULTS },
    onStop: (close) => void opened.push(close),
  })
  return () => Promise.all(opened.map((close) => close()))
}

test('a start of the product erases what is due, and says how much without saying whose [PRIV-18]', async () => {
  const stop = start()
  await eventually(() =>
    expect(security).toEqual([{ event: 'retention-erased', by: 'settings', reason: 'quotation', count: 1 }]),
  )
  await stop()
})

test('one process at a time erases: another one does nothing [PRIV-18]', async () => {
  const passes = async () => (await backend.own.db.query('select from retention.clock')).rowCount
  await withAdvisoryLock(backend.own.db, RETENTION_LOCK, () => start()())
  expect(await passes()).toBe(0)
  await start()()
  expect(await passes()).toBe(1)
})
