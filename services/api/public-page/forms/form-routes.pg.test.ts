import { beforeAll, describe, expect, test } from 'vitest'
import { IDENTIFY_CONSENT, SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useTestApi, type TestApi } from '../../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../../tests/support/api/test-app.ts'
import type { CallInit } from '../../../../tests/support/api/test-client.ts'
import { uuid, write } from '../../../../tests/support/api/test-log.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../../../tests/support/api/test-subscriptions.ts'
import { testTable } from '../../../../tests/support/every.ts'

const api = useTestApi()
let subscriptions: TestSubscriptions
beforeAll(async () => {
  subscriptions = subscriptionsOf(api)
})

const FORMS = ['recordatorio', 'identificarse'] as const
const CAMILA = { full_name: 'Camila Soto', phone: '+56 9 6612 4412', description: 'Expo Frío' }
const DONE = 'Listo. Te escribiremos en 7 días.'

type Fields = Readonly<Record<string, string>>
/** Headers of a browser without scripts; old ones send no origin. */
const send = (
  form: (typeof FORMS)[number],
  fields: Fields,
  { slug = api.profile.slug, on = api, ...init }: CallInit & { slug?: string; on?: TestApi } = {},
): Promise<Response> =>
  on.call(`/pages/${slug}/${form}`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    ...init,
    headers: withoutEmpty({
      'content-type': 'application/x-www-form-urlencoded',
      origin: on.url,
      ...init.headers,
    }),
  })
const withoutEmpty = (headers: Fields): Fields =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))

const unescaped = (html: string): string => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The visible text of a page. */
async function shown(response: Response) {
  const html = unescaped(await response.text())
  const textOf = (pattern: RegExp) => pattern.exec(html)?.[1]
  const typed = [...html.matchAll(/name="(\w+)"[^>]*? value="([^"]*)"/g)]
  return {
    status: response.status,
    title: textOf(/<h1[^>]*>(.*?)<\/h1>/),
    problem: textOf(/class="failed" role="alert">(.*?)<\/p>/),
    faults: [...html.matchAll(/class="hint"[^>]*role="alert">(.*?)<\/p>/g)].map(([, text]) => text),
    typed: Object.fromEntries(typed.map(([, name, value]) => [name, value])),
    html,
  }
}

async function formIdOf(path: string): Promise<string> {
  const { typed } = await shown(await api.call(path))
  return String(typed['form_id'])
}

describe('a form as a page', () => {
  testTable(FORMS)('each form opens without a script, is no visit, and is not cached', async (form) => {
    const head = await api.bare.headPosition()
    const response = await api.call(`/pages/${api.profile.slug}/${form}`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("form-action 'self'") as string,
    })
    const { status, html, typed } = await shown(response)
    expect(status).toBe(200)
    expect(html).toMatch(/<form [^>]*method="post"/)
    expect(html).not.toContain('<script')
    expect(typed['form_id']).toMatch(/^[\da-f-]{36}$/)
    expect(await formIdOf(`/pages/${api.profile.slug}/${form}`)).not.toBe(typed['form_id'])
    expect(await api.bare.headPosition()).toBe(head)
  })

  testTable(FORMS)('each form of an unknown profile is a 404, for GET and POST', async (form) => {
    const head = await api.bare.headPosition()
    expect((await shown(await api.call(`/pages/nobody-here/${form}`))).title).toBe('Perfil no encontrado')
    const sent = await send(form, { ...CAMILA, email: 'a@correo.example' }, { slug: 'nobody-here' })
    expect(await shown(sent)).toMatchObject({ status: 404, title: 'Perfil no encontrado' })
    expect(await api.bare.headPosition()).toBe(head)
  })

  test('an earlier slug leads to the present one', async () => {
    const { id } = await api.newProfile('before-forms')
    await write(api.store, api.clock.now(), profileStream(id), [
      { type: 'ProfileSlugChanged', data: { slug: 'after-forms', previous: 'before-forms' } },
    ])
    await api.settle()
    api.clock.advance(2_000)
    const moved = await api.call('/pages/before-forms/recordatorio')
    expect([moved.status, moved.headers.get('location')]).toEqual([307, '/pages/after-forms/recordatorio'])
  })
})

describe('a reminder', () => {
  test('is recorded with its consent, and the page shows the call’s answer', async () => {
    const email = 'sin.scripts@correo.example'
    const form_id = await formIdOf(`/pages/${api.profile.slug}/recordatorio`)
    const page = await shown(await send('recordatorio', { form_id, email: ` ${email} ` }))
    expect(page).toMatchObject({
      status: 200,
      title: expect.stringContaining(DONE),
      faults: [],
      problem: undefined,
    })
    expect(await subscriptions.eventsOf(api.profile.id, email)).toMatchObject([
      { type: 'ReminderSubscribed', data: { email, consent: SUBSCRIBE_CONSENT } },
    ])
    // The same press again, as after a reload.
    expect((await shown(await send('recordatorio', { form_id, email }))).title).toContain(DONE)
    const other = await shown(await send('recordatorio', { form_id: uuid(0xf1), email }))
    expect(other.title).toBe('Ya tienes un recordatorio activo para este perfil.')
    expect(await subscriptions.typesOf(api.profile.id, email)).toEqual(['ReminderSubscribed'])
  })
})

