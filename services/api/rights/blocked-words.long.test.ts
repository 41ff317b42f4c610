import { beforeAll, expect, test } from 'vitest'
import { CALLS } from '@app/contracts/api/calls.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code-events.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile-events.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { blockSubject, unblockSubject } from '@app/processes/rights/block-subject.ts'
import { mailboxHolder, type MailboxHolder } from '../../../tests/support/api/mailbox-holder.ts'
import { useTestApi, type Person } from '../../../tests/support/api/test-api.ts'
import type { TestClient } from '../../../tests/support/api/test-client.ts'
import { subscriptionsOf } from '../../../tests/support/api/test-subscriptions.ts'
import { uuid, write, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { textOfAnswer } from '../testing/answer-text.ts'
import { callNameOf } from '../testing/served-calls.ts'
import { askingOn } from './requests/testing/asking.ts'
import { A_QUOTATION } from '../../../tests/support/api/a-quotation.ts'

const STAFF = { kind: 'system', id: 'test' } as const
const REQUEST = uuid(0xeee)
const CONFIRMED = uuid(0xeef)
const VISITOR = uuid(0xa1)

/** Proves the account, the quotation and what a visitor left. */
const MAILBOX = 'eva@buzon.example'
const PHONE = '+56 9 8765 4321'

/** A word that each subject's texts have, and nobody else's. */
const WORDS = {
  profile: 'Tarjetina',
  account: 'Cuentina',
  visitor: 'Visitina',
  subscriber: 'Suscriptina',
  quotation: 'Cotizina',
  request: 'Solicitina',
} as const
type Whose = keyof typeof WORDS
const EVERYBODY = Object.keys(WORDS) as readonly Whose[]

const api = useTestApi()
let other: TestClient
let owner: Person
let profile: TestProfile
let holder: MailboxHolder
let request: string
/** As the mailbox's page names them. */
const things: Partial<Record<'account' | 'quotation' | 'visitor', string>> = {}
const subjects: Partial<Record<Whose, string>> = {}
/** In the log, of the event that has their words. */
const positions = new Map<Whose, string>()

beforeAll(async () => {
  other = await api.beside()
  owner = await api.newAccount(WORDS.account, { email: MAILBOX, isActivated: false })
  subjects.account = accountStream(owner.id)
  const texts = Object.fromEntries(Object.keys(NO_DETAILS).map((field) => [field, WORDS.profile]))
  const links = { email: `${WORDS.profile}@x.example`, website: '', custom_link: '' }
  const details = { ...texts, ...links, whatsapp: '', linkedin: '', instagram: '', facebook: '' }
  profile = await api.newProfile('tarjetina', { ownerId: owner.id, details })
  subjects.profile = profileStream(profile.id)
  const said = { full_name: `Ana ${WORDS.visitor}`, phone: PHONE, description: WORDS.visitor }
  await api.post(`/api/public/identify/${profile.id}`, { ...said, visitor_id: VISITOR })
  await api.post(`/api/public/track/${profile.id}`, { event_type: 'click_whatsapp', visitor_id: VISITOR })
  subjects.visitor = visitorSubject(profile.id, VISITOR)
  const subscriptions = subscriptionsOf(api)
  const { subscriptionId } = await subscriptions.subscribed(profile.id, `ana@${WORDS.subscriber}.example`)
  subjects.subscriber = subscriptionStream(subscriptionId)
  const asked = await api.post('/api/quotations', {
    ...A_QUOTATION,
    company: WORDS.quotation,
    contact_person: WORDS.quotation,
    email: MAILBOX,
    comments: WORDS.quotation,
  })
  subjects.quotation = quotationStream(((await asked.json()) as { id: string }).id)
  await useCode()
  await askForWords()
  await api.settle()
  for (const whose of ['profile', 'account', 'subscriber', 'quotation'] as const)
    positions.set(whose, String((await api.store.readStream(subjects[whose]!))[0]!.position))
})

/** One request waits for the owner's word; by another one the mailbox proves what the visitor left. */
async function askForWords(): Promise<void> {
  const asking = askingOn(api)
  const asked = { card: profile.slug, phone: PHONE, name: `Ana ${WORDS.request}`, words: WORDS.request }
  request = await asking.asked({ ...asked, email: `ana@${WORDS.request}.example` })
  subjects.request = requestStream(request)
  holder = mailboxHolder(api, MAILBOX)
  const { mailboxId } = holder
  const form = { kind: 'access', channel: 'form', proof: 'none', mailboxId, email: MAILBOX } as const
  await write(api.store, api.clock.now(), requestStream(CONFIRMED), [
    { type: 'RequestReceived', data: { ...form, profileId: profile.id } },
    { type: 'RequestConfirmed', data: { about: subjects.visitor!, by: 'owner' } },
    { type: 'RequestAnswered', data: { outcome: 'done', answer: 'Los ves con un enlace.' } },
  ])
  await holder.open()
  for (const { kind, id } of (await holder.mine()).things) if (kind !== 'reminder') things[kind] = id
}

/** A list names who used a code. */
async function useCode(): Promise<void> {
  const made = await api.post('/api/admin/activation-codes', {}, { token: api.admin.token })
  const { id } = (await made.json()) as { readonly id: string }
  const now = api.clock.now()
  const activated = { type: 'AccountActivated', data: { code: id, maxProfiles: 3 } } as const
  await write(api.store, now, accountStream(owner.id), [activated])
  const used = { type: 'CodeRedeemed', data: { accountId: owner.id } } as const
  await write(api.store, now, activationCodeStream(id), [used])
}

/** One question of a call, and whose words its answer has. */
interface Question {
  readonly path: string
  readonly shows?: readonly Whose[]
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** It names what happens meanwhile. */
  readonly grows?: true
}

const OF_MAILBOX = ['profile', 'account', 'visitor', 'quotation'] as const

/** Each call that gives something, and what is asked of it. A new call without an entry fails here. */
function questions(): Readonly<Record<string, readonly Question[]>> {
  // No visit: the walk itself moves no figure.
  const robot = { headers: { 'user-agent': 'curl/8.5.0' } }
  const [admin, owners] = [{ token: api.admin.token }, { token: owner.token }]
  const [pages, analytics] = [`/pages/${profile.slug}`, `/api/analytics/${profile.id}`]
  const found = (list: string, whose: Whose) => ({
    ...admin,
    path: `${list}?search=${WORDS[whose]}`,
    shows: [whose],
  })
  const event = (whose: Whose, tail = '') => ({
    ...admin,
    path: `/api/admin/history/${positions.get(whose)}${tail}`,
    shows: [whose],
    grows: true as const,
  })
  const mine = (path: string, ...shows: readonly Whose[]) => ({
    path,
    shows,
    headers: holder.headers,
    grows: true as const,
  })
  const shown = (path: string, ...shows: readonly Whose[]) => ({
    ...admin,
    path,
    shows,
    grows: true as const,
  })
  return {
    'get /api/public/profile/{slug}': [
      { ...robot, path: `/api/public/profile/${profile.slug}`, shows: ['profile'] },
    ],
    'get /api/profile/{slug}/vcf': [
      { ...robot, path: `/api/profile/${profile.slug}/vcf`, shows: ['profile'] },
    ],
    'get /profile/{slug}/vcf': [{ ...robot, path: `/profile/${profile.slug}/vcf`, shows: ['profile'] }],
    'get /pages/{slug}/qr.svg': [{ path: `${pages}/qr.svg` }, { path: pages, shows: ['profile'] }],
    'get /pages/{slug}/qr.png': [{ path: `${pages}/qr.png` }],
    'get /pages/{slug}/preview.jpg': [{ path: `${pages}/preview.jpg` }],
    'get /api/public/my-data/{profileId}': [
      {
        path: `/api/public/my-data/${profile.id}`,
        headers: { 'visitor-id': VISITOR },
        shows: ['profile', 'visitor'],
      },
    ],
    'get /api/rights/mine': [mine('/api/rights/mine', ...OF_MAILBOX)],
    'get /api/rights/mine.json': [mine('/api/rights/mine.json', ...OF_MAILBOX)],
    'get /api/rights/mine.csv': [mine('/api/rights/mine.csv', ...OF_MAILBOX)],
    'get /api/rights/mine/{id}/proof': [
      mine(`/api/rights/mine/${things.account}/proof`, 'account'),
      mine(`/api/rights/mine/${things.quotation}/proof`, 'quotation'),
      mine(`/api/rights/mine/${things.visitor}/proof`, 'profile', 'visitor'),
    ],
    'get /api/requests': [{ ...owners, path: '/api/requests', shows: ['profile', 'visitor', 'request'] }],
    'get /api/profile/{id}/people/{subject}/proof': [
      {
        ...shown(`/api/profile/${profile.id}/people/${things.visitor}/proof`, 'profile', 'visitor'),
        ...owners,
      },
      { ...shown(`/api/profile/${profile.id}/people/${subjects.subscriber}/proof`, 'profile'), ...owners },
    ],
    'get /api/auth/methods': [{ path: '/api/auth/methods' }],
    'get /api/auth/external/start': [{ path: '/api/auth/external/start' }],
    'get /api/auth/external/callback': [{ path: '/api/auth/external/callback' }],
    'get /api/auth/verify-reset-token/{token}': [{ path: '/api/auth/verify-reset-token/no-token' }],
    'get /api/auth/me': [{ ...owners, path: '/api/auth/me', shows: ['account'] }],
    'get /api/auth/export': [
      { ...owners, path: '/api/auth/export', shows: ['account', 'profile', 'visitor'], grows: true },
    ],
    'get /api/auth/me/expediente': [
      { ...owners, path: '/api/auth/me/expediente', shows: ['account'], grows: true },
    ],
    'get /api/auth/sessions': [{ ...owners, path: '/api/auth/sessions', grows: true }],
    'get /api/profiles/me': [{ ...owners, path: '/api/profiles/me', shows: ['profile'] }],
    'get /api/profile/{id}': [{ ...owners, path: `/api/profile/${profile.id}`, shows: ['profile'] }],
    'get /api/profile/{id}/as-of': [
      { ...owners, path: `/api/profile/${profile.id}/as-of?version=1`, shows: ['profile'] },
    ],
    'get /api/files/{fileRef}': [{ path: '/api/files/no-file' }],
    'get /api/profile/{id}/expediente': [
      { ...owners, path: `/api/profile/${profile.id}/expediente`, shows: ['profile'], grows: true },
    ],
    'get /api/profile/{id}/history': [
      { ...owners, path: `/api/profile/${profile.id}/history`, shows: ['profile'] },
    ],
    'get /api/admin/users': [
      { ...admin, path: '/api/admin/users', shows: ['account'] },
      found('/api/admin/users', 'account'),
    ],
    'get /api/admin/activation-codes': [
      { ...admin, path: '/api/admin/activation-codes', shows: ['account'] },
      found('/api/admin/activation-codes', 'account'),
    ],
    'get /api/admin/activation-codes.csv': [
      { ...admin, path: '/api/admin/activation-codes.csv', shows: ['account'] },
      found('/api/admin/activation-codes.csv', 'account'),
    ],
    'get /api/admin/quotations': [
      { ...admin, path: '/api/admin/quotations', shows: ['quotation'] },
      found('/api/admin/quotations', 'quotation'),
    ],
    'get /api/admin/profiles': [
      { ...admin, path: '/api/admin/profiles', shows: ['profile', 'account'] },
      { ...found('/api/admin/profiles', 'profile'), shows: ['profile', 'account'] },
      { ...found('/api/admin/profiles', 'account'), shows: ['profile', 'account'] },
    ],
    'get /api/admin/slugs/{slug}': [{ ...admin, path: `/api/admin/slugs/libre?profile=${profile.id}` }],
    'get /api/admin/reminders': [
      { ...admin, path: '/api/admin/reminders', shows: ['subscriber', 'profile'] },
    ],
    'get /api/admin/reminders.csv': [
      { ...admin, path: '/api/admin/reminders.csv', shows: ['subscriber', 'profile'] },
    ],
    'get /api/admin/requests': [
      shown('/api/admin/requests', 'profile', 'request'),
      shown(`/api/admin/requests?search=${WORDS.request}`, 'profile', 'request'),
    ],
    'get /api/admin/requests/figures': [shown('/api/admin/requests/figures')],
    'get /api/admin/requests/{id}': [
      shown(`/api/admin/requests/${request}`, 'profile', 'account', 'visitor', 'request'),
    ],
    'get /api/admin/people/{subject}/proof': [
      shown(`/api/admin/people/${subjects.account}/proof`, 'account'),
      shown(`/api/admin/people/${subjects.quotation}/proof`, 'quotation'),
      shown(`/api/admin/people/${subjects.subscriber}/proof`, 'profile', 'subscriber'),
      shown(`/api/admin/people/${things.visitor}/proof`, 'profile', 'visitor'),
    ],
    'get /api/admin/history/{position}/entity': [event('profile', '/entity'), event('account', '/entity')],
    'get /api/admin/life/{kind}/{id}': [
      shown(`/api/admin/life/profile/${profile.id}`, 'profile'),
      shown(`/api/admin/life/account/${owner.id}`, 'account'),
    ],
    'get /api/admin/projections': [shown('/api/admin/projections')],
    'get /api/admin/projections/{projection}/parked': [shown('/api/admin/projections/accounts/parked')],
    'get /api/admin/seal': [{ ...admin, path: '/api/admin/seal', grows: true }],
    'get /api/admin/seal/checkpoint': [{ ...admin, path: '/api/admin/seal/checkpoint', grows: true }],
    'get /api/admin/users/{id}/expediente': [
      { ...admin, path: `/api/admin/users/${owner.id}/expediente`, shows: ['account'], grows: true },
    ],
    'get /api/admin/history': [
      { ...admin, path: '/api/admin/history', shows: ['account', 'profile', 'quotation'], grows: true },
      { ...admin, path: `/api/admin/history?entity=${WORDS.profile}`, shows: ['profile'], grows: true },
    ],
    'get /api/admin/history/{position}': [
      event('profile'),
      event('account'),
      event('quotation'),
      { ...event('subscriber'), shows: ['subscriber', 'profile'] },
    ],
    'get /api/admin/history.csv': [
      { ...admin, path: '/api/admin/history.csv', shows: ['account', 'profile', 'quotation'], grows: true },
    ],
    'get /api/admin/history.ndjson': [
      {
        ...admin,
        path: '/api/admin/history.ndjson',
        shows: ['account', 'profile', 'quotation'],
        grows: true,
      },
    ],
    'get /api/analytics/{profileId}/unified': [
      { ...owners, path: `${analytics}/unified`, shows: ['profile', 'visitor'], grows: true },
    ],
    'get /api/analytics/{profileId}/insights': [{ ...owners, path: `${analytics}/insights` }],
    'get /api/analytics/{profileId}/executive-report': [
      { ...owners, path: `${analytics}/executive-report`, shows: ['profile', 'visitor'], grows: true },
    ],
    'get /api/analytics/{profileId}/monthly-comparison': [
      { ...owners, path: `${analytics}/monthly-comparison` },
    ],
    'get /api/analytics/{profileId}/edits': [{ ...owners, path: `${analytics}/edits` }],
    'get /api/analytics/{profileId}/live': [{ ...owners, path: `${analytics}/live`, grows: true }],
    'get /api/analytics/{profileId}': [
      { ...owners, path: analytics, shows: ['profile', 'visitor'], grows: true },
    ],
  }
}

/** Of one export in a minute. */
const TURN_MS = 60_000

interface Answered {
  readonly status: number
  readonly total: string | null
  readonly text: string
}

async function answerTo(client: TestClient, question: Question): Promise<Answered> {
  const { path, token, headers = {} } = question
  const response = await client.call(path, { token, headers })
  const { status } = response
  const total = response.headers.get('total-count')
  return { status, total, text: await textOfAnswer(response) }
}

const wordsIn = ({ text }: Answered): readonly Whose[] =>
  EVERYBODY.filter((whose) => text.toLowerCase().includes(WORDS[whose].toLowerCase()))

type Walked = ReadonlyMap<string, Answered>

/** Asks everything of one process. */
async function walk(client: TestClient): Promise<Walked> {
  const answers = new Map<string, Answered>()
  // A link lasts as long as a part of the walk.
  await holder.open()
  for (const question of Object.values(questions()).flat()) {
    api.clock.advance(TURN_MS)
    const answered = await eventually(async () => {
      const one = await answerTo(client, question)
      // The log is sealed a moment later.
      expect(one.status).not.toBe(503)
      return one
    })
    answers.set(question.path, answered)
  }
  return answers
}

const wordsByPath = (walked: Walked) => new Map([...walked].map(([path, one]) => [path, wordsIn(one)]))

const figures = async () => {
  const {
    visitors: _visitors,
    log_position: _at,
    lag_seconds: _lag,
    profile_name: _name,
    ...rest
  } = await api.figures(profile.id)
  return rest
}

/** The clock stands still, so that no cache ends by itself: each process hears of the change. */
const pagesAnswer = (status: number): Promise<void> =>
  eventually(async () => {
    for (const client of [api, other])
      expect((await client.call(`/pages/${profile.slug}`)).status).toBe(status)
  })

const everybody = (change: typeof blockSubject): Promise<unknown> =>
  Promise.all(
    EVERYBODY.map((whose) => change(api.blocking, { subject: subjects[whose]!, requestId: REQUEST }, STAFF)),
  )

test('the table holds every call that gives something [PRIV-15]', () => {
  const gets = CALLS.filter(({ method }) => method === 'get').map(callNameOf)
  expect(Object.keys(questions()).sort()).toEqual(gets.sort())
})

test('words that are blocked are in no answer of any process, and in each as before once they are not [PRIV-15]', async () => {
  const shown = new Map(
    Object.values(questions())
      .flat()
      .map(({ path, shows = [] }) => [path, EVERYBODY.filter((whose) => shows.includes(whose))]),
  )
  const before = await walk(api)
  expect(wordsByPath(before)).toEqual(shown)

  const counted = await figures()
  await pagesAnswer(200)
  await everybody(blockSubject)
  await pagesAnswer(404)
  expect(await figures()).toEqual(counted)
  const none = new Map([...shown].map(([path]) => [path, []]))
  for (const client of [api, other]) expect(wordsByPath(await walk(client))).toEqual(none)

  const countedLater = await figures()
  await everybody(unblockSubject)
  await pagesAnswer(200)
  expect(await figures()).toEqual(countedLater)
  const after = await walk(api)
  for (const walked of [after, await walk(other)]) expect(wordsByPath(walked)).toEqual(shown)
  const fixed = Object.values(questions())
    .flat()
    .filter(({ grows }) => !grows)
    .map(({ path }) => path)
  expect(new Map(fixed.map((path) => [path, after.get(path)]))).toEqual(
    new Map(fixed.map((path) => [path, before.get(path)])),
  )
})
