import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NAMES } from '@app/vault/testing/names.ts'
import { erased, reusedReadSides, type Given, type ReadSide } from '../testing/read-side.ts'
import { ANA, BEA, DEMO, clicked, downloaded, tapped } from '../testing/traffic-story.ts'
import { peopleProjection } from './projection.ts'
import { countDuePeople, duePeople, findPerson, peopleOfMailbox } from './queries.ts'

const openSide = reusedReadSides()

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()
const ID = '00000000-0000-4000-8000-000000000001'
const EMAIL = 'Ana+feria@correo.example'
const MAILBOX = NAMES.mailbox('ANA+feria@Correo.example')
const VISITOR = `visitor-${DEMO}.${ANA}`
const [SUBSCRIPTION, QUOTATION, ACCOUNT, REQUEST] = [
  `subscription-${ID}`,
  `quotation-${ID}`,
  'account-ana',
  `request-${ID}`,
]

const identified = (hour: number, { visitor = ANA, consent = 'v1' } = {}): Given => {
  const { network: _, ...data } = clicked({ visitor, at: at(hour) }).data
  const words = { fullName: 'Ana', phone: '+569', description: 'feria' }
  return {
    type: 'VisitorIdentified',
    at: at(hour),
    keyRef: `visitor-${DEMO}.${visitor}`,
    data: { ...data, ...words, consent },
  }
}
const of = (stream: string, type: string, hour: number, data: Given['data'] = {}): Given => ({
  type,
  stream,
  at: at(hour),
  data,
})
const subscribed = (hour: number): Given =>
  of(SUBSCRIPTION, 'ReminderSubscribed', hour, { profileId: DEMO, email: EMAIL, consent: 'reminder-1' })
const sent = (reminder: string, hour: number): Given =>
  of(SUBSCRIPTION, 'ReminderSent', hour, { reminder, messageId: 'm' })
const requested = (hour: number): Given =>
  of(QUOTATION, 'QuotationRequested', hour, {
    company: 'Andes',
    contactPerson: 'Ana',
    email: EMAIL,
    phone: '+569',
    estimatedCards: '1-10',
    comments: '',
    consent: 'quotation-1',
  })
const registered = (hour: number): Given =>
  of(ACCOUNT, 'AccountRegistered', hour, { name: 'Ana', email: EMAIL, consent: 'account-1' })
const received = (hour: number): Given =>
  of(REQUEST, 'RequestReceived', hour, {
    kind: 'access',
    channel: 'form',
    proof: 'none',
    profileId: DEMO,
    mailboxId: MAILBOX,
    email: EMAIL,
  })
const answered = (hour: number): Given =>
  of(REQUEST, 'RequestAnswered', hour, { outcome: 'done', template: 'done' })

let side: ReadSide
beforeEach(async () => {
  side = await openSide()
})
afterEach(() => side.close())

async function given(...events: readonly Given[]): Promise<void> {
  await side.given(...events)
  await side.project(peopleProjection)
  expect(await side.rows('select error from kernel.parked')).toEqual([])
}
const found = (subject: string) => findPerson({ db: side.reader }, subject)
const hours = (person: Awaited<ReturnType<typeof found>>) =>
  [person?.since, person?.lastAt, person?.endedAt].map((date) => date?.getUTCHours())

