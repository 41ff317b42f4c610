import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ownProfile, type OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { isFreeForPeople, slugOfName } from '@app/contracts/fields/slug-text.ts'
import { startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import { answerOf, countsByStatus, expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid, write } from '../../../tests/support/api/test-log.ts'

const LIMIT = 'Llegaste al máximo de perfiles de tu cuenta. Pide más al administrador.'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

async function mine({ token }: Person): Promise<readonly OwnProfile[]> {
  const response = await api.call('/api/profiles/me', { token })
  expect(response.status).toBe(200)
  return z.array(ownProfile.strict()).parse(await response.json())
}
const create = ({ token }: Pick<Person, 'token'>, headers = {}) =>
  api.call('/api/profiles/create', { method: 'POST', token, headers })
async function created(person: Person): Promise<OwnProfile> {
  const response = await create(person)
  expect(response.status).toBe(200)
  return ownProfile.strict().parse(await response.json())
}
const slotsOf = async ({ id }: Person) =>
  (await api.store.readStream(accountStream(id))).filter(({ type }) => type === 'ProfileSlotTaken')

describe('creating a profile', () => {
  test('answers the new one, with the account’s name, without its e-mail, and with the default theme', async () => {
    const person = await api.newAccount('Antonia Rivas', { email: 'antonia@empresa.example' })
    const response = await create(person)
    expect(response.headers.get('etag')).toBe('"0"')
    const made = ownProfile.parse(await response.json())
    expect(made).toMatchObject({
      slug: 'antonia-rivas',
      name: 'Antonia',
      email: '',
      lastname: 'Rivas',
      theme_color: 'blue',
      background_color: '#ffffff',
      text_color: '#000000',
      button_color: '#7CDAF9',
      profile_image: null,
      visits: 0,
      is_active: true,
      updated_at: api.clock.now().toISOString(),
    })
    expect(await mine(person)).toEqual([made])
    await api.settle()
    expect((await api.call(`/api/public/profile/${made.slug}`)).status).toBe(200)
  })

  test('is shown by the next read of the same person, in the order of making', async () => {
    const person = await api.newAccount('Orden')
    const made: OwnProfile[] = []
    for (let n = 0; n < 3; n += 1) {
      api.clock.advance(1_000)
      made.push(await created(person))
      expect((await mine(person)).map(({ id }) => id)).toEqual(made.map(({ id }) => id))
    }
  })

  test('takes no body, and believes none', async () => {
    const person = await api.newAccount('Cuerpo')
    const response = await api.post(
      '/api/profiles/create',
      { slug: 'admin', visits: 9, name: 'Otro' },
      { token: person.token },
    )
    expect(await response.json()).toMatchObject({ slug: 'cuerpo', visits: 0, name: 'Cuerpo' })
  })

  test('beyond the account’s limit is refused with its text', async () => {
    const person = await api.newAccount('Limite', { maxProfiles: 1 })
    await created(person)
    const response = await create(person)
    expect([response.status, await response.json()]).toEqual([409, { detail: LIMIT, code: 'profile-limit' }])
    expect(await mine(person)).toHaveLength(1)
  })

  test('fifteen times at once makes as many as the limit allows [LOG-7]', async () => {
    const person = await api.newAccount('Quince', { maxProfiles: 3 })
    const responses = await Promise.all(Array.from({ length: 15 }, () => create(person)))
    expect(countsByStatus(responses)).toEqual({ 200: 3, 409: 12 })
    const slots = await slotsOf(person)
    expect(slots).toHaveLength(3)
    const listed = await mine(person)
    expect(listed).toHaveLength(3)
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(slots.map(({ data }) => data.profileId)))
  })

  test('by ten people of one name at once gives each an address of their own', async () => {
    const name = 'María José Núñez'
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, n) => api.newAccount(name, { email: `mj${n}@empresa.example` })),
    )
    const slugs = (await Promise.all(people.map(created))).map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(10)
    expect(slugs.filter((slug) => slug === slugOfName(name))).toHaveLength(1)
    expect(slugs.every((slug) => isFreeForPeople(slug) && slug.startsWith('maria-jose-nunez'))).toBe(true)
  })

  test('by somebody with the name of an address of the product gets an ending', async () => {
    const name = 'Inicio'
    const { slug } = await created(await api.newAccount(name, { email: `${name}-tail@empresa.example` }))
    expect(slug).toMatch(new RegExp(`^${name.toLowerCase()}-[2-9a-z]{4}$`))
  })

  test('under one key is one profile, however often and simultaneously it is requested', async () => {
    const person = await api.newAccount('Clave')
    const headers = { 'idempotency-key': 'one' }
    const many = await Promise.all(Array.from({ length: 10 }, () => create(person, headers)))
    expect(many.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true)
    const again = await Promise.all([create(person, headers), create(person, headers)])
    const [one, other] = await Promise.all(again.map(async (response) => response.json()))
    expect(one).toEqual(other)
    expect(await mine(person)).toEqual([one])
    expect(await slotsOf(person)).toHaveLength(1)
  })
})

