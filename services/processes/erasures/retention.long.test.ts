import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMonths } from '@app/contracts/calendar.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { mailboxSubject, requestStream } from '@app/contracts/events/rights-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { RETENTION_DEFAULTS } from '@app/contracts/privacy/retention-periods.ts'
import { newId } from '@app/event-store/ids.ts'
import { peopleProjection } from '@app/projections/people/projection.ts'
import { duePeople, findPerson } from '@app/projections/people/queries.ts'
import { createMailQueue } from '@app/vault/mails/mail-queue.ts'
import { createRightsLinks } from '@app/vault/mails/rights-links.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { dyingAfter } from '../testing/dying-store.ts'
import { openErasingSide, STAFF, type ErasingSide } from '../testing/erasing-side.ts'
import { eraseExpired, type ExpiredKind, type RetentionDeps, type RetentionPass } from './retention.ts'

let side: ErasingSide
let deps: RetentionDeps
beforeAll(async () => {
  side = await openErasingSide()
  deps = {
    ...side.deps,
    removeMailsBefore: async () => 0,
    duePeople: (page) => duePeople({ db: side.own.db }, page),
    rowsUpTo: async () => {
      await projectPeople()
      return true
    },
    monotonicMs: () => 0,
    blocked: async () => new Map(),
    pause: async () => undefined,
  }
})
afterAll(() => side.close())

const projectPeople = () => side.project([peopleProjection])

const PROFILE = newId()
/** Each test has years of its own. */
let year = 2030
beforeEach(async () => {
  year += 10
  await passAt(`${year}-01-01T12:00:00Z`)
})
const dayOf = (monthAndDay: string): string => `${year}-${monthAndDay}`
const noonOf = (day: string): Date => new Date(`${day}T15:00:00Z`)
const put = (day: string, stream: string, ...events: readonly DomainEvent[]): Promise<void> =>
  write(side.deps.store, noonOf(day), stream, events)

const requestFacts = { userAgent: '', request: 'get' } as const
const identified = (visitorId: string, fullName: string): DomainEvent => ({
  type: 'VisitorIdentified',
  data: {
    profileId: PROFILE,
    visitorId,
    ...requestFacts,
    fullName,
    phone: '+56911112222',
    description: 'Hola',
    consent: 'v1',
  },
})
const tapped = (visitorId: string): DomainEvent => ({
  type: 'ProfileTapped',
  data: { visitId: newId(), profileId: PROFILE, visitorId, source: 'nfc', ...requestFacts },
})

async function identify(day: string, fullName = 'Zoraida Quintupil') {
  const visitorId = newId()
  await put(day, `interaction-${newId()}`, identified(visitorId, fullName))
  return { visitorId, subject: visitorSubject(PROFILE, visitorId) }
}

