import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { noise } from '@app/images/testing/sample-pictures.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { tablesWith } from '@app/processes/testing/tables-with.ts'
import { formsOfWord } from '../erasure/erased-words.ts'
import { filesBelow, leftIn } from '../erasure/wrapped-keys-on-disk.ts'
import { eventOf, hold, isHeld, letGo, type Aim } from '../support/held-statements.ts'
import { isLong } from '../support/longer-runs.ts'
import { call } from '../support/processes/product-calls.ts'
import {
  createUsedFolder,
  killPostmaster,
  startProductProcess,
  type Product,
  type UsedFolder,
} from '../support/processes/product-process.ts'
import { runOps } from '../support/processes/run-ops.ts'
import { storedPictures } from '../support/stored-images.ts'
import { databaseUrlOf, logOf } from './product-log.ts'
import { eventually } from '../support/eventually.ts'

/** Kills the product while owners delete their accounts. */

vi.setConfig({ testTimeout: 600_000 })

const KEY_DESTROYED: Aim = {
  at: 'a destroyed key',
  table: 'vault.subject_keys',
  on: 'update',
  when: "new.wrapped_key = ''",
  isDone: true,
  leaving: [],
}
const WITHIN_ERASURE = eventOf('ProfileDeleted', [])
/** In chronological order. */
const MOMENTS = isLong
  ? [
      eventOf('AccountErasureRequested', []),
      WITHIN_ERASURE,
      KEY_DESTROYED,
      { ...KEY_DESTROYED, at: 'a key, not destroyed', isDone: false },
      eventOf('AccountErased', []),
    ]
  : [WITHIN_ERASURE]
const PASSWORD = 'Telar-2026-azul'

let folder: UsedFolder
let product: Product
let codes: string[]
const said: Product[] = []

const options = () => ({ dataDir: folder.path })
const start = async (): Promise<void> => {
  product = await startProductProcess(options())
  said.push(product)
}

beforeAll(async () => {
  folder = await createUsedFolder()
  await start()
  const issued = await runOps(options(), 'codes', 'issue', '--count', String(2 * MOMENTS.length))
  codes = issued.split('\n').filter((line) => /^\S+-\S+$/.test(line))
  return async () => {
    await product.stop()
    await folder.remove()
  }
})

async function send(path: string, body: object, token = '', method = 'POST') {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  return call(`${product.url}${path}`, { method, headers, body: JSON.stringify(body) })
}

