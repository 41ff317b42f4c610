import { randomUUID } from 'node:crypto'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { mailboxSubject } from '@app/contracts/events/rights-events.ts'
import { findRunningPostgres } from '@app/embedded-postgres/postgres-server.ts'
import { subjectKeyPlace } from '@app/vault/keys/subject-keys.ts'
import { expect, test, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ownLogPlace } from '../support/log-places.ts'
import { openMailbox, send } from '../support/processes/mailbox-calls.ts'
import { call, login, tap } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess, type Product } from '../support/processes/product-process.ts'
import { runOps } from '../support/processes/run-ops.ts'
import { formsOfWord, type SoughtForm } from './erased-words.ts'
import { checkpoint, keysThatOpen, textOfLog } from './product-files.ts'
import { filesBelow, leftIn } from './wrapped-keys-on-disk.ts'

/** A person with a subscription, two quotations and an account erases all of it by a mailed link. */

vi.setConfig({ testTimeout: 480_000 })

const EMAIL = 'rosalba.curinanco@correo.example'
const ACCOUNT = { name: 'Rosalba Curiñanco', email: EMAIL, password: 'Telar-2026-azul' }
const DETAILS = { lastname: 'Curiñanco Lientur', bio: 'Amasa pan en Lonquimay', phone: '+56 9 1234 8765' }
const QUOTATIONS = [
  { company: 'Panadería Lonquimay Ltda', comments: 'Para la feria de Villarrica' },
  { company: 'Molino Trafkintu SpA', comments: 'Con letras grandes' },
]
const QUOTED = {
  contact_person: 'Rosalba Curiñanco',
  email: EMAIL,
  phone: '+56 9 1357 2468',
  estimated_cards: '11-25',
}
const WORDS = [
  EMAIL,
  ACCOUNT.name,
  'Curiñanco',
  // Derived from the name.
  'rosalba-curinanco',
  ...Object.values(DETAILS),
  ...QUOTATIONS.flatMap((quotation) => Object.values(quotation)),
  QUOTED.phone,
]
const sought: readonly SoughtForm[] = WORDS.flatMap((name) =>
  formsOfWord(name).map((form) => ({ name, form })),
)
const namesIn = (path: string, text: string) => leftIn([{ path, bytes: Buffer.from(text) }], sought)

/** @returns names of the keys that seal the person's words */
async function writePerson(url: string, code: string): Promise<readonly string[]> {
  const registered = await send(`${url}/api/auth/register`, ACCOUNT)
  const activated = await send(
    `${url}/api/auth/activate`,
    { code },
    { token: String(registered['access_token']) },
  )
  const token = String(activated['access_token'])
  const answer = await fetch(`${url}/api/profiles/me`, { headers: { Authorization: `Bearer ${token}` } })
  const [profile] = (await answer.json()) as readonly [{ id: string }]
  await send(`${url}/api/profile/${profile.id}`, DETAILS, { token, method: 'PUT' })
  const demo = await call(`${url}/api/public/profile/demo`)
  await send(`${url}/api/reminders/subscribe`, { email: EMAIL, profile_id: demo.body['id'] })
  for (const quotation of QUOTATIONS) await send(`${url}/api/quotations`, { ...QUOTED, ...quotation })
  const { id } = activated['user'] as { id: string }
  return [accountStream(id), profileStream(profile.id)]
}

/** What administrators read, as text, and the totals in it. */
async function administratorAt(url: string, password: string) {
  const { access_token: token } = (await (await login(url, password)).json()) as { access_token: string }
  const read = async (path: string): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer
  }
  const [demo] = (await (await read('/api/profiles/me')).json()) as readonly [{ id: string }]
  const totals = async () => {
    const answer = await read(`/api/analytics/${demo.id}/unified?date_range=all-time`)
    const { total_visits, total_clicks } = (await answer.json()) as Record<string, number>
    const quotations = (await read('/api/admin/quotations?limit=1')).headers.get('total-count')
    return { total_visits, total_clicks, quotations }
  }
  const textOf = async (paths: readonly string[]): Promise<string> => {
    const texts: string[] = []
    for (const path of paths) texts.push(await (await read(`/api/admin/${path}`)).text())
    return texts.join('\n')
  }
  const lists = () => textOf(LISTS.map((list) => `${list}?limit=100`))
  return { totals, lists, exports: () => textOf(EXPORTS) }
}
const LISTS = ['quotations', 'reminders', 'users', 'profiles', 'history', 'requests']
/** Each has a quota. */
const EXPORTS = ['history.csv', 'history.ndjson', 'reminders.csv']
const NOW_AND_THEN = { everyMs: 500 }

