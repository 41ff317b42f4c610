import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { profilesProjection } from '@app/projections/profiles/projection.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { commandLineIn, writeSecrets } from './testing/command-line.ts'
import { installProduct, projectAll, trafficIn } from './testing/installed-product.ts'
import { allRows } from './testing/read-model-rows.ts'
import { verifyAll } from './commands/verify-command.ts'

const IMPORT = 'import access-log a.log --map a.log.map.json'
const KILLS = 10
const percentIn = (out: string): number => Number(/.* (\d+) %/s.exec(out)?.[1] ?? 0)

test('an import that is killed repeatedly ends with the events and rows of one run [LOG-13]', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'app-ops-'))
  await writeSecrets(join(dir, 'data'))
  const product = await installProduct()
  const ops = commandLineIn(dir, { DATABASE_URL: product.url })
  await ops.run('sample access-log a.log --lines 15000')
  let written = 0
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const ended = await ops.run(IMPORT, (out, send) =>
      percentIn(out) >= kill * 9 ? send('SIGKILL') : undefined,
    )
    expect(ended.code).toBeNull()
    const events = (await trafficIn(product.backend)).length
    expect(events).toBeGreaterThanOrEqual(Math.max(written, 1))
    written = events
  }
  const { code, out } = await ops.run(IMPORT)
  expect([code, out]).toEqual([0, expect.stringMatching(/Líneas leídas +15\.000/)])

  const once = await trafficIn(product.backend)
  expect(new Set(once.map(({ id }) => id)).size).toBe(once.length)
  expect(new Set(once.map(({ stream }) => stream)).size).toBe(once.length)
  expect(out).toMatch(new RegExp(`Ya estaban +${written.toLocaleString('es-CL').replace('.', '\\.')}`))
  await projectAll(product)
  expect((await allRows(product.url, trafficProjection)).traffic_facts).toHaveLength(once.length)
  expect((await allRows(product.url, profilesProjection)).profiles).toHaveLength(3)
  const terminal = { say: () => undefined, signal: new AbortController().signal }
  const tables = (await verifyAll(product.backend, terminal)).flatMap((verification) => verification.tables)
  expect(tables.filter(({ differing }) => differing > 0)).toEqual([])
  expect(await ops.run(IMPORT)).toMatchObject({ code: 0, out: expect.stringMatching(/Eventos nuevos +0\n/) })
  await product.close()
  await rm(dir, { recursive: true })
})