describe('an identification', () => {
  test('pressed twice at once is one event; changed and pressed again it is another', async () => {
    const { id, slug } = await api.newProfile('form-twice')
    const form_id = await formIdOf(`/pages/${slug}/identificarse`)
    const twice = [1, 2].map(() => send('identificarse', { form_id, ...CAMILA }, { slug }))
    for (const response of await Promise.all(twice))
      expect(await shown(response)).toMatchObject({ status: 200, title: '¡Gracias, Camila!' })
    const [event, ...more] = await api.events(id, 'VisitorIdentified')
    expect(more).toEqual([])
    const { full_name: fullName, phone, description } = CAMILA
    expect(event).toMatchObject({ data: { fullName, phone, description, consent: IDENTIFY_CONSENT } })
    const changed = { form_id, ...CAMILA, description: 'Feria del Maule' }
    expect((await send('identificarse', changed, { slug })).status).toBe(200)
    expect(await api.events(id, 'VisitorIdentified')).toHaveLength(2)
    expect((await api.figures(id)).visitors).toMatchObject({ 'Camila Soto': { phone } })
    expect(await api.logText()).not.toContain('Feria del Maule')
  })
})

describe('a form with faults', () => {
  const UNFILLED = 'Completa este campo.'
  testTable<readonly [string, (typeof FORMS)[number], Fields, readonly string[]]>([
    ['without its fields', 'recordatorio', {}, ['Por favor ingresa tu correo electrónico']],
    ['without its fields', 'identificarse', {}, [UNFILLED, UNFILLED, UNFILLED]],
    ['of blanks', 'identificarse', { ...CAMILA, full_name: ' ', description: '\t\n' }, [UNFILLED, UNFILLED]],
  ])('wrong fields are a page with their faults, and no event', async (_what, form, fields, faults) => {
    const head = await api.bare.headPosition()
    const page = await shown(await send(form, fields))
    expect(page.status).toBe(422)
    expect(page.faults.map((fault) => fault?.trim())).toEqual(faults)
    const { description: _area, ...typed } = fields
    expect(page.typed).toMatchObject(typed)
    expect(await api.bare.headPosition()).toBe(head)
  })

  test('typed markup is shown as text', async () => {
    const { html } = await shown(await send('identificarse', { ...CAMILA, phone: '"><script>x</script>' }))
    expect(html).not.toContain('<script')
  })

  testTable([
    ['application/json', JSON.stringify(CAMILA), 422],
    ['multipart/form-data; boundary=x', '--x--', 422],
    ['application/x-www-form-urlencoded; charset=utf-7', 'full_name=%', 422],
    ['application/x-www-form-urlencoded', `full_name=${'x'.repeat(LIMITS.bodyBytesMax)}`, 413],
  ])('a wrong body is a page as well', async (type, body, status) => {
    const head = await api.bare.headPosition()
    const response = await send('identificarse', {}, { body, headers: { 'content-type': type } })
    expect(await shown(response)).toMatchObject({ status, title: 'Identifícate (opcional)' })
    expect(await api.bare.headPosition()).toBe(head)
  })
})

describe('a form of another site', () => {
  const FOREIGN = 'Este formulario se envió desde otro sitio. Revisa tus datos y envíalos desde aquí.'
  testTable([
    [{ origin: 'https://otra.example' }],
    [{ origin: 'null' }],
    [{ origin: `${PUBLIC_URL}.otra.example` }],
    [{ origin: '', 'sec-fetch-site': 'cross-site' }],
  ])('a form of another site is a page with what was typed, and no event [ACC-15]', async (headers) => {
    const head = await api.bare.headPosition()
    const page = await shown(await send('identificarse', CAMILA, { headers }))
    expect(page).toMatchObject({ status: 403, problem: FOREIGN, typed: { full_name: 'Camila Soto' } })
    const remind = await shown(await send('recordatorio', { email: 'ajena@correo.example' }, { headers }))
    expect(remind).toMatchObject({ status: 403, typed: { email: 'ajena@correo.example' } })
    expect(await api.bare.headPosition()).toBe(head)
  })

  testTable([[{ origin: PUBLIC_URL }], [{ origin: '' }], [{ origin: '', 'sec-fetch-site': 'same-origin' }]])(
    'a form of this site is none',
    async (headers) => {
      expect((await send('identificarse', CAMILA, { headers })).status).toBe(200)
    },
  )
})

describe('a form uses up what the call uses up, and then is a page with what was typed:', () => {
  const limited = useTestApi({
    rateLimits: { subscribe: { max: 2, per: 3_600 }, traffic: { max: 3, per: 3_600 } },
  })

  test('a subscription', async () => {
    const { id: profile_id, slug } = limited.profile
    const fields = (name: string) => ({ email: `${name}@correo.example` })
    const called = await limited.post('/api/reminders/subscribe', { ...fields('uno'), profile_id })
    expect(called.status).toBe(200)
    const on = { on: limited, slug }
    expect((await send('recordatorio', fields('dos'), on)).status).toBe(200)
    const head = await limited.bare.headPosition()
    const refused = await send('recordatorio', fields('tres'), on)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await shown(refused)).toMatchObject({
      status: 429,
      problem: 'Demasiados intentos. Espera un momento y vuelve a intentarlo.',
      typed: fields('tres'),
    })
    expect(await limited.bare.headPosition()).toBe(head)
  })

  test('an identification', async () => {
    limited.clock.advance(3_600_000)
    const { id, slug } = limited.profile
    const call = () => limited.post(`/api/public/identify/${id}`, CAMILA)
    const form = () => send('identificarse', CAMILA, { on: limited, slug })
    const statuses: number[] = []
    for (const attempt of [form, form, call, call]) statuses.push((await attempt()).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await shown(await form())).toMatchObject({ status: 429, typed: { full_name: 'Camila Soto' } })
    expect(await limited.events(id, 'VisitorIdentified')).toHaveLength(3)
  })
})
