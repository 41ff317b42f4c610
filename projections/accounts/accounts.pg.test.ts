import { afterEach, beforeEach, expect, test } from 'vitest'
import { reusedReadSides, type Given, type ReadSide } from '../testing/read-side.ts'
import { accountsProjection } from './projection.ts'

const openSide = reusedReadSides()

const stream = 'account-one'
const AT = '2026-11-20T10:00:00.000Z'
const registered: Given = {
  type: 'AccountRegistered',
  stream,
  at: AT,
  data: { name: 'Ana', email: 'ana@x.example' },
}
const then = (type: string, data: Given['data'] = {}): Given => ({ type, stream, at: AT, data })

let side: ReadSide
beforeEach(async () => {
  side = await openSide()
})
afterEach(() => side.close())

async function rowsAfter(...events: readonly Given[]) {
  await side.given(registered, ...events)
  await side.project(accountsProjection)
  return rows()
}

/** With their text decrypted. */
async function rows() {
  const sealed = await side.rows('select id, words, is_admin, is_active from read.accounts')
  return Promise.all(
    (sealed as readonly { words: unknown }[]).map(async ({ words, ...row }) => ({
      ...row,
      ...((await side.openText(stream, 'accounts.words', words)) as object | undefined),
    })),
  )
}

test('an account is listed with its name from its registration on', async () => {
  expect(await rowsAfter()).toEqual([
    { id: 'one', name: 'Ana', email: 'ana@x.example', is_admin: false, is_active: true },
  ])
})

test('names, rights and state follow the events', async () => {
  expect(
    await rowsAfter(
      then('AccountRenamed', { name: 'Ana Rivas' }),
      then('AdminGranted'),
      then('AccountDeactivated'),
    ),
  ).toMatchObject([{ name: 'Ana Rivas', is_admin: true, is_active: false }])
  await side.given(then('AdminRevoked'), then('AccountReactivated'))
  await side.project(accountsProjection)
  expect(await side.rows('select is_admin, is_active from read.accounts')).toEqual([
    { is_admin: false, is_active: true },
  ])
})

test('an erased account leaves no row, and may register again', async () => {
  expect(await rowsAfter(then('AccountErased'))).toEqual([])
  await side.given(registered)
  await side.project(accountsProjection)
  expect(await rows()).toMatchObject([{ name: 'Ana' }])
})