const MAKE: Readonly<Record<Exclude<ExpiredKind, 'reset'>, (day: string, name: string) => Promise<string>>> =
  {
    visitor: async (day, name) => (await identify(day, name)).subject,
    quotation: async (day, name) => {
      const stream = quotationStream(newId())
      const words = { company: name, contactPerson: name, email: 'z@x.example', phone: '+569', comments: '' }
      const data = { ...words, estimatedCards: '1-10', consent: 'quotation-1' }
      await put(addMonths(day, -3), stream, { type: 'QuotationRequested', data })
      await put(day, stream, { type: 'QuotationContacted', data: {} })
      return stream
    },
    subscription: async (day, name) => {
      const stream = subscriptionStream(newId())
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@x.example`
      const data = { profileId: PROFILE, email, consent: 'reminder-1' }
      await put(addMonths(day, -3), stream, { type: 'ReminderSubscribed', data })
      await put(day, stream, { type: 'ReminderCancelled', data: { by: 'subscriber' } })
      return stream
    },
    request: async (day, name) => {
      const stream = requestStream(newId())
      const data = { kind: 'access', channel: 'form', proof: 'none', name } as const
      await put(addMonths(day, -1), stream, { type: 'RequestReceived', data })
      await put(day, stream, {
        type: 'RequestAnswered',
        data: { outcome: 'nothing', template: 'nothing' },
      })
      return stream
    },
  }

async function passAt(asOf: string, changed: Partial<RetentionDeps> = {}) {
  const erased = new Map<ExpiredKind, number>()
  const pass: RetentionPass = {
    periods: RETENTION_DEFAULTS,
    asOf: new Date(asOf),
    actor: STAFF,
    signal: new AbortController().signal,
    onErased: (kind, count) => erased.set(kind, (erased.get(kind) ?? 0) + count),
  }
  const outcome = await eraseExpired({ ...deps, ...changed }, pass)
  await projectPeople()
  return { outcome, ...Object.fromEntries(erased) }
}
const isKept = async (subject: string): Promise<boolean> =>
  (await findPerson({ db: side.own.db }, subject)) !== undefined
const reasonsOf = async (subject: string) =>
  (await side.events('SubjectErased')).flatMap(({ data }) => (data.subject === subject ? [data.reason] : []))

describe.each(Object.keys(MAKE) as (keyof typeof MAKE)[])('a %s', (kind) => {
  const months = RETENTION_DEFAULTS.months[kind]

  test('is erased on the day after its period, for that reason, and once [PRIV-18]', async () => {
    const name = `Zoraida ${kind} Quintupil`
    const subject = await MAKE[kind](dayOf('06-10'), name)
    await side.project()
    expect(await side.placesOf('oraida')).not.toEqual([])
    const lastDay = addMonths(dayOf('06-10'), months)
    // In winter a day in Santiago ends at 04:00Z.
    const ends = Date.parse(`${lastDay}T04:00:00Z`) + 24 * 3_600_000
    await passAt(new Date(ends - 1).toISOString())
    expect(await isKept(subject)).toBe(true)
    expect(await passAt(new Date(ends).toISOString())).toEqual({ outcome: 'done', [kind]: 1 })
    expect(await isKept(subject)).toBe(false)
    expect(await reasonsOf(subject)).toEqual(['retention'])
    await side.project()
    for (const word of [name, `zoraida.${kind}`]) expect(await side.placesOf(word)).toEqual([])
    expect(await side.differing()).toEqual([])
    expect(await passAt(new Date(ends).toISOString())).toEqual({ outcome: 'done' })
    expect(await reasonsOf(subject)).toHaveLength(1)
  })
})

test('accounts, subscriptions that run and requests without an answer are kept [PRIV-18]', async () => {
  const streams = [`account-${newId()}`, subscriptionStream(newId()), requestStream(newId())] as const
  await put(dayOf('01-01'), streams[0], {
    type: 'AccountRegistered',
    data: { name: 'Ana', email: 'a@x.example' },
  })
  await put(dayOf('01-01'), streams[1], {
    type: 'ReminderSubscribed',
    data: { profileId: PROFILE, email: 'b@x.example', consent: 'r' },
  })
  await put(dayOf('01-01'), streams[2], {
    type: 'RequestReceived',
    data: { kind: 'access', channel: 'form', proof: 'none', name: 'Ana' },
  })
  await passAt(`${year + 9}-12-31T12:00:00Z`)
  for (const stream of streams) expect(await isKept(stream)).toBe(true)
  expect(await side.events('ReminderCancelled')).not.toContainEqual(
    expect.objectContaining({ stream: streams[1] }),
  )
})

describe('of more people than a page has', () => {
  const PEOPLE = 130
  const due = () => `${year + 3}-01-01T12:00:00Z`
  const identifyAll = async () => {
    const people = []
    for (let nth = 0; nth < PEOPLE; nth += 1) people.push(await identify(dayOf('03-01')))
    return people
  }
  const keptOf = async <Person extends { readonly subject: string }>(people: readonly Person[]) => {
    const kept = await Promise.all(people.map(({ subject }) => isKept(subject)))
    return people.filter((_, nth) => kept[nth])
  }

  test('one who acts again while the others are erased is kept [PRIV-18]', async () => {
    const people = await identifyAll()
    let returned: (typeof people)[number] | undefined
    const { visitor } = (await passAt(due(), {
      pause: async () => {
        await projectPeople()
        ;[returned] = await keptOf(people)
        await put(`${year + 2}-12-31`, `visit-${newId()}`, tapped(returned!.visitorId))
      },
    })) as { readonly visitor?: number }
    expect(await keptOf(people)).toEqual([returned])
    expect(visitor).toBe(PEOPLE - 1)
  })

  test('nobody is erased while rows are behind, and another pass continues [PRIV-18]', async () => {
    const people = await identifyAll()
    let asked = 0
    const rowsUpTo = async () => {
      asked += 1
      await projectPeople()
      return asked === 1
    }
    expect(await passAt(due(), { rowsUpTo })).toMatchObject({ outcome: 'behind', visitor: 50 })
    expect(await keptOf(people)).toHaveLength(PEOPLE - 50)
    expect(await passAt(due())).toMatchObject({ outcome: 'done', visitor: PEOPLE - 50 })
    expect(await keptOf(people)).toEqual([])
  })

  test.each([60, 110])(
    'a process that dies after %i events is continued by the next [PRIV-18]',
    async (n) => {
      const people = await identifyAll()
      await side.project()
      await expect(passAt(due(), { store: dyingAfter(n, side.deps.store) })).rejects.toThrow()
      expect(await passAt(due())).toMatchObject({ outcome: 'done' })
      expect(await keptOf(people)).toEqual([])
      expect(await side.own.keys.idsOf(people.map(({ subject }) => subject))).toEqual(new Map())
      expect(await side.deps.keys.unpublished({ max: 1 })).toEqual([])
      expect(await side.differing()).toEqual([])
      expect(await passAt(due())).toEqual({ outcome: 'done' })
    },
  )
})

test('whoever is blocked is kept until the block is lifted [PRIV-18]', async () => {
  const { subject } = await identify(dayOf('01-01'))
  const at = `${year + 5}-01-01T12:00:00Z`
  const blocked = async () => new Map([[subject, new Date()]])
  await passAt(at, { blocked })
  expect(await isKept(subject)).toBe(true)
  await passAt(at)
  expect(await isKept(subject)).toBe(false)
})

test('whoever has no key any more loses their row as well [PRIV-18]', async () => {
  const { subject } = await identify(dayOf('01-01'))
  await side.own.db.query('delete from vault.subject_keys where subject = $1', [subject])
  await passAt(`${year + 5}-01-01T12:00:00Z`)
  expect(await isKept(subject)).toBe(false)
})

test('a stop ends it between two pages', async () => {
  const { subject } = await identify(dayOf('01-01'))
  const end = new AbortController()
  end.abort()
  const pass = {
    periods: RETENTION_DEFAULTS,
    asOf: new Date(`${year + 5}-01-01T12:00:00Z`),
    actor: STAFF,
    onErased: () => undefined,
  }
  expect(await eraseExpired(deps, { ...pass, signal: end.signal })).toBe('stopped')
  await projectPeople()
  expect(await isKept(subject)).toBe(true)
})

test('mails of requests for a new password go after their days, and no others [PRIV-18]', async () => {
  const queue = (kind: string, subject: string, day: string) =>
    side.own.db.query(
      'insert into vault.mails (kind, subject, id, queued_at, due_at) values ($1, $2, $3, $4, $4)',
      [kind, subject, newId(), noonOf(day)],
    )
  await queue('password-reset', 'account-old', dayOf('03-01'))
  await queue('password-reset', 'account-new', dayOf('03-02'))
  await queue('reminder-confirmation', 'subscription-old', dayOf('03-01'))
  const asked: Date[] = []
  const removeMailsBefore = async (before: Date) => {
    asked.push(before)
    return 2
  }
  // Summer time: the day begins at 03:00Z.
  expect(await passAt(`${dayOf('03-09')}T03:00:00Z`, { removeMailsBefore })).toMatchObject({ reset: 3 })
  expect(asked).toEqual([new Date(`${dayOf('03-02')}T03:00:00Z`)])
  const { rows } = await side.own.db.query('select subject from vault.mails order by subject')
  expect(rows).toEqual([{ subject: 'account-new' }, { subject: 'subscription-old' }])
})

test('what seals the address in a mailed link goes a day after the link, also where it was never sent [PRIV-18]', async () => {
  const DAY_MS = 86_400_000
  const at = side.deps.now().getTime()
  const keys = side.own.evenBlocked.keys
  const deps = (now: Date) => ({ db: side.own.db, keys, random: randomBytes, now: () => now, newId })
  const daysAgo = (days: number) => new Date(at - days * DAY_MS)
  const [ended, live, waiting, sentNever] = [newId(), newId(), newId(), newId()]
  const addressee = (id: string) => ({ kind: 'rights-link', subject: mailboxSubject(id) }) as const
  await createRightsLinks(deps(daysAgo(3))).make({ mailboxId: ended, email: 'a@x.example' })
  await createRightsLinks(deps(daysAgo(0))).make({ mailboxId: live, email: 'b@x.example' })
  const queue = createMailQueue(deps(daysAgo(3)))
  for (const id of [waiting, sentNever])
    await queue.add(addressee(id), JSON.stringify({ email: 'c@x.example' }))
  await side.own.db.query('delete from vault.mails where subject = $1', [mailboxSubject(sentNever)])
  const subjects = [ended, live, waiting, sentNever].map(mailboxSubject)
  await side.own.db.query('update vault.subject_keys set created_at = $2 where subject = any($1)', [
    subjects,
    daysAgo(3),
  ])

  await passAt(`${year}-01-02T12:00:00Z`)
  expect([...(await keys.idsOf(subjects)).keys()].toSorted()).toEqual(
    [live, waiting].map(mailboxSubject).toSorted(),
  )
  expect(await reasonsOf(mailboxSubject(ended))).toEqual(['retention'])
  expect(await createRightsLinks(deps(daysAgo(0))).emailsOf(live)).toEqual(['b@x.example'])
})
