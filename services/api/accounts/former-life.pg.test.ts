import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { postAdminCodes } from '@app/contracts/api/admin/admin-codes.ts'
import { getAdminHistory } from '@app/contracts/api/admin/admin-history.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { PASSWORD, startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { textOfSentence } from '../history/sentences.ts'

// What a fresh account is told must not say whether its mailbox ever had another one.

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ rateLimits: {} })
})
afterAll(() => api?.close())

const NAME = 'Persona Nueva'
interface Registered {
  readonly id: string
  readonly token: string
}

async function register(email: string, name = NAME): Promise<Registered> {
  const answer = await api.post('/api/auth/register', { name, email, password: PASSWORD })
  expect(answer.status).toBe(200)
  const { access_token: token, user } = (await answer.json()) as {
    access_token: string
    user: { id: string }
  }
  return { id: user.id, token }
}
async function codeOfAdmin(): Promise<string> {
  const issued = await api.post('/api/admin/activation-codes', {}, { token: api.admin.token })
  return postAdminCodes.answer.parse(await issued.json()).codes[0]!
}
/** A whole life: a card, changes, logins, an erasure. */
async function live(email: string): Promise<Registered> {
  const person = await register(email, 'Persona Vieja')
  const { token } = person
  await api.post('/api/auth/activate', { code: await codeOfAdmin() }, { token })
  await api.post('/api/auth/me', { name: 'Persona Antigua' }, { method: 'PUT', token })
  await api.post('/api/auth/forgot-password', { email })
  const erased = await api.post('/api/auth/me', { password: PASSWORD }, { method: 'DELETE', token })
  expect(erased.status).toBe(200)
  await api.settle()
  return person
}

const CALLS: Readonly<Record<string, (email: string, me: Registered, code: string) => Promise<Response>>> = {
  'of who I am': (_email, { token }) => api.call('/api/auth/me', { token }),
  'of a second registration': (email) =>
    api.post('/api/auth/register', { name: NAME, email, password: PASSWORD }),
  'of a login': (email) => api.post('/api/auth/login', { email, password: PASSWORD }),
  'of a wrong password': (email) => api.post('/api/auth/login', { email, password: 'Equivocada-1' }),
  'of a changed name': (_email, { token }) =>
    api.post('/api/auth/me', { name: 'Otro Nombre' }, { method: 'PUT', token }),
  'of the sessions': (_email, { token }) => api.call('/api/auth/sessions', { token }),
  'of an activation': (_email, { token }, code) => api.post('/api/auth/activate', { code }, { token }),
  'of the profiles': (_email, { token }) => api.call('/api/profiles/me', { token }),
  'of the export': (_email, { token }) => api.call('/api/auth/export', { token }),
  'of the expediente': (_email, { token }) =>
    eventually(async () => {
      const answer = await api.call('/api/auth/me/expediente', { token })
      expect(answer.status).toBe(200)
      return answer
    }),
  'of new requests for a link to one’s data': (email) => api.post('/api/rights/link', { email }),
  'of closed sessions': (_email, { token }) => api.post('/api/auth/close-sessions', {}, { token }),
  'of a forgotten password': (email) => api.post('/api/auth/forgot-password', { email }),
}

async function zipText(bytes: ArrayBuffer): Promise<string> {
  const zip = await JSZip.loadAsync(bytes)
  const files = Object.values(zip.files).map(async (file) => `${file.name}\n${await file.async('string')}`)
  return (await Promise.all(files)).join('\n')
}

/** What the lines of an expediente say beside ciphertext, hashes and proofs. */
const expedienteText = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse((JSON.parse(line) as { line: string }).line) as { leaf?: string; opened?: object },
    )
    .flatMap(({ leaf, opened }) => (leaf === undefined ? [] : [{ ...JSON.parse(leaf), opened } as object]))
    .map((line) => JSON.stringify(line))
    .join('\n')

async function textOf(answer: Response): Promise<string> {
  const type = answer.headers.get('content-type') ?? ''
  if (type.includes('zip')) return zipText(await answer.arrayBuffer())
  const text = await answer.text()
  return type.includes('ndjson') ? expedienteText(text) : text
}

