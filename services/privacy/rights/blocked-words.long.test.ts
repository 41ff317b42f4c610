import { beforeAll, expect, test } from 'vitest'
import type { Call } from '@app/contracts/api/call.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/profiles.ts'
import { quotationStream } from '@app/contracts/quotations.ts'
import { requestStream } from '@app/contracts/privacy/requests.ts'
import { HISTORY_TYPES } from '@app/contracts/events/catalogue.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { readStream } from '../../kernel/codec.ts'
import { wholeLog } from '../../kernel/testing/whole-log.ts'
import { blockSubject, unblockSubject } from './block-subject.ts'
import { mailboxHolder, type MailboxHolder } from '../../../tests/support/api/mailbox-holder.ts'
import { useTestApi, type Person } from '../../../tests/support/api/test-api.ts'
import { type TestClient, A_QUOTATION } from '../../../tests/support/api/test-client.ts'
import { subscriptionsOf } from '../../../tests/support/api/test-subscriptions.ts'
import { uuid, write, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { answered } from '../testing/answer-text.ts'
import { callNameOf } from '../../platform/http/testing/served-calls.ts'
import { askingOn } from '../testing/asking.ts'

const STAFF = { kind: 'system', id: 'test' } as const
const REQUEST = uuid(0xeee)
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
    positions.set(whose, String((await readStream(api.store, subjects[whose]!))[0]!.position))
})

/** One request waits for the owner's word; by another one the mailbox proves what the visitor left. */
async function askForWords(): Promise<void> {
  const asking = askingOn(api)
  const asked = { card: profile.slug, phone: PHONE, name: `Ana ${WORDS.request}`, words: WORDS.request }
  request = await asking.asked({ ...asked, email: `ana@${WORDS.request}.example` })
  subjects.request = requestStream(request)
  holder = mailboxHolder(api, MAILBOX)
  await asking.confirmed(subjects.visitor!, profile.id, holder)
  await holder.open()
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

interface Question {
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A question to each call that answers with data. A new call without a question fails below. */
function questions(): readonly Question[] {
  const { id, slug } = profile
  const by = (asker: Omit<Question, 'path'>, ...paths: readonly string[]) =>
    paths.map((path) => ({ ...asker, path }))
  const found = (list: string, ...whose: readonly Whose[]) =>
    whose.map((one) => `${list}?search=${WORDS[one]}`)
  const events = ['profile', 'account', 'quotation', 'subscriber'] as const
  return [
    // No visit: the walk itself moves no figure.
    ...by(
      { headers: { 'user-agent': 'curl/8.5.0' } },
      `/api/public/profile/${slug}`,
      `/api/profile/${slug}/vcf`,
    ),
    ...by(
      {},
      ...['', '/qr.svg', '/qr.png', '/preview.jpg'].map((file) => `/pages/${slug}${file}`),
      '/api/record/head',
      ...['methods', 'external/start', 'external/callback', 'verify-reset-token/none'].map(
        (path) => `/api/auth/${path}`,
      ),
      '/api/files/no-file',
    ),
    ...by({ headers: { 'visitor-id': VISITOR } }, `/api/public/my-data/${id}`),
    ...by({ headers: holder.headers }, '/api/rights/mine'),
    ...by(
      { token: owner.token },
      ...['me', 'export', 'sessions'].map((path) => `/api/auth/${path}`),
      `/api/account/${owner.id}/expediente`,
      '/api/profiles/me',
      ...['', '/as-of?version=1', '/expediente', '/history'].map((path) => `/api/profile/${id}${path}`),
      ...['', '/unified', '/insights', '/executive-report', '/monthly-comparison', '/edits', '/live'].map(
        (path) => `/api/analytics/${id}${path}`,
      ),
    ),
    ...by(
      { token: api.admin.token },
      `/api/account/${owner.id}/expediente`,
      ...[
        'users',
        'activation-codes',
        'activation-codes.csv',
        'quotations',
        'profiles',
        'requests',
        'reminders',
        'reminders.csv',
        `requests?id=${request}`,
        ...found('users', 'account'),
        ...found('activation-codes', 'account'),
        ...found('activation-codes.csv', 'account'),
        ...found('quotations', 'quotation'),
        ...found('profiles', 'profile', 'account'),
        ...found('requests', 'request'),
        'projections',
        'projections/accounts/parked',
        'history.csv',
        'history',
        `history?entity=${WORDS.profile}`,
        ...events.map((whose) => `history/${positions.get(whose)}`),
      ].map((path) => `/api/admin/${path}`),
    ),
  ]
}

const GETS = CALLS.filter(({ method }) => method === 'get')

/** The one with the fewest parts that anything fills. */
function callBehind({ path }: Question): string | undefined {
  const [address] = path.split('?')
  const parts = (call: Call): number => call.path.split('{').length
  return GETS.filter((call) => new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address!))
    .toSorted((one, other) => parts(one) - parts(other))
    .map(callNameOf)[0]
}

/** Time until the next export is allowed. */
const TURN_MS = 60_000
const HOUR_MS = 3_600_000

/** A mailbox gets five links an hour; a link lasts longer than a walk. */
async function openMailbox(): Promise<void> {
  api.clock.advance(HOUR_MS)
  await holder.open()
}

/** Asks everything of one process. The visitor's id proves who they are: their own browser alone has it. */
async function walk(client: TestClient): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  await openMailbox()
  for (const { path, token, headers = {} } of questions()) {
    api.clock.advance(TURN_MS)
    const text = (await answered(() => client.call(path, { token, headers }))).toLowerCase()
    if (!path.startsWith('/api/public/my-data/'))
      expect([path, text]).toEqual([path, expect.not.stringContaining(VISITOR)])
    answers.set(`${path} ${token ?? ''}`, text)
  }
  return answers
}

