import { randomUUID } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountStream } from '@app/contracts/events/account.ts'
import { visitorSubject } from '@app/contracts/events/interaction.ts'
import { profileStream } from '@app/contracts/events/profile.ts'
import { postgresUrl, withConnection } from '@app/outside/postgres-connection.ts'
import { EMBEDDED_DATABASE, findRunningPostgres } from '@app/outside/postgres-server.ts'
import { wrappingKeyOf } from '@app/vault/wrapping-keys.ts'
import { expect, test, vi } from 'vitest'
import { LOG_PLACES, ownLogPlace } from './log-places.ts'
import { call } from './product-calls.ts'
import { ownDataFolder, startProductProcess } from './product-process.ts'
import { startProgram } from './program.ts'
import { countOpened, filesBelow, filesWith } from './wrapped-keys-on-disk.ts'

/** What is left of an erased person in the files of the product, and in a copy of them from before. */

vi.setConfig({ testTimeout: 120_000 })

const EMAIL = 'zoraida.quintupil@correo.example'
const NAME = 'Zoraida Quintupil'
const BIO = 'Tejo mantas en Curarrehue'
const VISITOR = 'Wenceslao Huenchumilla'
const PHONE = '+56 9 8765 4321'
const WORDS = [EMAIL, NAME, BIO, VISITOR]
const SECRET_BYTES = 32

async function post(url: string, body: object, token = '', method = 'POST') {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const answer = await call(url, { method, headers, body: JSON.stringify(body) })
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function opsOn(dataDir: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const ops = startProgram('ops', args, { dataDir, env })
  expect(await ops.ended).toBe(0)
  // Nothing but lines of the security log.
  expect(ops.errors().replace(/^\{"level":40,.*"security":.*\}\n/gm, '')).toBe('')
  return ops.output()
}

/** A person with a profile that says who they are, whom a visitor has told their name, and to whom a mail was sent. */
async function tellOf(url: string, code: string) {
  const registered = await post(`${url}/api/auth/register`, {
    name: NAME,
    email: EMAIL,
    password: 'Correcta1',
  })
  const activated = await post(`${url}/api/auth/activate`, { code }, String(registered.access_token))
  const token = String(activated.access_token)
  const answer = await fetch(`${url}/api/profiles/me`, { headers: { Authorization: `Bearer ${token}` } })
  const [profile] = (await answer.json()) as readonly [{ id: string; slug: string }]
  await post(`${url}/api/profile/${profile.id}`, { bio: BIO }, token, 'PUT')
  const visitorId = randomUUID()
  await post(`${url}/api/public/identify/${profile.id}`, {
    full_name: VISITOR,
    phone: PHONE,
    description: 'Feria',
    visitor_id: visitorId,
  })
  await post(`${url}/api/auth/forgot-password`, { email: EMAIL })
  const { id } = activated.user as { id: string }
  const page = async () => String((await call(`${url}/pages/${profile.slug}`)).body.text)
  await expect.poll(page).toContain(BIO)
  return [accountStream(id), profileStream(profile.id), visitorSubject(profile.id, visitorId)]
}

/** All that is in memory of the server is in its files afterwards. */
async function checkpoint(dataDir: string): Promise<void> {
  const password = (await readFile(join(dataDir, 'secrets', 'postgres'), 'utf8')).trim()
  const url = postgresUrl(findRunningPostgres(dataDir)!.port, password, EMBEDDED_DATABASE)
  await withConnection(url, async (client) => void (await client.query('checkpoint')))
}

/** What opens keys today: the master key, and what it makes with each key of an epoch that is there. */
async function keysIn(dataDir: string): Promise<readonly Buffer[]> {
  const secrets = join(dataDir, 'secrets')
  const secretOf = async (...path: readonly string[]) =>
    Buffer.from(await readFile(join(secrets, ...path), 'utf8'), 'base64').subarray(0, SECRET_BYTES)
  const master = await secretOf('master')
  const epochs = await readdir(join(secrets, 'epochs'))
  const wrapping = epochs.map(async (epoch) =>
    wrappingKeyOf(master, Number(epoch), await secretOf('epochs', epoch)),
  )
  return [master, ...(await Promise.all(wrapping))]
}

test.each(LOG_PLACES)('nothing can be read of who was erased, with the log in %s', async (kind) => {
  const { env, ...place } = await ownLogPlace(kind)
  const [dataDir, copy] = [await ownDataFolder(), await ownDataFolder()]
  const product = await startProductProcess({ dataDir, env })
  const [code] = (await opsOn(dataDir, env, 'codes', 'issue')).match(/^\S+$/m)!
  const subjects = await tellOf(product.url, code)
  await expect.poll(() => readdir(join(dataDir, 'mail')).catch(() => [])).toHaveLength(1)
  await checkpoint(dataDir)
  await cp(join(dataDir, 'postgres'), join(copy, 'postgres'), { recursive: true })
  // The search finds what can be found: the mail, and each key by what opens keys as long as it is there.
  expect(filesWith(await filesBelow(dataDir), EMAIL)).toHaveLength(1)
  expect(countOpened(await filesBelow(copy), subjects, await keysIn(dataDir))).toBeGreaterThanOrEqual(
    subjects.length,
  )

  expect(await opsOn(dataDir, env, 'erase', 'account', EMAIL, '--yes')).toMatch(
    /Correos guardados borrados +1/,
  )
  // Until another epoch begins, a copy from before and today's keys are enough.
  expect(countOpened(await filesBelow(copy), subjects, await keysIn(dataDir))).toBeGreaterThanOrEqual(
    subjects.length,
  )
  expect(await opsOn(dataDir, env, 'epoch', 'begin')).toContain('Comenzó la época 2')
  await checkpoint(dataDir)

  const files = await filesBelow(dataDir, copy)
  const log = JSON.stringify(await place.read(dataDir), (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  for (const word of WORDS) {
    expect([word, filesWith(files, word)]).toEqual([word, []])
    expect([word, `${product.output()}${product.errors()}${log}`.includes(word)]).toEqual([word, false])
  }
  expect(countOpened(files, subjects, await keysIn(dataDir))).toBe(0)
  // Everybody else is there: the product goes on, and so does its next start.
  expect(String((await call(`${product.url}/pages/demo`)).body.text)).toContain('Antonia Rivas Soto')
  await product.stop()
  const again = await startProductProcess({ dataDir, env })
  expect(String((await call(`${again.url}/pages/demo`)).body.text)).toContain('Antonia Rivas Soto')
  expect(await again.stop()).toBe(0)
})