async function done(...request: Parameters<typeof send>) {
  const answer = await send(...request)
  if (answer.status >= 300) throw new Error(`${request[0]}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

interface Person {
  readonly id: string
  readonly email: string
  readonly token: string
  readonly profile: { readonly id: string; readonly slug: string }
  readonly picture: string
  /** Words that belong to no other person. */
  readonly words: readonly string[]
}

/** A person with a profile with texts and a picture, a named visitor, and a sent mail. */
async function newPerson(word: string): Promise<Person> {
  const email = `${word}@correo.example`
  const account = { name: `Rayen ${word}`, email, password: PASSWORD }
  const { access_token: first } = await done('/api/auth/register', account)
  const activated = await done('/api/auth/activate', { code: codes.pop() }, String(first))
  const token = String(activated.access_token)
  const own = await fetch(`${product.url}/api/profiles/me`, { headers: { Authorization: `Bearer ${token}` } })
  const [profile] = (await own.json()) as [Person['profile']]
  const details = { lastname: word, bio: `Tejo ${word}`, position: `Maestra ${word}` }
  await done(`/api/profile/${profile.id}`, details, token, 'PUT')
  const visitor = { full_name: `Visita ${word}`, phone: '+56 9 8765 4321', visitor_id: randomUUID() }
  await done(`/api/public/identify/${profile.id}`, { ...visitor, description: 'Feria' })
  await done('/api/auth/forgot-password', { email })
  const person = { id: (activated.user as { id: string }).id, email, token, profile }
  const picture = await uploadFace(profile.id, token)
  return { ...person, picture, words: [word, profile.slug] }
}

async function uploadFace(profileId: string, token: string): Promise<string> {
  const body = new FormData()
  const file = await noise(60, 60).png().toBuffer()
  body.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'cara.png')
  const headers = { Authorization: `Bearer ${token}` }
  const request = { method: 'POST', body, headers }
  const answer = await call(`${product.url}/api/upload/profile-image/${profileId}`, request)
  expect(answer.status).toBe(200)
  return String(answer.body.ref)
}

/** Requests the erasure, and kills the product, sometimes with its server, at the given moment. */
async function strike({ token }: Person, aim: Aim): Promise<void> {
  const database = await databaseUrlOf(folder.path)
  await hold(database, aim)
  const asked = send('/api/auth/me', { password: PASSWORD }, token, 'DELETE').then(
    ({ status }) => status,
    () => 'never answered',
  )
  await eventually(async () => expect(await isHeld(database)).toBe(true), { everyMs: 1 })
  const ended = product.kill('SIGKILL')
  if (!aim.isDone) expect(killPostmaster(folder.path)).toBe(true)
  await ended
  expect(await asked).toBe('never answered')
  await start()
  await letGo(await databaseUrlOf(folder.path), aim)
}

const eventsOf = async (stream: string): Promise<readonly string[]> =>
  (await logOf(folder.path)).filter((event) => event.stream === stream).map(({ type }) => type)

const finished = ({ id }: Person): Promise<void> =>
  eventually(async () => expect(await eventsOf(accountStream(id))).toContain('AccountErased'))

const tablesThatHave = async (text: string): Promise<readonly string[]> =>
  withConnection(await databaseUrlOf(folder.path), (client) => tablesWith(client, text))

/** Makes the server write its memory to its files. */
const checkpoint = async (): Promise<void> =>
  withConnection(await databaseUrlOf(folder.path), async (client) => void (await client.query('checkpoint')))

async function wordsLeft({ words }: Person): Promise<readonly string[]> {
  await checkpoint()
  const output = Buffer.from(said.map((one) => `${one.output()}${one.errors()}`).join(''))
  const sought = words.flatMap((name) => formsOfWord(name).map((form) => ({ name, form })))
  return leftIn([...(await filesBelow(folder.path)), { path: 'what was said', bytes: output }], sought)
}

test.each(MOMENTS)(
  'a kill at $at does not prevent the erasure of an account by its owner [PRIV-3]',
  async (aim) => {
    const nth = MOMENTS.indexOf(aim)
    const person = await newPerson(`quillape${nth}x`)
    const other = await newPerson(`ancapan${nth}x`)
    // The search works: it finds words before the erasure.
    expect(await wordsLeft(person)).not.toEqual([])
    expect(await tablesThatHave(person.id)).toContain('vault.credentials')

    await strike(person, aim)
    await finished(person)

    expect((await call(`${product.url}/pages/${person.profile.slug}`)).status).toBe(404)
    expect((await call(`${product.url}/api/files/${person.picture}`)).status).toBe(404)
    expect((await storedPictures(folder.path)).all).not.toContain(person.picture)
    for (const word of person.words) expect([word, await tablesThatHave(word)]).toEqual([word, []])
    for (const name of [person.id, accountStream(person.id), profileStream(person.profile.id)])
      expect((await tablesThatHave(name)).filter((table) => table.startsWith('vault.'))).toEqual([])
    expect(await wordsLeft(person)).toEqual([])

    expect((await eventsOf(accountStream(person.id))).at(-1)).toBe('AccountErased')
    const login = { email: person.email, password: PASSWORD }
    expect((await send('/api/auth/login', login)).status).toBe(401)
    const again = { name: 'Otra Persona', email: person.email, password: `${PASSWORD}2` }
    expect((await send('/api/auth/register', again)).status).toBe(200)
    expect((await send('/api/auth/login', login)).status).toBe(401)
    expect((await call(`${product.url}/pages/${other.profile.slug}`)).status).toBe(200)
    expect((await send('/api/auth/login', { email: other.email, password: PASSWORD })).status).toBe(200)
  },
)
