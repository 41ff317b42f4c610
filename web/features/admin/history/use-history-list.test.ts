import { expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { looksOf } from '../../../ui/history/Timeline.tsx'
import { entryOf } from '../../../testing/history-server.ts'
import {
  filterIn,
  filterParams,
  isEntityId,
  actorText,
  detailOf,
  entityId,
  entityText,
} from './use-history-list.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const NONE = { entity: '', type: '', from: '', to: '' }
const AT_DAYS = { from: '2026-11-19', to: '2026-11-20' }

testTable([
  [
    `?tab=historial&type=ProfileEdited&from=2026-11-19&to=2026-11-20&entity=profile-${ID}`,
    { entity: `profile-${ID}`, type: 'ProfileEdited', ...AT_DAYS },
  ],
  [
    '?type=Nada&from=ayer&to=1&entity=ana@correo.example&person=Ana',
    { entity: '', type: 'Nada', from: 'ayer', to: '1' },
  ],
  ['', NONE],
])(
  'an address holds type, days, the id of an entity, and no name; the server refuses what does not exist',
  (search, filter) => {
    expect(filterIn(search)).toEqual(filter)
  },
)

test('a call names only what narrows the list, and an entity by its id', () => {
  const ids = [`account-${ID}`, 'log', `visit-${ID}`, 'antonia-rivas']
  expect(ids.map(isEntityId)).toEqual([true, true, false, false])
  const narrowing = { person: 'ana', type: 'SignedIn' }
  expect(filterParams({ ...NONE, ...narrowing } as Parameters<typeof filterParams>[0])).toEqual(narrowing)
})

testTable([
  [{ kind: 'owner', id: 'a', name: 'Ana' }, 'Ana'],
  [{ kind: 'admin', id: 'a', name: 'Ana' }, 'Ana, administración'],
  [{ kind: 'admin', id: 'a', name: 'משה' }, '\u2068משה\u2069, administración'],
  [{ kind: 'visitor', id: null, name: null }, 'Visitante'],
  [{ kind: 'system', id: null, name: null }, 'Sistema'],
  [{ kind: 'owner', id: 'a', name: null }, undefined],
])('the list names an actor, and whose part it took', (actor, text) => {
  expect(actorText(actor)).toBe(text)
})

test('an entity is its address, its name, or nothing once that is erased', () => {
  const account = { kind: 'account', id: '7', label: 'ana@correo.example', slug: null } as const
  expect([entityId(account), entityText(account)]).toEqual(['account-7', 'ana@correo.example'])
  expect(entityText({ ...account, label: 'ليلى' })).toBe('\u2068ليلى\u2069')
  expect(entityText({ ...account, label: null })).toBeUndefined()
  expect(entityText({ ...account, kind: 'profile', slug: 'ana' })).toBe('/pages/ana')
  expect(entityId({ kind: 'log', id: 'log' })).toBe('log')
})

test('a second row names the person and the thing that the sentence does not', () => {
  const entry = entryOf(9, {
    sentence: [
      { as: 'who', text: 'Antonia Rivas' },
      { as: 'text', text: ' editó' },
    ],
  })
  const unnamed = { ...entry, entity: { ...entry.entity, slug: null, label: null } }
  const admin = { ...entry, actor: { kind: 'admin', id: 'a', name: 'Antonia Rivas' } } as const
  expect(detailOf(admin)).toBe(entityText(entry.entity))
  expect(detailOf({ ...unnamed, actor: { kind: 'owner', id: 'a', name: null } })).toBe(undefined)
  expect(detailOf({ ...unnamed, actor: { kind: 'owner', id: 'b', name: 'Bea' } })).toBe('Bea')
})

test('people that one look at a list shows are one line', () => {
  const shown = (position: number, at: string) =>
    entryOf(position, { type: 'PersonalDataShown', at, actor: { kind: 'admin', id: 'a', name: 'Ana' } })
  const [look, before] = ['2026-11-20T12:00:00.000Z', '2026-11-19T12:00:00.000Z']
  const lines = looksOf([shown(9, look), shown(8, look), shown(7, before), entryOf(6), entryOf(5)])
  expect(lines.map(({ entry, more }) => [entry.position, more])).toEqual([
    ['9', 1],
    ['7', 0],
    ['6', 0],
    ['5', 0],
  ])
})
