import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/accounts.ts'
import { account } from '../accounts/account.ts'
import { load } from '../kernel/commands.ts'
import { register } from '../accounts/testing/people.ts'
import { ID_KEYS } from '../kernel/keys/testing/names.ts'
import { createAccountIds } from '../kernel/keys/keyed-ids.ts'
import type { CommandLine } from './testing/command-line.ts'
import { ADMIN_EMAIL } from './testing/installed-product.ts'
import { installInFolder, type ProductInFolder } from './testing/product-folder.ts'

const EMAIL = 'ana@tests.example'
const ID = createAccountIds(ID_KEYS)(EMAIL)

let product: ProductInFolder
let ops: CommandLine
beforeEach(async () => {
  product = await installInFolder()
  ops = product.ops
  await register(product.backend.store, ID, 'Ana Quintupil')
})
afterEach(() => product.close())

const stateOf = async () => (await load(product.backend.store, account, accountStream(ID))).state

/** The error stream, with lines of the security log shortened. */
const shortened = (err: string): string =>
  err.trim().replace(/^\{.*\}$/gm, (line) => {
    const { security, account: id, by, count } = JSON.parse(line) as Record<string, unknown>
    return [security, id, by, ...(count === undefined ? [] : [count])].join(' ')
  })

async function said(order: string) {
  const { code, out, err } = await ops.run(order)
  return [code, out.trim(), shortened(err)]
}

test('rights are granted and revoked by e-mail, and each answer shows the result', async () => {
  expect(await said(`admin grant ${EMAIL}`)).toEqual([
    0,
    expect.stringMatching(/ahora es administrador.*\n.*su contraseña y sus sesiones se anularon/),
    `admin-granted ${ID} ops`,
  ])
  expect(await stateOf()).toMatchObject({ isAdmin: true, hasPassword: false })
  expect(await said(`admin grant ANA@tests.example`)).toEqual([
    0,
    'ANA@tests.example ya era administrador.',
    '',
  ])
  expect(await said(`admin revoke ${EMAIL}`)).toEqual([
    0,
    expect.stringMatching(/ya no es administrador/),
    `admin-revoked ${ID} ops`,
  ])
  expect(await stateOf()).toMatchObject({ isAdmin: false })
  expect(await said(`admin revoke ${EMAIL}`)).toEqual([0, `${EMAIL} no era administrador.`, ''])
  expect(await said(`admin revoke ${ADMIN_EMAIL}`)).toEqual([
    1,
    '',
    expect.stringMatching(/^Es el último administrador activo/),
  ])
  expect(await said('admin grant nadie@tests.example')).toEqual([
    1,
    '',
    'No hay ninguna cuenta con el correo nadie@tests.example.',
  ])
})
