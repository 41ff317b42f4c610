import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { findActiveBuild, listBuilds } from '@app/projections/runtime/builds.ts'
import { eventOf } from '@app/projections/testing/read-side.ts'
import { tapped } from '@app/projections/testing/traffic-story.ts'
import { startFoldingBeside } from '@app/projections/runtime/rebuild/fold-beside.ts'
import { feedsOfLog } from '@app/projections/runtime/log-feed.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { createPool } from '@app/postgres/pool.ts'
import { commandLineIn, writeSecrets } from './testing/command-line.ts'
import { followInstalled, installProduct, projectAll } from './testing/installed-product.ts'
import { verifyAll } from './commands/verify-command.ts'

vi.setConfig({ testTimeout: 300_000 })

const KILLS = 5
const WRITE_EVERY_MS = 20
/** R4: how long reads may stop at a swap. */
const GAP_MS_MAX = 1_000
const percentIn = (out: string): number => Number(/.* (\d+) %/s.exec(out)?.[1] ?? 0)
const positionIn = (out: string): number =>
  Number(/Sigue desde el evento ([\d.]+)/.exec(out)?.[1]?.replaceAll('.', '') ?? 0)

test('a rebuild under load that is killed repeatedly goes on, and is swapped in and back without a failed read [PROJ-11, PROJ-12]', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'app-ops-'))
  await writeSecrets(join(dir, 'data'))
  const product = await installProduct()
  const ops = commandLineIn(dir, { DATABASE_URL: product.url })
  await ops.run('sample access-log a.log --lines 40000')
  await ops.run('import access-log a.log --map a.log.map.json')
  await projectAll(product)
  const { store, sealed, evenBlocked, now, newId } = product.backend
  const following = followInstalled(product)
  const db = createPool(product.url, { role: 'svc_projector', applicationName: 'test-beside', max: 4 })
  const reader = createPool(product.url, { role: 'svc_reader', applicationName: 'test-reader', max: 2 })
  const load = new AbortController()
  const writing = (async () => {
    for (; !load.signal.aborted; await pause(WRITE_EVERY_MS)) {
      const event = eventOf(tapped({ visitor: newId(), at: now().toISOString() }))
      await store.append(`visit-${event.id}`, 'noStream', [event])
    }
  })()
  const failed: unknown[] = []
  let gapMs = 0
  const reading = (async () => {
    for (; !load.signal.aborted; await pause(1)) {
      const startedMs = performance.now()
      await reader
        .query({ name: 'days', text: 'select sum(visits) from read.traffic_days' })
        .catch((error: unknown) => failed.push(error))
      gapMs = Math.max(gapMs, performance.now() - startedMs)
    }
  })()

  let from = 0
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const ended = await ops.run('rebuild traffic', (out, send) =>
      percentIn(out) >= 10 ? send('SIGKILL') : undefined,
    )
    expect(ended.code).toBeNull()
    if (kill > 1) expect(positionIn(ended.out)).toBeGreaterThan(from)
    from = positionIn(ended.out)
  }
  const rebuilt = await ops.run('rebuild traffic --yes')
  expect([rebuilt.code, rebuilt.out]).toEqual([0, expect.stringContaining('Sin diferencias.')])
  expect((await findActiveBuild(db, 'traffic'))?.name).toBe('traffic_v6_2')
  const beside = startFoldingBeside(
    {
      db,
      feedOf: feedsOfLog({ opened: evenBlocked.store, sealed }),
      seals: evenBlocked.seals,
      now,
      kept: { kept: 2, hours: 24 },
    },
    PROJECTIONS,
  )
  await pause(3_000)
  const back = await ops.run('rollback traffic')
  expect([back.code, back.err]).toEqual([0, ''])
  load.abort()
  await Promise.all([writing, reading])
  console.log(`the longest read took ${Math.round(gapMs)} ms`)
  expect(failed).toEqual([])
  expect(gapMs).toBeLessThan(GAP_MS_MAX)
  expect(await following.waitFor(await store.headPosition(), 60_000)).toBe(true)
  const terminal = { say: () => undefined, signal: new AbortController().signal }
  const tables = (await verifyAll(product.backend, terminal)).flatMap((verified) => verified.tables)
  expect(tables.filter(({ differing }) => differing > 0)).toEqual([])
  const quiet = await ops.run('rebuild traffic --yes')
  expect([quiet.code, quiet.out]).toEqual([0, expect.stringContaining('Sin diferencias.')])
  expect(await listBuilds(db)).toHaveLength(PROJECTIONS.length + 2)
  await Promise.all([beside.stop(), following.stop()])
  await Promise.all([db.end(), reader.end()])
  await product.close()
  await rm(dir, { recursive: true })
})