/** With nothing left that writes to its files. */
async function stopped(product: Product, dataDir: string): Promise<void> {
  expect(await product.stop()).toBe(0)
  await eventually(async () => expect(findRunningPostgres(dataDir)).toBeUndefined())
}

test('erased by its mailbox, nothing of a person can be read, totals stay, and a backup is erased again [PRIV-2, PRIV-4]', async () => {
  const { env: ofLog, ...place } = await ownLogPlace('postgres')
  const [dataDir, backup, erasedCopy] = [await ownDataFolder(), await ownDataFolder(), await ownDataFolder()]
  const env = { ...ofLog, DEMO: 'off' }
  const options = { dataDir, env }
  const database = join(dataDir, 'postgres')
  const first = await startProductProcess(options)
  const password = first.adminPassword!
  const [code] = (await runOps(options, 'codes', 'issue')).match(/^\S+$/m)!
  const subjects = await writePerson(first.url, code)
  await tap(first.url, `?v=${randomUUID()}`)
  const reader = await administratorAt(first.url, password)
  const totals = await eventually(async () => {
    const found = await reader.totals()
    expect(found).toMatchObject({ total_visits: 1, quotations: '2' })
    return found
  }, NOW_AND_THEN)
  expect(namesIn('lists', await reader.lists())).not.toEqual([])
  expect(namesIn('exports', await reader.exports())).not.toEqual([])
  await stopped(first, dataDir)
  await cp(database, join(backup, 'postgres'), { recursive: true })

  const second = await startProductProcess(options)
  const mailbox = await openMailbox(second.url, dataDir, EMAIL)
  const { things } = await mailbox.kept()
  expect(things.map(({ kind }) => kind).toSorted()).toEqual(['account', 'quotation', 'quotation', 'reminder'])
  for (const path of ['/api/rights/mine.json', '/api/rights/mine.csv'])
    for (const { comments } of QUOTATIONS) expect(await mailbox.read(path)).toContain(comments)
  const names = [...new Set([...subjects, ...things.map(({ id }) => id)])].map((name) => ({
    name,
    place: subjectKeyPlace(name),
  }))
  expect(new Set((await keysThatOpen(dataDir, [backup], names)).map(String)).size).toBe(names.length)

  // What seals the address in the link and its mail.
  const asked = (await place.read(dataDir)).find(({ type }) => type === 'RequestReceived')
  const own = mailboxSubject(String(asked?.data.mailboxId))
  await checkpoint(dataDir)
  const ofMailbox = { name: own, place: subjectKeyPlace(own) }
  expect(await keysThatOpen(dataDir, [dataDir], [ofMailbox])).not.toEqual([])

  expect(await mailbox.act('erase')).toMatchObject({ erased: things.length })
  const later = await administratorAt(second.url, password)
  await eventually(async () => expect(namesIn('lists', await later.lists())).toEqual([]), NOW_AND_THEN)
  expect(namesIn('exports', await later.exports())).toEqual([])
  expect(await later.totals()).toEqual(totals)
  expect(await runOps(options, 'verify')).toContain('Todo coincide')
  await stopped(second, dataDir)
  await cp(database, join(erasedCopy, 'postgres'), { recursive: true })

  await rm(database, { recursive: true })
  await cp(join(backup, 'postgres'), database, { recursive: true })
  const third = await startProductProcess(options)
  const last = await administratorAt(third.url, password)
  await eventually(
    async () => expect(namesIn('lists of a restored backup', await last.lists())).toEqual([]),
    NOW_AND_THEN,
  )
  expect(await runOps(options, 'epoch', 'begin')).toContain('Comenzó la época')
  await checkpoint(dataDir)

  const output = [first, second, third].map((product) => `${product.output()}${product.errors()}`).join('\n')
  expect(
    leftIn(
      [
        ...(await filesBelow(dataDir, backup, erasedCopy)),
        { path: 'the log', bytes: await textOfLog(place, dataDir) },
        { path: 'output of the products', bytes: Buffer.from(output) },
      ],
      sought,
    ),
  ).toEqual([])
  const everywhere = [dataDir, backup, erasedCopy]
  expect(await keysThatOpen(dataDir, everywhere, [...names, ofMailbox])).toEqual([])
  expect(String((await call(`${third.url}/pages/demo`)).body['text'])).toContain('Antonia Rivas Soto')
  expect(await third.stop()).toBe(0)
})