describe('a visitor', () => {
  test('has a row from their first words on, which follows each of their acts', async () => {
    await given(tapped({ visitor: ANA, at: at(1) }), clicked({ visitor: ANA, at: at(2) }))
    expect(await found(VISITOR)).toBeUndefined()
    await given(identified(3))
    expect(await found(VISITOR)).toMatchObject({
      subject: VISITOR,
      kind: 'visitor',
      profileId: DEMO,
      mailboxId: null,
      since: new Date(at(3)),
      lastAt: new Date(at(3)),
      endedAt: null,
      consent: 'v1',
      consentAt: new Date(at(3)),
      consentPosition: await side.store.headPosition(),
    })
    await given(tapped({ visitor: ANA, at: at(4) }), tapped({ visitor: BEA, at: at(5) }))
    expect(hours(await found(VISITOR))).toEqual([3, 4, undefined])
    await given(clicked({ visitor: ANA, at: at(6) }))
    expect(hours(await found(VISITOR))).toEqual([3, 6, undefined])
    await given(downloaded({ visitor: ANA, at: at(7) }), identified(8, { consent: 'v2' }))
    expect(await found(VISITOR)).toMatchObject({
      consent: 'v2',
      lastAt: new Date(at(8)),
      since: new Date(at(3)),
    })
  })

  test('that came late moves no instant back, and no consent', async () => {
    await given(identified(8, { consent: 'v2' }))
    const newest = { consent: 'v2', consentPosition: await side.store.headPosition() }
    await given(identified(3), tapped({ visitor: ANA, at: at(5) }))
    expect(await found(VISITOR)).toMatchObject(newest)
    expect(hours(await found(VISITOR))).toEqual([3, 8, undefined])
  })

  test('who gave a name with a click has a row, also where its key is gone', async () => {
    await given({ ...clicked({ visitor: ANA, at: at(1) }), keyRef: VISITOR })
    expect(await found(VISITOR)).toMatchObject({ kind: 'visitor', consent: null })
  })
})

test('an account is found by its present e-mail', async () => {
  const email = 'ana@nueva.example'
  await given(registered(1), of(ACCOUNT, 'EmailChanged', 2, { email, previousEmail: EMAIL, by: 'owner' }))
  expect(await found(ACCOUNT)).toMatchObject({
    kind: 'account',
    mailboxId: NAMES.mailbox(email),
    consent: 'account-1',
  })
})

describe('a subscription', () => {
  test.each([
    ['ReminderConverted', { how: 'said' }],
    ['ReminderCancelled', { by: 'subscriber' }],
    ['ReminderBounced', { status: '5.1.1' }],
  ])('ends by %s, and a new cycle opens it again', async (type, data) => {
    await given(subscribed(1), of(SUBSCRIPTION, type, 2, data))
    expect(await found(SUBSCRIPTION)).toMatchObject({
      kind: 'subscription',
      profileId: DEMO,
      mailboxId: MAILBOX,
      consent: 'reminder-1',
      endedAt: new Date(at(2)),
    })
    await given(subscribed(3))
    expect(hours(await found(SUBSCRIPTION))).toEqual([1, 3, undefined])
  })

  test('ends when its last mail is settled, once for each cycle', async () => {
    const skipped = of(SUBSCRIPTION, 'ReminderSkipped', 3, { reminder: 'second', reason: 'x' })
    await given(subscribed(1), sent('first', 2))
    expect(hours(await found(SUBSCRIPTION))).toEqual([1, 2, undefined])
    await given(skipped)
    expect(hours(await found(SUBSCRIPTION))).toEqual([1, 3, 3])
    await given(subscribed(4), sent('first', 5))
    expect(hours(await found(SUBSCRIPTION))).toEqual([1, 5, undefined])
  })
})

test('a quotation counts from its last change', async () => {
  await given(requested(1), of(QUOTATION, 'QuotationContacted', 2))
  expect(await found(QUOTATION)).toMatchObject({ kind: 'quotation', mailboxId: MAILBOX, profileId: null })
  expect(hours(await found(QUOTATION))).toEqual([1, 2, undefined])
})

test('a request ends with its answer', async () => {
  await given(received(1))
  expect(await found(REQUEST)).toMatchObject({ kind: 'request', mailboxId: MAILBOX, profileId: DEMO })
  await given(answered(2))
  expect(hours(await found(REQUEST))).toEqual([1, 2, 2])
})

const STORY = [
  identified(1),
  subscribed(2),
  requested(3),
  registered(4),
  received(5),
  tapped({ visitor: ANA, at: at(6) }),
  sent('first', 7),
  sent('second', 8),
  of(QUOTATION, 'QuotationCompleted', 9),
  answered(10),
]
const SUBJECTS = [VISITOR, SUBSCRIPTION, QUOTATION, ACCOUNT, REQUEST]

