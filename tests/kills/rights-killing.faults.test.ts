import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { blockLedgerPath } from '@app/settings/secrets.ts'
import { expect, test, vi } from 'vitest'
import { startAwakeTime } from '../support/awake-time.ts'
import { eventually } from '../support/eventually.ts'
import { heldCount, holdUntilKilled } from '../support/held-statements.ts'
import { believeNextClock, daysAgo } from '../support/processes/past-clock.ts'
import { call } from '../support/processes/product-calls.ts'
import { killPostmaster, ownUsedFolder, startProductProcess } from '../support/processes/product-process.ts'
import { databaseUrlOf, faultsOf, logOf } from './product-log.ts'
import {
  blockingAct,
  confirmationAct,
  countedIn,
  quotationOf,
  RAISED_LIMITS,
  signInAt,
  tryAct,
} from './rights-acts.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Three pages of the job. */
const DUE = 120
/** More of them wait too long on a busy machine. */
const SENT_AT_ONCE = 10
const EFFECT_MS_MAX = 1_000

/** A pipe that nobody reads holds whoever opens it, right after the event of a block. */
const holdLedger = (path: string): Promise<unknown> => promisify(execFile)('mkfifo', [path])

const isLogged = async (dataDir: string, type: string): Promise<boolean> =>
  (await logOf(dataDir)).some((event) => event.type === type)

/** Keys that a confirmation and an expiry destroy. */
const effectsHeld = (databaseUrl: string, due: string): Promise<void> =>
  holdUntilKilled(databaseUrl, [
    {
      table: 'vault.subject_keys',
      on: 'update',
      when: `new.wrapped_key = '' and (old.subject like 'visitor-%' or old.subject = '${due}')`,
    },
  ])

test('what a kill left undone of a block, a confirmation and an expiry is done at the restart, once [PRIV-15, PRIV-17, PRIV-18]', async () => {
  const { dataDir, password } = await ownUsedFolder()
  const env = { RATE_LIMITS: RAISED_LIMITS }
  const past = await startProductProcess({ dataDir, env: { ...env, ...daysAgo(1_200) } })
  const due: string[] = []
  while (due.length < DUE) {
    const next = Array.from({ length: SENT_AT_ONCE }, (_none, n) => due.length + n)
    due.push(
      ...(await Promise.all(
        next.map((n) => quotationOf(past.url, `due${n}@correo.example`, `vencida${n}x`)),
      )),
    )
  }
  await past.stop()

  // The clock leapt: nobody is due until it is believed.
  const before = await startProductProcess({ dataDir, env })
  const token = await signInAt(before.url, password)
  const admin = async (url: string, path: string) =>
    call(`${url}/api/admin/${path}`, { headers: { Authorization: `Bearer ${token}` } })
  const [demo] = (await admin(before.url, 'profiles')).body as unknown as readonly [{ id: string }]
  const fixture = { url: before.url, dataDir, token, profileId: demo.id }
  await quotationOf(before.url, 'nueva@correo.example', 'nueva1x')
  const acts = [await blockingAct(fixture, 'bloqueada1x'), await confirmationAct(fixture, 'confirmada1x')]
  await believeNextClock(await databaseUrlOf(dataDir))
  await effectsHeld(await databaseUrlOf(dataDir), due.at(-1)!)
  await before.kill('SIGKILL')

  const struck = await startProductProcess({ dataDir, env })
  const database = await databaseUrlOf(dataDir)
  await holdLedger(blockLedgerPath(join(dataDir, 'secrets')))
  const outcomes = acts.map((act) => tryAct(struck.url, act))
  await eventually(async () => {
    expect(await heldCount(database)).toBe(2)
    expect(await isLogged(dataDir, 'SubjectBlocked')).toBe(true)
  })
  const ended = struck.kill('SIGKILL')
  expect(killPostmaster(dataDir)).toBe(true)
  await ended
  await rm(blockLedgerPath(join(dataDir, 'secrets')))
  expect(await Promise.all(outcomes)).toEqual(acts.map(() => 'unknown'))

  const after = await startProductProcess({ dataDir, env })
  const sinceMs = startAwakeTime()
  const listed = async () => JSON.stringify((await admin(after.url, 'quotations?limit=100')).body)
  await eventually(async () => expect(await listed()).not.toContain('bloqueada1x'), { everyMs: 5 })
  const blockedMs = sinceMs()
  await eventually(async () => {
    const log = await logOf(dataDir)
    expect(acts.map((act) => countedIn(log, act))).toMatchObject([
      { received: 1, answered: 1, blocked: [1], erased: [0] },
      { received: 1, answered: 1, blocked: [0], erased: [1] },
    ])
    const erased = log.filter(({ type }) => type === 'SubjectErased').map(({ data }) => String(data.subject))
    expect(erased.toSorted()).toEqual([...due, ...acts[1]!.subjects].toSorted())
  })
  expect(await listed()).toContain('nueva1x')
  expect(faultsOf(await logOf(dataDir))).toEqual([])
  expect(blockedMs).toBeLessThan(EFFECT_MS_MAX)
})
