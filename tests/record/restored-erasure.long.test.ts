import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { withConnection } from '@app/postgres/connection.ts'
import { eventually } from '../support/eventually.ts'
import { ownDatabase } from '../support/own-database.ts'
import { call, login } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess } from '../support/processes/product-process.ts'
import { DIST, startByShell, startProgram, type ProgramOptions } from '../support/processes/program.ts'
import { runOps } from '../support/processes/run-ops.ts'

vi.setConfig({ testTimeout: 600_000 })

const ANA = { name: 'Ana Quintupil', email: 'ana@quintupil.example', password: 'Clave-segura-33' }

async function verify(options: ProgramOptions, ...args: readonly string[]) {
  const ops = startProgram('ops', ['verify', 'history', ...args], options)
  return { ended: await ops.ended, said: ops.output() }
}

/** As somebody who types how many events were signed last. */
async function acceptRestored(options: ProgramOptions): Promise<void> {
  const head = JSON.parse(await readFile(join(options.dataDir, 'secrets', 'seal-head'), 'utf8')) as {
    size: number
  }
  const line = `echo ${head.size} | "${process.execPath}" "${join(DIST, 'ops.js')}" record accept-restored`
  const ops = startByShell(line, options)
  expect([await ops.ended, ops.output()]).toEqual([0, expect.stringContaining('sigue desde aquí')])
}

test('a backup of before an erasure is erased again, and its record is whole up to where the backup ends [SEAL-11, PRIV-4]', async () => {
  const [dataDir, database] = [await ownDataFolder(), await ownDatabase()]
  const used = { dataDir, env: { DATABASE_URL: database } }
  const product = await startProductProcess(used)
  const registered = await call(`${product.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...ANA, consent: true }),
  })
  expect(registered.status).toBe(200)
  const before = join(dataDir, 'before.txt')
  await runOps(used, 'seal', 'download', before)
  await product.stop()
  const backup = await ownDatabase(database)

  expect(await runOps(used, 'erase', 'account', ANA.email, '--yes')).toMatch(/Cuenta/)
  const after = join(dataDir, 'after.txt')
  await runOps(used, 'seal', 'download', after)
  expect(await verify(used, '--seal', after)).toMatchObject({ ended: 0 })

  const restored = { dataDir, env: { DATABASE_URL: backup } }
  const known = await verify(restored)
  expect([known.ended, known.said]).toEqual([
    1,
    expect.stringContaining('la cabeza guardada junto a la clave'),
  ])
  await acceptRestored(restored)
  const again = await startProductProcess(restored)
  expect((await login(again.url, ANA.password, ANA.email)).status).toBe(401)
  await eventually(async () =>
    expect(await verify(restored, '--seal', before)).toMatchObject({
      ended: 0,
      said: expect.stringContaining('Completo') as string,
    }),
  )
  const { ended, said } = await verify(restored, '--seal', after)
  expect([ended, said]).toEqual([1, expect.stringMatching(/Falta el final|El final fue escrito de nuevo/)])
  expect(said).toContain('Integridad: lo que hay es lo que se selló.')
  expect(await again.stop()).toBe(0)
  expect(again.errors()).toBe('')

  // Neither its words nor those of its history can be read.
  const dump = await withConnection(backup, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `select coalesce(string_agg(h::text, ' '), '') as text from read.history h
       union all select coalesce(string_agg(v::text, ' '), '') from read.history_values v`,
    )
    return rows.map(({ text }) => text).join(' ')
  })
  expect(dump).not.toMatch(/quintupil/i)
  expect(dump).toContain('AccountRegistered')
})
