import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '../../../tests/support/api/test-log.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { accountsModel } from '@app/projections/accounts/read-model.ts'
import { startFollowing } from '@app/projections/testing/following.ts'
import { type ParkedCommand, parkedCommand } from './read-model-commands.ts'
import { installInFolder, terminalTo, type ProductInFolder } from '../testing/product-folder.ts'

const ACCOUNT = '0199a000-0000-7000-8000-0000000000aa'

let product: ProductInFolder
/** A rename without its account, and the account behind it. No process runs the projection any more. */
let first: Position
beforeAll(async () => {
  product = await installInFolder()
  const { projector: db, store, sealed: log, codec, seals, now } = product.backend
  const following = startFollowing({ db, reader: db, log, codec, seals, now }, [accountsModel])
  await write(store, now(), accountStream(ACCOUNT), [
    { type: 'AccountRenamed', data: { name: 'Ana' } },
    { type: 'AccountRegistered', data: { name: 'Ana', email: 'ana@tarjeta.example' } },
  ])
  const head = await log.headPosition()
  expect(await following.waitFor(head, 10_000)).toBe(true)
  await following.stop()
  const { rows } = await db.query<{ first: string }>('select min(position) as first from kernel.parked')
  first = positionOf(rows[0]!.first)
})
afterAll(() => product.close())

async function ops(command: ParkedCommand): Promise<{ readonly code: number; readonly out: string }> {
  const lines: string[] = []
  const code = await parkedCommand(product.settings, terminalTo(lines), command).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error
    lines.push(error.message)
    return 1
  })
  return { code, out: lines.join('\n') }
}
const recorded = async (type: string) =>
  (
    await product.backend.app.query<object>(
      `select data, meta -> 'actor' as actor from log.events where type = $1`,
      [type],
    )
  ).rows
const BY_STAFF = { actor: { kind: 'system', id: 'ops' } }

test('parked events are listed with their reasons [PROJ-10]', async () => {
  const { code, out } = await ops({ act: 'list', projection: undefined })
  expect(code).toBe(0)
  expect(out).toMatch(
    /accounts +\d+ +AccountRenamed +\S+ +account \S+: AccountRenamed before AccountRegistered/,
  )
  expect(out).toContain(`espera al evento ${first}`)
  expect(out).toContain('2 eventos apartados.')
})

test('what is skipped is an event with its actor and reason, and what waited is folded [PROJ-10]', async () => {
  const reason = 'Llegó antes que su cuenta'
  const command = { act: 'skip', projection: 'accounts', position: first, reason } as const
  expect(await ops(command)).toEqual({
    code: 0,
    out: `El evento ${first} de accounts se omite, y los que lo esperaban siguen.\nNo queda ninguno apartado.`,
  })
  expect(await recorded('ParkedEventSkipped')).toMatchObject([
    { data: { projection: 'accounts', position: String(first), reason }, ...BY_STAFF },
  ])
  const { rows } = await product.backend.projector.query('select id from read.accounts where id = $1', [
    ACCOUNT,
  ])
  expect(rows).toHaveLength(1)
})
