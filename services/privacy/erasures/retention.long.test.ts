import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMonths } from '@app/contracts/calendar.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { quotationStream } from '@app/contracts/quotations.ts'
import { mailboxSubject, requestStream } from '@app/contracts/privacy/requests.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { RETENTION_DEFAULTS } from '@app/contracts/limits/periods.ts'
import { newId } from '../../kernel/log/ids.ts'
import { createRequestMail } from '../../platform/mail/waiting-mail.ts'
import { createRightsLinks } from '../rights/rights-links.ts'
import { quotationRequested, visitorIdentified, write } from '../../../tests/support/api/test-log.ts'
import { dyingAfter } from '../../kernel/testing/dying-store.ts'
import { STAFF, useErasingSide } from '../testing/erasing-side.ts'
import { eraseExpired, type ExpiredKind, type RetentionPass } from './retention.ts'
import type { Erasing } from './shred.ts'

const side = useErasingSide()
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

const identified = (visitorId: string, fullName: string): DomainEvent =>
  visitorIdentified({ profileId: PROFILE, visitorId }, fullName)
const tapped = (visitorId: string): DomainEvent => ({
  type: 'ProfileTapped',
  data: { visitId: newId(), profileId: PROFILE, visitorId, source: 'nfc', userAgent: '', request: 'get' },
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
      await put(day, stream, quotationRequested({ company: name, contactPerson: name }))
      return stream
    },
    subscription: async (day, name) => {
      const stream = subscriptionStream(newId())
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@x.example`
      const data = { profileId: PROFILE, email, consent: 'reminder-1' }
      await put(day, stream, { type: 'ReminderSubscribed', data })
      return stream
    },
    request: async (day, name) => {
      const stream = requestStream(newId())
      const data = { kind: 'access', channel: 'form', proof: 'none', name } as const
      await put(day, stream, { type: 'RequestReceived', data })
      return stream
    },
  }

async function passAt(asOf: string, changed: Partial<Erasing> = {}, signal = new AbortController().signal) {
  const erased = new Map<ExpiredKind, number>()
  const pass: RetentionPass = {
    periods: RETENTION_DEFAULTS,
    asOf: new Date(asOf),
    actor: STAFF,
    signal,
    onErased: (kind, count) => erased.set(kind, (erased.get(kind) ?? 0) + count),
  }
  const outcome = await eraseExpired({ ...side.deps, ...changed }, pass)
  return { outcome, ...Object.fromEntries(erased) }
}
const isKept = async (subject: string): Promise<boolean> =>
  (await side.own.keys.idsOf([subject])).has(subject)
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

test('a visitor who only looks again does not prolong it, one who writes again does, and an account stays [PRIV-18]', async () => {
  const [looks, writes] = [await identify(dayOf('01-01')), await identify(dayOf('01-01'))]
  const account = `account-${newId()}`
  await put(dayOf('01-01'), account, {
    type: 'AccountRegistered',
    data: { name: 'Ana', email: 'a@x.example' },
  })
  await put(`${year + 1}-12-31`, `visit-${newId()}`, tapped(looks.visitorId))
  await put(`${year + 1}-12-31`, `interaction-${newId()}`, identified(writes.visitorId, 'Zoraida'))
  await passAt(`${year + 2}-06-01T12:00:00Z`)
  const subjects = [looks.subject, writes.subject, account]
  expect(await Promise.all(subjects.map(isKept))).toEqual([false, true, true])
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

  test('one who writes again while the others are erased is kept [PRIV-18]', async () => {
    const people = await identifyAll()
    let returned: (typeof people)[number] | undefined
    const { visitor } = (await passAt(due(), {
      pause: async () => {
        ;[returned] = await keptOf(people)
        await put(`${year + 2}-12-31`, `interaction-${newId()}`, identified(returned!.visitorId, 'Zoraida'))
      },
    })) as { readonly visitor?: number }
    expect(await keptOf(people)).toEqual([returned])
    expect(visitor).toBe(PEOPLE - 1)
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
      await side.project()
      expect(await side.differing()).toEqual([])
      expect(await passAt(due())).toEqual({ outcome: 'done' })
    },
  )
})

test('a stop ends it between two pages', async () => {
  const { subject } = await identify(dayOf('01-01'))
  const end = new AbortController()
  end.abort()
  const late = `${year + 5}-01-01T12:00:00Z`
  expect(await passAt(late, {}, end.signal)).toEqual({ outcome: 'stopped' })
  expect(await isKept(subject)).toBe(true)
})

test('copies of mails go after their days [PRIV-18]', async () => {
  const asked: Date[] = []
  const removeMailsBefore = async (before: Date) => {
    asked.push(before)
    return 2
  }
  // Summer time: the day begins at 03:00Z.
  expect(await passAt(`${dayOf('03-09')}T03:00:00Z`, { removeMailsBefore })).toMatchObject({ reset: 2 })
  expect(asked).toEqual([new Date(`${dayOf('03-02')}T03:00:00Z`)])
})

test('what seals the address in a mailed link goes a day after the link, also where it was never sent [PRIV-18]', async () => {
  const DAY_MS = 86_400_000
  const at = side.deps.now().getTime()
  const keys = side.own.keys
  const deps = (now: Date) => ({ db: side.own.db, keys, random: randomBytes, now: () => now, newId })
  const daysAgo = (days: number) => new Date(at - days * DAY_MS)
  const [ended, live, waiting, sentNever] = [newId(), newId(), newId(), newId()]
  const addressee = (id: string) => ({ kind: 'rights-link', subject: mailboxSubject(id) }) as const
  await createRightsLinks(deps(daysAgo(3))).make({ mailboxId: ended, email: 'a@x.example' })
  await createRightsLinks(deps(daysAgo(0))).make({ mailboxId: live, email: 'b@x.example' })
  const requestMail = createRequestMail({ ...deps(daysAgo(3)), wake: () => undefined })
  for (const id of [waiting, sentNever])
    await requestMail(addressee(id), JSON.stringify({ email: 'c@x.example' }))
  await side.own.db.query("delete from kernel.jobs where key like 'rights-link ' || $1 || ' %'", [
    mailboxSubject(sentNever),
  ])
  const subjects = [ended, live, waiting, sentNever].map(mailboxSubject)
  await side.own.db.query('update vault.subjects set created_at = $2 where subject = any($1)', [
    subjects,
    daysAgo(3),
  ])

  await passAt(`${year}-01-02T12:00:00Z`)
  expect([...(await keys.idsOf(subjects)).keys()].toSorted()).toEqual(
    [live, waiting].map(mailboxSubject).toSorted(),
  )
  expect(await reasonsOf(mailboxSubject(ended))).toEqual(['retention'])
})
