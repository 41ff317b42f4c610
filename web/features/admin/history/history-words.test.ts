import { expect, test } from 'vitest'
import { entryOf } from '../../../testing/history-server.ts'
import { actorText, detailOf, entityId, entityText, foldReadings, shortId } from './history-words.ts'

const [TODAY, BEFORE] = ['2026-11-20T12:00:00.000Z', '2026-11-19T12:00:00.000Z']
test.each([
  [{ kind: 'owner', id: 'a', name: 'Ana' }, 'Ana'],
  [{ kind: 'admin', id: 'a', name: 'Ana' }, 'Ana, administración'],
  [{ kind: 'admin', id: 'a', name: 'משה' }, '\u2068משה\u2069, administración'],
  [{ kind: 'visitor', id: null, name: null }, 'Visitante'],
  [{ kind: 'system', id: null, name: null }, 'Sistema'],
  [{ kind: 'owner', id: 'a', name: null }, undefined],
] as const)('of the actor %o the list says «%s»', (actor, text) => {
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

test('an id is shown by its beginning and its end', () => {
  expect(shortId('0192e3a1-7b1c-4d2e-9a4f-01aa02bb9qx4')).toBe('0192e3…9qx4')
})

test('a second row names the person and the thing that the sentence does not', () => {
  const entry = entryOf(9, {
    sentence: [
      { as: 'who', text: 'Antonia Rivas' },
      { as: 'text', text: ' editó' },
    ],
  })
  const { entity } = entry
  expect(detailOf({ ...entry, actor: { kind: 'admin', id: 'a', name: 'Antonia Rivas' } })).toBe(
    entityText(entity),
  )
  expect(
    detailOf({
      ...entry,
      actor: { kind: 'owner', id: 'a', name: null },
      entity: { ...entity, slug: null, label: null },
    }),
  ).toBe(undefined)
  expect(
    detailOf({
      ...entry,
      actor: { kind: 'owner', id: 'b', name: 'Bea' },
      entity: { ...entity, slug: null, label: null },
    }),
  ).toBe('Bea')
})

test('readings of one look stand below the first, and edits do not', () => {
  const admin = { kind: 'admin', id: 'a', name: 'Ana' } as const
  const reading = (position: number, more: object = {}) =>
    entryOf(position, { type: 'HistoryRead', at: TODAY, actor: admin, ...more })
  const list = [reading(9), reading(8), reading(7, { at: BEFORE }), entryOf(6), entryOf(5)]
  expect(foldReadings(list).map(({ position, events }) => [position, events.length])).toEqual([
    ['9', 1],
    ['7', 0],
    ['6', 0],
    ['5', 0],
  ])
})
