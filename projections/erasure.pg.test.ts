import { expect, test } from 'vitest'
import { accountsModel } from './accounts/read-model.ts'
import { erased, KEYLESS, useReadSide, type Given } from './testing/read-side.ts'

const MORNING = '2026-11-20T10:00:00.000Z'
const EVENING = '2026-11-20T20:00:00.000Z'

const side = useReadSide()

const stream = 'account-one'
const registered: Given = {
  type: 'AccountRegistered',
  stream,
  at: MORNING,
  data: { name: 'Ana', email: 'ana@x.example' },
}
const then = (type: string, data: Given['data'] = {}): Given => ({ type, stream, at: EVENING, data })
const ERASED = then('AccountErased')

async function rowsAfter(...events: readonly Given[]) {
  await side.given(registered, ...events)
  await side.project(accountsModel)
  expect(await side.rows("select error from kernel.parked where type = 'SubjectErased'")).toEqual([])
  const rows = (await side.rows('select id, words from read.accounts')) as { id: string; words: unknown }[]
  return Promise.all(
    rows.map(async ({ id, words }) => ({
      id,
      words: await side.openText(stream, 'accounts.words', words),
    })),
  )
}

test('an erased account has no row once it is erased as well, in either order', async () => {
  expect(await rowsAfter(erased(stream), ERASED)).toEqual([])
  expect(await rowsAfter(ERASED, erased(stream))).toEqual([])
})

test('an erased account that registers again has its new name', async () => {
  const again = { ...registered, data: { name: 'Ana R.', email: 'ana@x.example' } }
  expect(await rowsAfter(erased(stream), ERASED, again)).toMatchObject([{ words: { name: 'Ana R.' } }])
})

test('an erased account whose key is gone before its texts are encrypted leaves neither text nor search word', async () => {
  await side.given(registered)
  await side.project(accountsModel, 1_000, KEYLESS)
  expect(await side.rows('select words, found_by from read.accounts')).toEqual([
    { words: null, found_by: [] },
  ])
})

test('an erased account changes no other account', async () => {
  expect(await rowsAfter(erased('account-two'), erased('profile-one'), erased('one'))).toMatchObject([
    { words: { name: 'Ana' } },
  ])
})

test('an erased account is erased even where an event of it is parked', async () => {
  expect(await rowsAfter(then('AccountRenamed', { name: 5 }), erased(stream))).toEqual([
    { id: 'one', words: undefined },
  ])
  expect(await side.rows('select type from kernel.parked')).toEqual([{ type: 'AccountRenamed' }])
})
