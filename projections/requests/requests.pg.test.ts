import { expect, test } from 'vitest'
import type { RequestKind } from '@app/contracts/privacy/requests.ts'
import { createListStory } from '../testing/list-story.ts'
import { useReadSide, type Given } from '../testing/read-side.ts'
import { requestsModel } from './read-model.ts'
import { findRequest, listRequests } from './queries.ts'

const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const PROFILE = '10000000-0000-4000-8000-000000000001'
const MAILBOX = '20000000-0000-8000-8000-000000000001'
const VISITOR = `visitor-${PROFILE}.30000000-0000-4000-8000-000000000001`
/** Noon in Santiago, as all days here. */
const dayAt = (day: number): string => new Date(Date.UTC(2026, 10, day, 15)).toISOString()
const of = (n: number, type: string, data: Given['data'], at = dayAt(n)): Given => ({
  type,
  stream: `request-${idOf(n)}`,
  at,
  data,
})
const ASKED = {
  kind: 'access' as RequestKind,
  channel: 'form',
  proof: 'none',
  profileId: PROFILE,
  mailboxId: MAILBOX,
  name: 'Rosa Ñancupil',
  phone: '+56 9 8888 7777',
  email: 'rosa@correo.example',
  words: 'noviembre\nEn la feria',
}
const received = (n: number, asked: Partial<typeof ASKED> = {}): Given =>
  of(n, 'RequestReceived', { ...ASKED, ...asked })
const ANSWERED = { outcome: 'done', template: 'done' }
const answered = (n: number, at: string, data: Given['data'] = ANSWERED): Given =>
  of(n, 'RequestAnswered', data, at)
const confirmed = (n: number, about = VISITOR, by = 'admin'): Given =>
  of(n, 'RequestConfirmed', { about, by })

const side = useReadSide()

const { given, ask, finds, ids, idsOfPages } = createListStory({
  side: () => side,
  projections: [requestsModel],
  query: listRequests,
  all: {
    by: 'due_day' as 'due_day' | 'received_at',
    isDescending: false,
    after: undefined,
    limit: 10,
    search: '',
    status: undefined,
  },
  idOf: ({ id }) => id,
})
/** As the driver reads a bigint. */
const dueAt = (day: string): string => String(Date.parse(`${day}T00:00:00Z`))
const find = (n: number) => findRequest(side.sealedRows(), idOf(n))

test('a request is listed with all that was said, and a due day [PRIV-17]', async () => {
  await given(received(1))
  expect(await ask()).toMatchObject({
    rows: [
      {
        id: idOf(1),
        kind: 'access',
        channel: 'form',
        proof: 'none',
        status: 'open',
        about: null,
        profile_id: PROFILE,
        mailbox_id: MAILBOX,
        due_at: dueAt('2026-12-01'),
        is_confirmed: false,
        is_prolonged: false,
        outcome: null,
        answered_at: null,
        opened: { name: 'Rosa Ñancupil', email: 'rosa@correo.example', words: 'noviembre\nEn la feria' },
      },
    ],
    total: 1,
  })
})

test('a row follows confirmation, prolongation and answer', async () => {
  const until = '2026-12-31'
  await given(received(1), confirmed(1))
  await given(of(1, 'RequestProlonged', { until, reason: 'Buscamos más.' }), answered(1, dayAt(5)))
  expect(await find(1)).toMatchObject({
    about: VISITOR,
    is_confirmed: true,
    is_prolonged: true,
    due_at: dueAt(until),
    status: 'answered',
    outcome: 'done',
    answered_at: String(Date.parse(dayAt(5))),
    template: 'done',
    opened: { name: 'Rosa Ñancupil', prolongedBecause: 'Buscamos más.' },
  })
  expect(await find(2)).toBeUndefined()
  expect(await findRequest(side.sealedRows(), 'request-1')).toBeUndefined()
})

test('lists are filtered by state and kind, ordered by due day or receipt, and counted', async () => {
  await given(received(1), received(2, { kind: 'erasure' }), received(3, { kind: 'erasure' }), received(4))
  await given(answered(2, dayAt(3)), of(1, 'RequestProlonged', { until: '2026-12-31', reason: 'Falta.' }))
  expect(await ids()).toEqual([2, 3, 4, 1].map(idOf))
  expect(await ids({ by: 'received_at', isDescending: true })).toEqual([4, 3, 2, 1].map(idOf))
  expect(await ask({ status: 'answered' })).toMatchObject({ rows: [{ id: idOf(2) }], total: 1 })
  for (const limit of [1, 2, 4]) {
    expect(await idsOfPages({ limit })).toEqual([2, 3, 4, 1].map(idOf))
    expect(await idsOfPages({ limit, by: 'received_at' })).toEqual([1, 2, 3, 4].map(idOf))
  }
})

test('a search finds requests by names and addresses, and by no other word', async () => {
  await given(received(1), received(2, { name: 'Pedro Soto', email: 'p@soto.example' }))
  await finds([
    ['rosa', [idOf(1)]],
    ['NANCU', [idOf(1)]],
    ['rosa@correo.example', [idOf(1)]],
    ['pedro', [idOf(2)]],
    ['feria', []],
    ['8888', []],
  ])
})
