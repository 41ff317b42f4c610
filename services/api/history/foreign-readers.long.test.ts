import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { envelop } from '@app/event-store/handle.ts'
import { newId } from '@app/event-store/ids.ts'
import { holdTiles } from '../testing/held-tiles.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { useTestApi, type Person } from '../../../tests/support/api/test-api.ts'
import { A_QUOTATION } from '../../../tests/support/api/a-quotation.ts'

/** Of an account whose change nobody has told. */
const ACCOUNT_KNOWN_MS = 2_000

const api = useTestApi()
let stranger: Person
beforeAll(async () => {
  stranger = await api.newAccount('Forastera')
})

/** By somebody else than the fixture's system. */
async function append(actor: Actor, stream: string, event: DomainEvent): Promise<void> {
  const head = await api.store.head(stream)
  const cause = { actor, occurredAt: api.clock.now().toISOString(), correlationId: newId() }
  await api.store.append(stream, head as never, [envelop(event, newId(), cause)])
}

describe('somebody else’s ids', () => {
  const READS = ['history', 'as-of?version=1', 'expediente']

  test('lead an owner to nothing, in any spelling, and leave no event [ACC-1]', async () => {
    const theirs = await api.newProfile('ajena')
    const deleted = await api.newProfile('ajena-borrada')
    const { status } = await api.call(`/api/admin/profiles/${deleted.id}`, {
      method: 'DELETE',
      token: api.admin.token,
    })
    expect(status).toBe(200)
    const quotation = await api.post('/api/quotations', A_QUOTATION)
    const { id: quotationId } = (await quotation.json()) as { readonly id: string }
    await api.settle()
    const ids = [theirs.id, api.demo.id, deleted.id, api.owner.id, stranger.id, api.admin.id, quotationId]
    const spelled = ids.flatMap((id) => [
      id,
      id.toUpperCase(),
      `profile-${id}`,
      `${id}%00`,
      `..%2Fprofile%2F${id}`,
    ])
    const before = await api.store.headPosition()
    const got: string[] = []
    for (const id of spelled) {
      for (const read of READS) {
        const answer = await api.call(`/api/profile/${id}/${read}`, { token: stranger.token })
        if (answer.status !== 404) got.push(`${id}/${read}: ${answer.status}`)
      }
      const restored = await api.post(`/api/profile/${id}/restore`, { version: 1 }, { token: stranger.token })
      if (restored.status !== 404) got.push(`${id}/restore: ${restored.status}`)
    }
    expect(got).toEqual([])
    expect(await api.store.headPosition()).toBe(before)
  })
})

test('nothing that an owner reads of their profile says which administrator it was [SCR-14]', async () => {
  const { id } = await api.newProfile('de-quien', { details: { name: 'Ana', position: 'Gerenta' } })
  const byAdmin = { kind: 'admin', id: api.admin.id } as const
  const put = await api.post(
    `/api/profile/${id}`,
    { position: 'Directora', theme_color: 'dark' },
    { method: 'PUT', token: api.admin.token },
  )
  expect(put.status).toBe(200)
  await append(byAdmin, profileStream(id), { type: 'ProfileDeactivated', data: {} })
  await append(byAdmin, profileStream(id), { type: 'ProfileActivated', data: {} })
  await api.settle()
  const read = async (path: string) => {
    const answer = await api.call(`/api/profile/${id}/${path}`, { token: api.owner.token })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  const text = (await read('history?limit=100')) + (await read('as-of?version=2'))
  expect(text).toContain('ProfileDeactivated')
  expect(text).toContain('Administración')
  for (const secret of [api.admin.id, api.admin.email, 'Administrador']) expect(text).not.toContain(secret)
})

describe('an expediente on its way ends with the right to it', () => {
  const started = async (path: string, token: string) =>
    eventually(async () => {
      expect((await api.call(path, { token })).status).toBe(200)
      const letGo = await holdTiles(api.db)
      const answer = await api.call(path, { token })
      if (answer.status !== 200) await letGo()
      expect(answer.status).toBe(200)
      return { answer, letGo }
    })

  test('whose session was closed [SEAL-5]', async () => {
    const person = await api.newAccount('Cerrada')
    const { answer, letGo } = await started('/api/auth/me/expediente', person.token)
    const left = await api.post('/api/auth/logout', {}, { token: person.token })
    expect(left.status).toBeLessThan(300)
    await letGo()
    await expect(answer.text()).rejects.toThrow('terminated')
  })

  test('whose reader was an administrator [SEAL-5]', async () => {
    const clerk = await api.newAccount('Exadmin', { isAdmin: true })
    const { answer, letGo } = await started(`/api/admin/users/${api.owner.id}/expediente`, clerk.token)
    await append({ kind: 'system', id: 'test' }, `account-${clerk.id}`, { type: 'AdminRevoked', data: {} })
    api.clock.advance(ACCOUNT_KNOWN_MS)
    await letGo()
    await expect(answer.text()).rejects.toThrow('terminated')
  })
})

test('words of people are no formulas in the exported history, and end no cell [SCR-14]', async () => {
  const evil = await api.newAccount('=HYPERLINK("http://x.example";"a")', {
    email: 'formula@tarjeta.example',
  })
  const { id } = await api.newProfile('formula', {
    ownerId: evil.id,
    details: { name: '@SUM(1)', position: '+1', bio: '-1\n=2";"3' },
  })
  const put = await api.post(
    `/api/profile/${id}`,
    { position: '=cmd|calc', bio: '\t=1\r\n=2"\r\n"=3' },
    { method: 'PUT', token: evil.token },
  )
  expect(put.status).toBe(200)
  await api.settle()
  const answer = await api.call(`/api/admin/history.csv?entity=profile-${id}`, { token: api.admin.token })
  expect(answer.status).toBe(200)
  const text = (await answer.text()).replace('\uFEFF', '')
  const cells = [...text.matchAll(/"((?:[^"]|"")*)"(?:;|\r\n)/g)].map(([, cell]) => cell!)
  expect(cells.map((cell) => `"${cell}"`).join('').length).toBeGreaterThan(0)
  expect(cells.length % 10).toBe(0)
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  expect(cells.some((cell) => cell.startsWith("'=HYPERLINK"))).toBe(true)
})
