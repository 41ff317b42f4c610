import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ownProfile, type OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { isFreeForPeople, slugOfName } from '@app/contracts/fields/slug-text.ts'
import { startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import {
  answerOf,
  countsByStatus,
  expectRefused,
  statusOfRaw,
} from '../../../tests/support/api/test-client.ts'
import { uuid, write, renameSlug } from '../../../tests/support/api/test-log.ts'

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

/** A lookup is remembered for less than this. */
const LOOKUP_MS = 2_000

describe('an old address leads to the new one for ever', () => {
  test('for a tap, whose answer has the new one [SCR-4]', async () => {
    const profile = await api.newProfile('old-name')
    await api.call('/api/public/profile/old-name')
    await renameSlug(api.store, api.clock.now(), profile, 'new-name')
    await api.settle()
    api.clock.advance(LOOKUP_MS)
    for (const slug of ['old-name', 'new-name', 'OLD-Name']) {
      expect(
        await (await api.call(`/api/public/profile/${slug}?v=${uuid(0x200 + slug.charCodeAt(0))}`)).json(),
      ).toMatchObject({
        id: profile.id,
        slug: 'new-name',
      })
    }
    expect(await api.events(profile.id, 'ProfileTapped')).toHaveLength(4)
  })

  test('for a page, with all of its query [SCR-4]', async () => {
    const first = await api.newProfile('once-a')
    const second = await renameSlug(api.store, api.clock.now(), first, 'then-b')
    await renameSlug(api.store, api.clock.now(), second, 'now-c')
    await api.settle()
    for (const [path, location] of [
      ['/pages/once-a', '/pages/now-c'],
      ['/pages/then-b?s=qr', '/pages/now-c?s=qr'],
      ['/pages/once-a?s=nfc&r=a%26b', '/pages/now-c?s=nfc&r=a%26b'],
      ['/pages/once-a?r=https://x.example/?a=1', '/pages/now-c?r=https://x.example/?a=1'],
      ['/pages/ONCE-A?s=qr', '/pages/now-c?s=qr'],
      ['/pages/Now-C', '/pages/now-c'],
    ] as const) {
      const { status, headers } = await api.call(path)
      expect([path, status, headers.get('location'), headers.get('cache-control')]).toEqual([
        path,
        307,
        location,
        'no-store',
      ])
    }
    expect((await api.call('/pages/now-c')).status).toBe(200)
  })

  test('and never to another site [ACC-20]', async () => {
    for (const path of [
      '/pages//evil.example',
      '/pages/%2f%2fevil.example',
      '/pages/https:%2f%2fevil.example',
    ]) {
      expect([path, await statusOfRaw(api.url, path)]).toEqual([path, 404])
    }
  })

  test('but not when the profile is inactive', async () => {
    const profile = await api.newProfile('moved-a', { id: uuid(0x901) })
    await renameSlug(api.store, api.clock.now(), profile, 'moved-b')
    await write(api.store, api.clock.now(), profileStream(profile.id), [
      { type: 'ProfileDeactivated', data: {} },
    ])
    await api.settle()
    expect((await api.call('/pages/moved-a')).status).toBe(404)
  })
})

describe('a chain of redirects ends at the page', () => {
  type Kept = Map<string, string>
  const REDIRECTS_MAX = 20

  async function answerOf(address: string): Promise<{ readonly page?: string; readonly location?: string }> {
    const response = await api.call(address)
    if (response.status !== 200) return { location: response.headers.get('location') ?? `${response.status}` }
    return { page: (await response.text()).match(/rel="canonical" href="([^"]+)"/)![1]! }
  }

  /** Each address is fetched once: between two changes it has one answer. */
  function answersOfNow(): typeof answerOf {
    const answers = new Map<string, ReturnType<typeof answerOf>>()
    return (address) => {
      const answer = answers.get(address) ?? answerOf(address)
      answers.set(address, answer)
      return answer
    }
  }

  /** Follows like a browser, which does not request permanent redirects again. */
  async function opened(address: string, kept: Kept, answer = answerOf): Promise<string> {
    const chain = [address]
    for (let at = address; chain.length <= REDIRECTS_MAX; chain.push(at)) {
      const { page, location = '' } = kept.has(at) ? {} : await answer(at)
      if (page !== undefined) return page
      at = kept.get(at) ?? location
    }
    return `too many redirects: ${chain.join(' ')}`
  }

  /** Like the answers of versions before 0085: 308 without Cache-Control. */
  const keepAsBefore = (kept: Kept, former: string, current: string, query: string): unknown =>
    former !== current && kept.set(`/pages/${former}${query}`, `/pages/${current}${query}`)

  const isClosedCircle = (address: string, kept: Kept): boolean => {
    const seen = new Set<string>()
    for (let at: string | undefined = address; at !== undefined; at = kept.get(at)) {
      if (seen.has(at)) return true
      seen.add(at)
    }
    return false
  }

  test('whatever came before, also in a browser that keeps former redirects for ever [SCR-4]', async () => {
    const slugs = ['a', 'b', 'c'].map((end) => `walk-${end}`)
    let profile = await api.newProfile(slugs[0]!)
    const had = new Set<string>([profile.slug])
    // Each opens one address in each state, or none: all that a browser can have kept of three states.
    const kinds = Array.from({ length: 27 }, (_, at) => at)
    const browsers = ['', '?s=nfc'].flatMap((query) =>
      kinds.map((at) => ({ query, at, kept: new Map() as Kept })),
    )
    for (const [step, next] of [1, 0, 2, 1, 0, 1, 2, 0].entries()) {
      profile = await renameSlug(api.store, api.clock.now(), profile, slugs[next]!)
      had.add(profile.slug)
      await api.settle()
      api.clock.advance(LOOKUP_MS)
      // A slow look-up is answered by the former value.
      for (const slug of had)
        await expect
          .poll(async () => (await api.call(`/pages/${slug}`)).headers.get('location') ?? slug)
          .toContain(profile.slug)
      const ends = new Set<string>()
      const answer = answersOfNow()
      for (const { query, at, kept } of browsers) {
        for (const slug of had)
          if (!isClosedCircle(`/pages/${slug}${query}`, kept))
            ends.add(await opened(`/pages/${slug}${query}`, kept, answer))
        const openedBefore = slugs[Math.trunc(at / 3 ** (step % 3)) % 3]!
        if (had.has(openedBefore)) keepAsBefore(kept, openedBefore, profile.slug, query)
      }
      expect([...ends]).toEqual([expect.stringMatching(new RegExp(`/pages/${profile.slug}$`))])
    }
  })

  test('where another process still takes a former slug for the present one', async () => {
    const first = await api.newProfile('view-a')
    const second = await renameSlug(api.store, api.clock.now(), first, 'view-b')
    await renameSlug(api.store, api.clock.now(), second, 'view-a')
    await api.settle()
    const { status, headers } = await api.call('/pages/view-b?s=qr')
    expect([status, headers.get('location')]).toEqual([307, '/pages/view-a?s=qr&led=1'])
    // That process would redirect the browser back; redirected here, it gets the page.
    const shown = await api.call('/pages/view-b?s=qr&led=1')
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('/pages/view-a"')])
  })

  test('of forms as of pages', async () => {
    const first = await api.newProfile('form-a')
    const second = await renameSlug(api.store, api.clock.now(), first, 'form-b')
    await renameSlug(api.store, api.clock.now(), second, 'form-a')
    await api.settle()
    const { status, headers } = await api.call('/pages/form-b/recordatorio')
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
      307,
      '/pages/form-a/recordatorio?led=1',
      'no-store',
    ])
    expect((await api.call('/pages/form-a/recordatorio?led=1')).status).toBe(200)
  })

  test('and files and codes of a former slug are answered themselves', async () => {
    const first = await api.newProfile('file-a')
    const second = await renameSlug(api.store, api.clock.now(), first, 'file-b')
    await renameSlug(api.store, api.clock.now(), second, 'file-a')
    await api.settle()
    for (const slug of ['file-a', 'file-b'])
      for (const path of [
        `/pages/${slug}/qr.svg`,
        `/pages/${slug}/qr.png`,
        `/profile/${slug}/vcf`,
        `/api/profile/${slug}/vcf`,
        `/api/public/profile/${slug}`,
      ])
        expect([path, (await api.call(path)).status]).toEqual([path, 200])
  })
})