describe('one’s own profiles', () => {
  test('are listed with their counted visits of all time', async () => {
    const person = await api.newAccount('Visitada')
    const { slug, id } = await created(person)
    await api.settle()
    for (const v of [uuid(7_001), uuid(7_002)]) {
      await api.call(`/api/public/profile/${slug}?v=${v}&u=${v}`)
      api.clock.advance(86_400_000)
    }
    await api.settle()
    expect((await mine(person)).map(({ visits }) => visits)).toEqual([2])
    const alone = await api.call(`/api/profile/${id}`, { token: person.token })
    expect(await alone.json()).toMatchObject({ visits: 2 })
  })

  test('are kept by no browser, which others may use later', async () => {
    const person = await api.newAccount('Compartida')
    const made = await create(person)
    const { id } = ownProfile.parse(await made.json())
    const read = await Promise.all(
      ['/api/profiles/me', `/api/profile/${id}`].map((path) => api.call(path, { token: person.token })),
    )
    for (const { headers } of [made, ...read]) expect(headers.get('cache-control')).toBe('no-store')
  })

  test('are nobody else’s, also for an administrator', async () => {
    const person = await api.newAccount('Aparte')
    const { id } = await created(person)
    expect((await mine(api.admin)).map((one) => one.id)).not.toContain(id)
    expect((await mine(await api.newAccount('Vacia'))).length).toBe(0)
  })

  test('show whether an administrator has hidden them', async () => {
    const person = await api.newAccount('Oculta')
    const { id } = await created(person)
    const seen = async () => {
      await api.settle()
      const alone = await api.call(`/api/profile/${id}`, { token: person.token })
      return [(await mine(person))[0]?.is_active, ownProfile.parse(await alone.json()).is_active]
    }
    for (const [type, active] of [
      ['ProfileDeactivated', false],
      ['ProfileActivated', true],
    ] as const) {
      await write(api.store, api.clock.now(), profileStream(id), [{ type, data: {} }])
      expect(await seen()).toEqual([active, active])
    }
  })

  test('are not listed once they are deleted', async () => {
    const person = await api.newAccount('Borrada')
    const { id } = await created(person)
    await write(api.store, api.clock.now(), profileStream(id), [{ type: 'ProfileDeleted', data: {} }])
    await api.settle()
    expect(await mine(person)).toEqual([])
    await expectRefused(await api.call(`/api/profile/${id}`, { token: person.token }), 404, 'not-found')
  })
})

describe('callers without the right', () => {
  const ask = (method: string, path: string, token?: string) =>
    method === 'PUT' ? api.post(path, { bio: 'Hola' }, { method, token }) : api.call(path, { method, token })

  test.each(['GET', 'PUT'])(
    '%s: another’s profile looks like one that never was, that was deleted, or is no id',
    async (method) => {
      const gone = await api.newProfile(`gone-${method.toLowerCase()}`)
      await write(api.store, api.clock.now(), profileStream(gone.id), [{ type: 'ProfileDeleted', data: {} }])
      const ids = [api.demo.id, uuid(999_999), gone.id, 'no-id', '%00', `${api.demo.id}x`]
      const answers = await Promise.all(
        ids.map(async (id) => answerOf(await ask(method, `/api/profile/${id}`, api.owner.token))),
      )
      expect(answers[0]).toMatchObject({ status: 404 })
      for (const answer of answers) expect(answer).toEqual(answers[0])
    },
  )

  test('an administrator sees any', async () => {
    const response = await api.call(`/api/profile/${api.profile.id}`, { token: api.admin.token })
    expect(await response.json()).toMatchObject({ id: api.profile.id, slug: api.profile.slug })
  })
})
