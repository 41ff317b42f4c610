import { expect, test } from 'vitest'
import { accountsModel } from '../accounts/read-model.ts'
import { createListStory, NEWEST } from '../testing/list-story.ts'
import { useReadSide, type Given } from '../testing/read-side.ts'
import { codesModel } from './read-model.ts'
import { listCodes } from './queries.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString()
const of = (code: string, type: string, minute: number, data: Given['data']): Given => ({
  type,
  stream: `activationCode-${code}`,
  at: at(minute),
  data,
})
const issued = (code: string, minute: number, maxProfiles = 1): Given =>
  of(code, 'CodeIssued', minute, { maxProfiles, sealedCode: `sealed-${code}` })
const redeemed = (code: string, minute: number, accountId: string): Given =>
  of(code, 'CodeRedeemed', minute, { accountId })
const released = (code: string, minute: number, accountId: string): Given =>
  of(code, 'CodeReleased', minute, { accountId })
const account = (id: string, type: string, data: Given['data'] = {}): Given => ({
  type,
  stream: `account-${id}`,
  at: at(0),
  data,
})
const ANA = account('ana', 'AccountRegistered', { name: 'Ana Núñez', email: 'ana@x.example' })
const BEA = account('bea', 'AccountRegistered', { name: 'Bea Soto', email: 'bea@x.example' })

const activated = (id: string): Given => account(id, 'AccountActivated', { maxProfiles: 1 })

const side = useReadSide()

const { given, ask, ids } = createListStory({
  side: () => side,
  projections: [codesModel, accountsModel],
  query: listCodes,
  all: { ...NEWEST, id: undefined, state: undefined },
  idOf: ({ id }) => id,
})

test('a code is listed with its sealed text, and with the account that used it', async () => {
  await given(ANA, issued('k1', 1, 3), issued('k2', 2), redeemed('k1', 5, 'ana'))
  expect(await ask()).toEqual({
    rows: [
      { id: 'k2', sealedCode: 'sealed-k2', maxProfiles: 1, createdAtMs: Date.parse(at(2)), use: undefined },
      {
        id: 'k1',
        sealedCode: 'sealed-k1',
        maxProfiles: 3,
        createdAtMs: Date.parse(at(1)),
        use: {
          atMs: Date.parse(at(5)),
          accountId: 'ana',
          name: 'Ana Núñez',
          email: 'ana@x.example',
          isBlocked: false,
        },
      },
    ],
    next: undefined,
    total: 2,
  })
})

test('a released code is free again, and another account may use it', async () => {
  await given(ANA, BEA, issued('k1', 1), redeemed('k1', 2, 'ana'), released('k1', 3, 'ana'))
  expect((await ask({ state: 'available' })).rows).toMatchObject([{ id: 'k1', use: undefined }])
  await given(redeemed('k1', 4, 'bea'))
  expect((await ask()).rows).toMatchObject([{ use: { accountId: 'bea', name: 'Bea Soto' } }])
})

test('a code does not pass to a person who registers later with the e-mail of its account', async () => {
  const erased = { ...account('ana', 'AccountErased'), at: at(3) }
  await given(ANA, activated('ana'), issued('k1', 1), redeemed('k1', 2, 'ana'), erased)
  await given({ ...ANA, at: at(9) }, { ...activated('ana'), at: at(9) })
  expect((await ask()).rows).toMatchObject([{ use: { accountId: 'ana', name: '', email: '' } }])
  expect(await ask({ search: 'ana' })).toMatchObject({ rows: [], total: 0 })
})

test('codes are counted and filtered by whether they are used', async () => {
  await given(ANA, issued('k1', 1), issued('k2', 2), issued('k3', 3), redeemed('k2', 4, 'ana'))
  expect(await ask({ state: 'used' })).toMatchObject({ rows: [{ id: 'k2' }], total: 1 })
  expect(await ask({ state: 'available', limit: 1 })).toMatchObject({ rows: [{ id: 'k3' }], total: 2 })
  expect((await ask()).total).toBe(3)
  await given(released('k2', 5, 'ana'))
  expect((await ask({ state: 'available' })).total).toBe(3)
})

test('codes are found by whole codes, or by words of the account that used them', async () => {
  await given(ANA, issued('k1', 1), redeemed('k1', 3, 'ana'), activated('ana'))
  await given(BEA, issued('k2', 2), redeemed('k2', 4, 'bea'), activated('bea'))
  expect(await ask({ search: 'no matter', id: 'k1' })).toMatchObject({
    rows: [{ id: 'k1' }],
    total: 1,
  })
  expect(await ids({ search: 'núñez' })).toEqual(['k1'])
  expect(await ask({ search: 'x' })).toMatchObject({ rows: [{ id: 'k2' }, { id: 'k1' }], total: 2 })
  expect(await ids({ search: 'bea', state: 'available' })).toEqual([])
})