test('a mailbox has all that it left but its requests, the newest first, and no number of quotations hides the rest', async () => {
  await given(...STORY)
  const of = async (limit: number) =>
    (await peopleOfMailbox({ db: side.reader }, MAILBOX, limit)).map(({ subject }) => subject)
  expect(await of(10)).toEqual([ACCOUNT, QUOTATION, SUBSCRIPTION])
  expect(await of(1)).toEqual([ACCOUNT, QUOTATION])
  const { since } = (await found(QUOTATION))!
  const until = await peopleOfMailbox({ db: side.reader }, MAILBOX, 1, since)
  expect(until.map(({ subject }) => subject)).toEqual([QUOTATION, SUBSCRIPTION])
  expect(await peopleOfMailbox({ db: side.reader }, ID, 10)).toEqual([])
  expect(await peopleOfMailbox({ db: side.reader }, "x' or true", 10)).toEqual([])
})

describe('whoever is erased', () => {
  test('has no row any more, and what comes afterwards without words makes none', async () => {
    await given(...STORY)
    for (const [nth, subject] of SUBJECTS.entries()) {
      await given(erased(subject, at(11)))
      expect(await found(subject), subject).toBeUndefined()
      expect(await side.rows('select subject from read.people')).toHaveLength(SUBJECTS.length - 1 - nth)
    }
    await given(tapped({ visitor: ANA, at: at(12) }), of(QUOTATION, 'QuotationContacted', 12), answered(12))
    expect(await side.rows('select subject from read.people')).toEqual([])
  })

  test('and comes back begins anew', async () => {
    await given(
      ...STORY,
      erased(VISITOR, at(11)),
      erased(SUBSCRIPTION, at(11)),
      identified(12),
      subscribed(13),
    )
    expect(hours(await found(VISITOR))).toEqual([12, 12, undefined])
    expect(hours(await found(SUBSCRIPTION))).toEqual([13, 13, undefined])
  })
})

describe('due', () => {
  const due = async (kind: 'visitor' | 'subscription' | 'quotation' | 'request', hour: number) => {
    const asked = { kind, before: new Date(at(hour)) } as const
    const rows = await duePeople({ db: side.reader }, { ...asked, limit: 10 })
    expect(await countDuePeople({ db: side.reader }, asked)).toBe(rows.length)
    return rows.map(({ subject }) => subject)
  }

  test('is whoever left something before a period began, and nobody else [PRIV-18]', async () => {
    await given(...STORY)
    for (const [kind, hour, subject] of [
      ['visitor', 6, VISITOR],
      ['subscription', 8, SUBSCRIPTION],
      ['quotation', 9, QUOTATION],
      ['request', 10, REQUEST],
    ] as const) {
      expect(await due(kind, hour), kind).toEqual([])
      expect(await due(kind, hour + 1)).toEqual([subject])
    }
  })

  test('is no subscription that runs, and no request without an answer', async () => {
    await given(subscribed(1), sent('first', 2), received(3))
    expect(await due('subscription', 23)).toEqual([])
    expect(await due('request', 23)).toEqual([])
  })

  test('are pages of any size, the longest kept first', async () => {
    const visitors = [3, 1, 2, 2].map((_, n) => `0a0a0a0a-0000-4000-8000-00000000010${n}`)
    await given(...visitors.map((visitor, n) => identified([3, 1, 2, 2][n]!, { visitor })))
    const all = await duePeople({ db: side.reader }, { kind: 'visitor', before: new Date(at(9)), limit: 10 })
    expect(all.map(({ lastAt }) => lastAt.getUTCHours())).toEqual([1, 2, 2, 3])
    const [first] = all
    const rest = { kind: 'visitor', before: new Date(at(9)), after: first!.place, limit: 2 } as const
    expect(await duePeople({ db: side.reader }, rest)).toEqual(all.slice(1, 3))
  })
})
