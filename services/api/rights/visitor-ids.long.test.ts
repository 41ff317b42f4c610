import { beforeAll, expect, test } from 'vitest'
import type { Call } from '@app/contracts/api/call.ts'
import type { AdminRequest } from '@app/contracts/api/admin/admin-requests.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { HISTORY_TYPES } from '@app/contracts/events/history-types.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { wholeLog } from '@app/kernel/testing/whole-log.ts'
import { blockSubject } from '@app/processes/rights/block-subject.ts'
import { mailboxHolder, type MailboxHolder } from '../../../tests/support/api/mailbox-holder.ts'
import { useTestApi, type Person } from '../../../tests/support/api/test-api.ts'
import { uuid, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { isLong } from '../../../tests/support/longer-runs.ts'
import { answered, type Answered } from '../testing/answer-text.ts'
import { callNameOf } from '../testing/served-calls.ts'
import { askingOn, CAMILA } from './testing/asking.ts'

const STAFF = { kind: 'system', id: 'test' } as const
const MINUTE_MS = 60_000

const api = useTestApi()
let owner: Person
let profile: TestProfile
let holder: MailboxHolder
/** Proof of four visitors: one is asked about, one confirmed, one blocked, one erased. */
const IDS: string[] = []
/** Their names, which others see. */
const names: string[] = []
const requests: string[] = []
/** What was answered to those who decided. */
const told: string[] = []

beforeAll(async () => {
  owner = await api.newAccount('Duena')
  profile = await api.newProfile('camila', { ownerId: owner.id, details: { name: 'Antonia' } })
  const asking = askingOn(api)
  const visits = async (full_name: string) => {
    const subject = await asking.left(profile.id, { full_name })
    const visitor_id = subject.split('.')[1]!
    IDS.push(visitor_id)
    names.push(full_name)
    const click = { event_type: 'click_whatsapp', visitor_id, visitor_name: full_name }
    expect((await api.post(`/api/public/track/${profile.id}`, click)).status).toBe(200)
    const headers = { 'visitor-id': visitor_id }
    await eventually(async () => {
      expect((await api.call(`/api/public/my-data/${profile.id}`, { headers })).status).toBe(200)
    })
    return { subject, headers }
  }
  await visits('Camila Soto')
  requests.push(await asking.asked({ card: profile.slug }))
  const { token } = api.admin
  const whole = await api.call(`/api/admin/requests?id=${requests[0]}`, { token })
  const [{ detail }] = (await whole.json()) as [AdminRequest]
  const answer = await api.post(
    `/api/admin/requests/${requests[0]}`,
    { act: 'answer', template: 'done', person: detail?.people[0]?.id },
    { method: 'PUT', token },
  )
  told.push(await answer.text())
  await visits(CAMILA.name)
  requests.push(await asking.asked({ card: profile.slug, email: 'otra@correo.example' }))
  const blocked = await visits('Pedro Pérez')
  await blockSubject(api.blocking, { subject: blocked.subject, requestId: uuid(0xb10c) }, STAFF)
  const erased = await visits('Berta Ruiz')
  const erasing = { method: 'DELETE', headers: erased.headers } as const
  expect((await api.call(`/api/public/my-data/${profile.id}`, erasing)).status).toBe(200)
  const wish = { email: CAMILA.email, profile_id: profile.id, visitor_id: IDS[0] }
  expect((await api.post('/api/reminders/subscribe', wish)).status).toBe(200)
  holder = mailboxHolder(api, CAMILA.email)
  await holder.open()
  await api.settle()
})

/** Answers to people outside: those of the visitor's own browser name it by its id. */
const isOfOthers = ({ method, access, takes = [] }: Call): boolean =>
  method === 'get' && (access === 'activated' || access === 'admin' || takes.includes('Mailbox-Key'))

/** Seconds of drawing charts: the lanes ask for it too. */
const isDrawn = (call: Call): boolean => call.path.endsWith('/executive-report')

/** What a part of an address is filled with. A new one without values fails. */
function valuesFor(path: string, part: string, positions: readonly string[]): readonly string[] {
  if (part === 'position') return positions
  if (part === 'projection') return ['traffic']
  if (part === 'kind') return ['profile']
  if (part === 'format') return ['csv', 'ndjson']
  if (part === 'slug') return [profile.slug]
  if (part === 'profileId' || (part === 'id' && path.startsWith('/api/profile/'))) return [profile.id]
  if (path.startsWith('/api/admin/users/')) return [owner.id]
  throw new Error(`${part} of ${path} has no value here`)
}

const QUERIES: Readonly<Record<string, () => string>> = {
  'get /api/admin/requests': () => `?id=${requests[1]}`,
  'get /api/profile/{id}/as-of': () => '?version=1',
  'get /api/admin/slugs/{slug}': () => `?profile=${profile.id}`,
}

function pathsOf(call: Call, positions: readonly string[]): readonly string[] {
  const parts = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part!)
  const paths = parts.reduce<readonly string[]>(
    (some, part) =>
      valuesFor(call.path, part, positions).flatMap((value) =>
        some.map((path) => path.replace(`{${part}}`, value)),
      ),
    [call.path],
  )
  return paths.map((path) => path + (QUERIES[callNameOf(call)]?.() ?? ''))
}

async function answersTo(call: Call, positions: readonly string[]): Promise<readonly Answered[]> {
  const { access } = call
  const token = access === 'admin' ? api.admin.token : access === 'activated' ? owner.token : undefined
  const headers = token === undefined ? holder.headers : {}
  const answers: Answered[] = []
  for (const path of pathsOf(call, positions)) {
    api.clock.advance(MINUTE_MS)
    answers.push(await answered(() => api.call(path, { token, headers })))
  }
  return answers
}

test('nobody is reached by that id [PRIV-6]', async () => {
  for (const id of IDS) {
    const subject = visitorSubject(profile.id, id)
    const path = `/api/admin/people/${subject}/proof`
    expect((await api.call(path, { token: api.admin.token })).status).toBe(404)
    expect((await holder.act('block', subject)).status).toBe(404)
  }
})

test('no answer to an owner, an administrator or a mailbox has the id that proves a visitor [PRIV-6]', async () => {
  const history = await wholeLog(api.bare, HISTORY_TYPES)
  // Otherwise the walk would show nothing.
  expect(
    IDS.filter((id) => JSON.stringify(history.map(({ data, meta }) => [data, meta])).includes(id)),
  ).toEqual(IDS)
  // A day's sign-ins have one line, and some have none. One of each type of each visitor shows the rest.
  const positions = new Map<string, string>()
  for (const { type, position, data, meta } of history) {
    const of = IDS.filter((id) => JSON.stringify([data, meta]).includes(id))
    if (type !== 'SignedIn') positions.set(`${type} ${of.join()}`, String(position))
  }
  const { things } = await holder.mine()
  expect(things.map(({ kind }) => kind).toSorted()).toEqual(['reminder', 'visitor'])
  const said: string[] = [...told]
  for (const call of CALLS.filter(isOfOthers).filter((some) => isLong || !isDrawn(some))) {
    const answers = await answersTo(call, [...positions.values()])
    expect([callNameOf(call), answers.some(({ status }) => status === 200)]).toEqual([callNameOf(call), true])
    for (const { text } of answers)
      expect([callNameOf(call), IDS.filter((id) => text.toLowerCase().includes(id))]).toEqual([
        callNameOf(call),
        [],
      ])
    said.push(...answers.map(({ text }) => text))
  }
  // They are called by name in these answers.
  for (const name of names.slice(0, 2)) expect(said.some((text) => text.includes(name))).toBe(true)
}, 120_000)