const claimsOf = (token: string): string => Buffer.from(token.split('.')[1]!, 'base64url').toString()
/** Without what differs between any two accounts. */
const comparable = (text: string, email: string): string =>
  text
    .replaceAll(/ey[\w-]+\.[\w-]+\.[\w-]+/g, claimsOf)
    .replaceAll(email, 'E')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'U')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
    .replaceAll(/"(exp|iat)":\d+/g, '"$1":N')
    .replaceAll(/"[\w+/=.-]{30,}"/g, '"C"')
    .replaceAll(/"log_position": "\d+"/g, 'P')
    // A random part, where the name is taken.
    .replaceAll(/otro-nombre-\w{4}/g, 'otro-nombre')

async function answersTo(email: string): Promise<readonly (readonly [string, number, string, string])[]> {
  const code = await codeOfAdmin()
  const me = await register(email)
  const answers: [string, number, string, string][] = []
  for (const [name, call] of Object.entries(CALLS)) {
    const answer = await call(email, me, code)
    const headers = [...answer.headers.keys()].filter((header) => header !== 'content-length').join(' ')
    answers.push([name, answer.status, headers, comparable(await textOf(answer), email)])
  }
  return answers
}

test('every answer to a fresh account is the same, whether its mailbox had one before or not [ACC-5, PRIV-5]', async () => {
  const [never, once] = ['nunca@correo.example', 'antes@correo.example']
  await live(once)
  const expected = await answersTo(never)
  expect(expected.map(([, status]) => status)).toEqual([
    200, 409, 200, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200,
  ])
  expect(await answersTo(once)).toEqual(expected)
})

describe('two lives of one mailbox', () => {
  const email = 'vidas@correo.example'
  let lives: readonly [Registered, Registered]
  beforeAll(async () => {
    lives = [await live(email), await register(email)]
    await api.settle()
  })
  const listed = async (query: string) => {
    const answer = await api.call(`/api/admin/history?limit=100&${query}`, { token: api.admin.token })
    expect(answer.status).toBe(200)
    return getAdminHistory.answer.parse(await answer.json())
  }

  test('have a stream each, of which the second begins at its registration', async () => {
    const [before, now] = lives
    expect(now.id).not.toBe(before.id)
    const mine = (await wholeLog(api.store)).filter(({ stream }) => stream === accountStream(now.id))
    expect(mine.map(({ type, revision }) => [type, revision])).toEqual([['AccountRegistered', 0n]])
  })

  test('are told apart in the history, by a search for the person and in each line', async () => {
    const [before, now] = lives
    const found = await listed(`person=${encodeURIComponent(email)}`)
    expect(found.every(({ actor }) => actor.id === now.id)).toBe(true)
    const ofEntity = await listed(`entity=${encodeURIComponent(email)}`)
    expect(ofEntity.map(({ entity, type }) => [entity.id, type])).toEqual([[now.id, 'AccountRegistered']])
    const former = await listed(`entity=account-${before.id}`)
    expect(former.length).toBeGreaterThan(3)
    const told = former.map(({ sentence, entity }) => `${textOfSentence(sentence)} ${entity.label}`)
    expect(told.join('\n')).not.toMatch(/Nueva|Vieja|Antigua|vidas/)
  })

  test('are two accounts to the security log: a failed login is the second one’s', async () => {
    api.security.splice(0)
    await api.post('/api/auth/login', { email, password: 'Equivocada-1' })
    await eventually(async () =>
      expect(api.security).toMatchObject([{ event: 'login-failed', account: lives[1].id }]),
    )
  })

  test('begin once, of many registrations at once [LOG-7]', async () => {
    const again = 'muchas@correo.example'
    await live(again)
    const tries = Array.from({ length: 4 }, (_, n) =>
      api.post('/api/auth/register', { name: `Persona ${n}`, email: again, password: PASSWORD }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 3 }, () => 409)])
  })
})