const wordsByPath = (walked: ReadonlyMap<string, string>) =>
  new Map(
    [...walked].map(([path, text]) => [
      path,
      EVERYBODY.filter((whose) => text.includes(WORDS[whose].toLowerCase())),
    ]),
  )

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

test('every call that gives something is asked, beside the page of a card [PRIV-15]', () => {
  const page = undefined
  expect(new Set(questions().map(callBehind))).toEqual(new Set([...GETS.map(callNameOf), page]))
})

test('words that are blocked are in no answer of any process, and in each as before once they are not [PRIV-6, PRIV-15]', async () => {
  const before = wordsByPath(await walk(api))
  // Each is shown, found and downloaded somewhere.
  for (const whose of EVERYBODY)
    expect([...before.values()].filter((words) => words.includes(whose)).length).toBeGreaterThan(1)
  const counted = await figures()
  await pagesAnswer(200)
  await everybody(blockSubject)
  await pagesAnswer(404)
  expect(await figures()).toEqual(counted)
  for (const client of [api, other])
    expect([...wordsByPath(await walk(client))].filter(([, words]) => words.length > 0)).toEqual([])
  await everybody(unblockSubject)
  await pagesAnswer(200)
  for (const client of [api, other]) expect(wordsByPath(await walk(client))).toEqual(before)
})

test('no event in the history has the id that proves a visitor, and nobody is reached by it [PRIV-6]', async () => {
  const { token } = api.admin
  // To look is a request by that visitor.
  await api.call(`/api/public/my-data/${profile.id}`, { headers: { 'visitor-id': VISITOR } })
  const events = (await wholeLog(api.bare, HISTORY_TYPES)).filter(({ data, meta }) =>
    JSON.stringify([data, meta]).includes(VISITOR),
  )
  expect(events.map(({ meta }) => meta.actor.id)).toContain(VISITOR)
  for (const { position } of events) {
    const answer = await api.call(`/api/admin/history/${position}`, { token })
    expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining(VISITOR)])
  }
  await openMailbox()
  expect((await holder.act('block', subjects.visitor!)).status).toBe(404)
})
