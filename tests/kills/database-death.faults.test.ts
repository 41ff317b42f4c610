import { randomUUID } from 'node:crypto'
import { appendFile, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freeBytesOf } from '@app/services/product/embedded-postgres/disk-space.ts'
import { withConnection } from '@app/services/platform/postgres/connection.ts'
import { call, login, tap, type Call } from '../support/processes/product-calls.ts'
import { caughtUp, databaseUrlOf, faultsOf, logOf } from './product-log.ts'
import { startProductProcess, type Product, refusedStart } from '../support/processes/product-process.ts'
import { runOps } from '../support/processes/run-ops.ts'
import { ownSmallDisk } from '../support/processes/small-disk.ts'
import { eventually } from '../support/eventually.ts'
import { startAwakeTime } from '../support/awake-time.ts'

/** The product continues to run while its database is dead or its disk is full. */

const MIB = 2 ** 20
const DISK_MIB = 420
const REFUSED_MS_MAX = 3_000

async function ready({ url }: Product): Promise<Call> {
  return call(`${url}/readyz`)
}

async function track({ url }: Product, profileId: unknown, eventId: string): Promise<Call> {
  return call(`${url}/api/public/track/${String(profileId)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ event_type: 'click_email', event_id: eventId }),
  })
}

async function expectRefusedSoon(asking: () => Promise<Call>): Promise<Call> {
  const sinceMs = startAwakeTime()
  const refused = await asking()
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(sinceMs()).toBeLessThan(REFUSED_MS_MAX)
  return refused
}

async function fill(dir: string, leaveBytes: number): Promise<string> {
  const filler = join(dir, 'filler')
  for (let left = await freeBytesOf(dir); left > leaveBytes; left = await freeBytesOf(dir))
    await appendFile(filler, Buffer.alloc(Math.min(8 * MIB, left - leaveBytes), 1))
  return filler
}

/** Uses up the disk by segments of 16 MiB, until the server dies. */
async function switchSegments(dataDir: string): Promise<void> {
  await withConnection(await databaseUrlOf(dataDir), async (client) => {
    await client.query('create table if not exists public.written (n int)')
    for (let n = 0; n < (DISK_MIB * MIB) / (16 * MIB); n += 1)
      await client.query(`insert into public.written values (${n}); select pg_switch_wal()`)
  }).catch(() => undefined)
}

/** Fills the disk until the server does not restart. */
async function killByFullDisk(product: Product, dataDir: string): Promise<void> {
  let downSinceMs: number | undefined
  const sinceMs = startAwakeTime()
  while (downSinceMs === undefined || performance.now() - downSinceMs < 4_000) {
    if (sinceMs() > 60_000) throw new Error('the server survives the full disk')
    await switchSegments(dataDir).catch(() => undefined)
    const { body } = await ready(product)
    const isUp = (body.database as { readonly ok: boolean }).ok
    downSinceMs = isUp ? undefined : (downSinceMs ?? performance.now())
    await pause(100)
  }
}

/** Events behind the last head. */
const unsignedOf = async (dataDir: string): Promise<number> =>
  withConnection(await databaseUrlOf(dataDir), async (client) => {
    const { rows } = await client.query<{ unsigned: number }>(
      `select ((select count(*) from log.events) - (select max(size) from record.blocks))::int as unsigned`,
    )
    return rows[0]!.unsigned
  })

test('a full disk stops only writes, and freed space is enough to continue [RUN-3]', async () => {
  const disk = await ownSmallDisk(DISK_MIB)
  const dataDir = join(disk, 'data')
  const product = await startProductProcess({ dataDir })
  try {
    const { body: profile } = await tap(product.url)
    const acknowledged = [randomUUID(), randomUUID()]
    for (const id of acknowledged) expect((await track(product, profile.id, id)).status).toBe(200)

    const filler = await fill(disk, 60 * MIB)
    await eventually(async () => {
      expect(await ready(product)).toMatchObject({
        status: 503,
        body: { space: { ok: false }, database: { ok: true } },
      })
    })
    const eventId = randomUUID()
    const refused = await expectRefusedSoon(() => track(product, profile.id, eventId))
    expect(refused.body.detail).toMatch(/no tiene espacio en el disco/)
    expect((await tap(product.url)).status).toBe(503)

    await fill(disk, 20 * MIB)
    await killByFullDisk(product, dataDir)
    await expectRefusedSoon(() => track(product, profile.id, eventId))
    await expectRefusedSoon(() =>
      call(`${product.url}/api/auth/login`, {
        method: 'POST',
        body: '{}',
        headers: { 'Content-Type': 'application/json' },
      }),
    )
    for (const path of ['/pages/demo', '/healthz'])
      expect([path, (await call(`${product.url}${path}`)).status]).toEqual([path, 200])
    expect((await ready(product)).status).toBe(503)

    await truncate(filler, 0)
    await rm(filler)
    await eventually(async () => expect((await track(product, profile.id, eventId)).status).toBe(200))
    await eventually(async () => expect((await ready(product)).status).toBe(200))
    expect((await login(product.url, product.adminPassword!)).status).toBe(200)
    await caughtUp(product.url)
    await eventually(async () => expect(await unsignedOf(dataDir)).toBe(0))
    expect(await runOps({ dataDir }, 'verify', 'history')).toContain('lo que hay es lo que se firmó')
    const log = await logOf(dataDir)
    const ids = log.map(({ id }) => id)
    for (const id of [...acknowledged, eventId]) expect(ids.filter((one) => one === id)).toHaveLength(1)
    expect([faultsOf(log), product.errors()]).toEqual([[], ''])
  } finally {
    expect(await product.stop()).toBe(0)
  }
})

test('a start that has to write to a full disk reports it in one line [RUN-7]', async () => {
  const disk = await ownSmallDisk(DISK_MIB)
  const dataDir = join(disk, 'data')
  expect(await (await startProductProcess({ dataDir })).stop()).toBe(0)
  await fill(disk, 60 * MIB)
  expect(await refusedStart(dataDir, { ADMIN_EMAIL: 'otra@empresa.example' })).toMatch(
    /el disco no tiene espacio/,
  )
  await fill(disk, 0)
  expect(await refusedStart(dataDir)).toMatch(/quedan 0 MiB libres y se necesitan 32: libera espacio\.$/)
})
