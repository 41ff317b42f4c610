import { expect, test } from 'vitest'
import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles.ts'
import { useReadSide, type Given } from '../testing/read-side.ts'
import { historyProjection } from './projection.ts'

const PROFILE = '0199a000-0000-7000-8000-00000000000a'
const entity = `profile-${PROFILE}`
const MORNING = '2026-11-20T12:00:00.000Z'
const of = (stream: string, type: string, data: Given['data'] = {}, at = MORNING): Given => ({
  type,
  stream,
  at,
  data,
  actor: { kind: 'owner', id: 'one' },
})
const details = { ...NO_DETAILS, name: 'Ana', position: 'Gerenta' }
const CREATED = of(entity, 'ProfileCreated', { ownerId: 'one', slug: 'ana', details })
const edited = (changes: Given['data']) => of(entity, 'ProfileEdited', { changes, typed: {} })
let erasures = 0
const erased = (subject: string) => of(`erasure-${(erasures += 1)}`, 'SubjectErased', { subject })

const side = useReadSide()

interface Row {
  readonly entity: string
  readonly type: string
  readonly facts: object
  readonly words: unknown
}

/** Each log begins with an event of its own. */
const TOLD = "from read.history where type <> 'StoreCreated' order by position"

async function rowsAfter(...events: readonly Given[]) {
  await side.given(...events)
  await side.project(historyProjection)
  expect(await side.rows('select error from kernel.parked')).toEqual([])
  const rows = (await side.rows(`select entity, type, facts, words ${TOLD}`)) as readonly Row[]
  return Promise.all(
    rows.map(async ({ words, ...row }) => ({
      ...row,
      words: await side.openText(row.entity, 'history.words', words),
    })),
  )
}

test('an edit has the values before it and after it, under the key of its profile', async () => {
  const rows = await rowsAfter(CREATED, edited({ position: 'Directora' }), edited({ bio: 'Hola' }))
  expect(rows.map(({ words }) => words)).toEqual([
    {
      before: { slug: '', name: '', position: '' },
      after: { slug: 'ana', name: 'Ana', position: 'Gerenta' },
    },
    { before: { position: 'Gerenta' }, after: { position: 'Directora' } },
    { before: { bio: '' }, after: { bio: 'Hola' } },
  ])
  expect(rows.map(({ facts }) => facts)).toEqual([
    { ownerId: 'one', fields: ['slug', 'name', 'position'] },
    { fields: ['position'] },
    { fields: ['bio'] },
  ])
})

test('an edit of theme, pictures and limits has them in clear', async () => {
  const dark = { ...DEFAULT_THEME, theme_color: 'dark' }
  const image = { kind: 'profile-image', ref: 'r', width: 1, height: 1 }
  const rows = await rowsAfter(
    CREATED,
    of(entity, 'ThemeApplied', { theme: dark }),
    of(entity, 'ProfileImageSet', image),
    of(entity, 'ProfileImageSet', image),
    of(entity, 'ProfileImageRemoved', { kind: 'profile-image' }),
    of('account-one', 'AccountRegistered', { name: 'Ana', email: 'ana@x.example' }),
    of('account-one', 'ProfileLimitChanged', { maxProfiles: 3 }),
  )
  expect(rows.slice(1).map(({ facts }) => facts)).toEqual([
    { before: { theme_color: 'blue' }, after: { theme_color: 'dark' } },
    { kind: 'profile-image', before: { 'profile-image': null }, after: { 'profile-image': true } },
    { kind: 'profile-image' },
    { kind: 'profile-image', before: { 'profile-image': true }, after: { 'profile-image': false } },
    { fields: ['name', 'email'] },
    { maxProfiles: 3, before: { maxProfiles: 1 }, after: { maxProfiles: 3 } },
  ])
})

test('each event belongs to the profile, account, request or code that it names, or else to the log', async () => {
  const rows = await rowsAfter(
    of('slug-x', 'SlugClaimed', { profileId: PROFILE.toUpperCase() }),
    of('subscription-x', 'ReminderSubscribed', { profileId: PROFILE, email: 'eva@x.example', consent: 'c' }),
    of('subscription-x', 'ReminderCancelled', { by: 'subscriber' }),
    erased('subscription-x'),
    erased(`visitor-${PROFILE}.${PROFILE}`),
    of('administrators', 'AdministratorListed', { accountId: 'one' }),
    { ...of('activationCode-secret', 'CodeIssued', { maxProfiles: 1, sealedCode: 'sealed' }), id: PROFILE },
    of('activationCode-secret', 'CodeRedeemed', { accountId: 'one' }),
    of('quotation-q', 'QuotationContacted'),
    of('audit-1', 'HistoryRead', { filters: [{ form: 'list' }] }),
    of('suppression-x', 'RemindersSuppressed'),
    erased('subscription-unknown'),
  )
  expect(rows.map((row) => row.entity)).toEqual([
    ...Array.from({ length: 5 }, () => entity),
    'account-one',
    `activation-code-${PROFILE}`,
    `activation-code-${PROFILE}`,
    'quotation-q',
    'log',
    'log',
    'log',
  ])
  expect(JSON.stringify(rows)).not.toMatch(/secret|eva@/)
})

const asked = { kind: 'access', channel: 'form', proof: 'none' }
const answered = (stream: string) =>
  of(stream, 'RequestAnswered', { outcome: 'nothing', template: 'nothing' })

test.each([
  ['of whoever it is about', { about: 'account-one', profileId: PROFILE }, 'account-one'],
  ['of the card where it is known', { profileId: PROFILE }, entity],
  ['of the card of a visitor', { about: `visitor-${PROFILE}.v` }, entity],
  ['of the log where only a mailbox is known', { about: 'mailbox-1' }, 'log'],
])('a request and its answer are in the history %s', async (_whose, meant, whose) => {
  const rows = await rowsAfter(
    of('request-1', 'RequestReceived', { ...asked, ...meant }),
    answered('request-1'),
  )
  expect(rows).toMatchObject([
    { entity: whose, facts: { kind: 'access', channel: 'form' } },
    { entity: whose, facts: { outcome: 'nothing' } },
  ])
})

test('a request about a reminder is of its card', async () => {
  const subscribed = of('subscription-1', 'ReminderSubscribed', {
    profileId: PROFILE,
    email: 'a@x.example',
    consent: 'c',
  })
  await side.given(subscribed)
  await side.project(historyProjection)
  const rows = await rowsAfter(
    of('request-1', 'RequestReceived', { ...asked, about: 'subscription-1' }),
    of('blocking-subscription-1', 'SubjectBlocked', {
      subject: 'subscription-1',
      requestId: '0190b5a0-7c1e-7d3a-8f00-000000000001',
    }),
  )
  expect(rows).toMatchObject([{ entity }, { entity }, { entity, facts: { subject: 'subscription' } }])
})
