import { expect, test } from 'vitest'
import { z } from 'zod'
import { CALLS } from './api/calls.ts'
import { CATALOGUE } from './events/catalogue.ts'
import { EMAIL_FAULT } from './fields/email.ts'
import { LIMITS } from './limits/limits.ts'
import { RATE_LIMITS } from './limits/rate-limits.ts'
import { REFUSALS } from './refusals.ts'

/** A fault that `shapes.txt` does not list, or with a sentence of our own. */
type Cell = readonly [field: string, value: unknown, detail?: string]

const EMPTY = 'Completa este campo.'
const SHORT = 'La contraseña debe tener al menos 8 caracteres'
const most = (count: number): string => `Máximo ${count} caracteres.`
const long = (count: number): string => 'x'.repeat(count + 1)

const EMAIL = 'ana@correo.example'
const NEW = { new_password: 'Clave-nueva-2', confirm_password: 'Clave-nueva-2' }
const BODIES: readonly (readonly [call: string, good: object, cells: readonly Cell[]])[] = [
  [
    'post /api/auth/register',
    { name: 'Ana Rojas', email: EMAIL, password: 'Clave-buena-1' },
    [
      ['name', '   ', EMPTY],
      ['name', long(120), most(120)],
      ['email', 'a@x.example, b@x.example', EMAIL_FAULT],
      ['password', 'Abc-123', SHORT],
    ],
  ],
  ['post /api/auth/activate', { code: 'K7WM-3XQA-9PZT' }, [['code', '  ', EMPTY]]],
  ['post /api/auth/forgot-password', { email: EMAIL }, [['email', '  ', EMPTY]]],
  [
    'post /api/auth/change-password',
    { current_password: 'x', ...NEW },
    [
      ['current_password', '', EMPTY],
      ['confirm_password', 'Otra-clave-3', 'Las contraseñas no coinciden'],
      ['new_password', 'Aa1', SHORT],
    ],
  ],
  [
    'post /api/auth/reset-password',
    { token: 'x', ...NEW },
    [
      ['confirm_password', 'Otra-clave-3', 'Las contraseñas no coinciden'],
      ['new_password', 'Abc-123', SHORT],
    ],
  ],
  [
    'post /api/public/identify/{profileId}',
    { full_name: 'Juan Pérez', phone: '+56 9 8765 4321', description: 'Compra vides en Ñuble' },
    [
      ['full_name', ' \u00a0 '],
      ['full_name', 'Juan\nPérez'],
      ['phone', '912 3456'],
      ['description', '\n\t '],
    ],
  ],
  [
    'post /api/public/track/{profileId}',
    { event_type: 'click_email' },
    [
      ['visitor_name', long(120)],
      ['visitor_name', 'Ana\0', 'Hay caracteres que no se pueden guardar.'],
    ],
  ],
  [
    'post /api/quotations',
    {
      company: 'Andes Norte SpA',
      contact_person: 'Antonia Rivas',
      email: EMAIL,
      phone: '9 1234-5678',
      estimated_cards: '11-25',
      comments: '',
    },
    [
      ...['company', 'contact_person', 'phone'].map((field): Cell => [field, ' ', EMPTY]),
      ['email', 'a@b.cl, c@d.cl', EMAIL_FAULT],
      ['estimated_cards', '51', 'El máximo permitido por solicitud es de 50 unidades.'],
      ['company', long(120), most(120)],
      ['phone', '9'.repeat(41), most(40)],
      ['comments', long(1_000), most(1_000)],
    ],
  ],
  ['put /api/profile/{id}', { name: 'Otra' }, [['button_color', 'red', 'Escribe un color como #7CDAF9.']]],
  [
    'post /api/profile/{id}/restore',
    { version: 1 },
    [0, 1.5, 1_000_000_000].map((value): Cell => [
      'version',
      value,
      'Indica una versión que exista: un número entero desde 1.',
    ]),
  ],
  [
    'post /api/reminders/subscribe',
    { email: EMAIL, profile_id: '0199a000-0000-7000-8000-000000000001' },
    [
      ...['', '\u200b', undefined].map((value): Cell => [
        'email',
        value,
        'Por favor ingresa tu correo electrónico',
      ]),
      ['email', 'Ana <a@x.example>, Eva <b@x.example>'],
      ['email', 'a@x.example\r\nBcc: b@x.example'],
      ...['ana', 7, undefined].map((value): Cell => ['profile_id', value, 'Indica el id de un perfil.']),
    ],
  ],
  [
    'post /api/rights/requests',
    { kind: 'erasure', card: 'demo', name: 'Ana', email: EMAIL, phone: '+56 9 2468 1397' },
    [['words', long(1_000)]],
  ],
]

const QUERIES: typeof BODIES = [
  [
    'get /api/analytics/{profileId}/unified',
    { date_range: '7d' },
    ['2026-02-30', '1926-11-19', '2026-11-19'].map((value): Cell => ['from', value]),
  ],
  [
    'get /api/analytics/{profileId}/unified',
    { from: '2026-11-19', to: '2026-11-20' },
    ['2026-11-21', '2025-11-19'].map((value): Cell => ['from', value]),
  ],
  [
    'put /api/admin/profiles/{id}/slug',
    { new_slug: 'ana' },
    [
      ...[undefined, '   '].map((value): Cell => ['new_slug', value, 'El slug no puede estar vacío']),
      ['new_slug', long(200), most(200)],
    ],
  ],
]

function schemaOf(name: string, part: 'body' | 'query'): z.ZodType {
  const call = CALLS.find((one) => `${one.method} ${one.path}` === name)
  if (call === undefined) throw new Error(`no call ${name}`)
  return call[part]
}

test.each([
  ['body', BODIES],
  ['query', QUERIES],
] as const)('each field of a %s is refused by its own rule, in its own words', (part, table) => {
  for (const [name, good, cells] of table) {
    const schema = schemaOf(name, part)
    expect([name, schema.safeParse(good).error?.issues]).toEqual([name, undefined])
    for (const [field, value, detail] of cells) {
      const [issue] = schema.safeParse({ ...good, [field]: value }).error?.issues ?? []
      const cell = `${name}: ${field} ${JSON.stringify(value)}`
      const found = [cell, issue !== undefined, detail === undefined ? undefined : issue?.message]
      expect(found).toEqual([cell, true, detail])
      if (detail !== undefined) expect([cell, issue?.path]).toEqual([cell, [field]])
    }
  }
})

type Shape = z.core.JSONSchema.BaseSchema

/** Schemas that others refer to. */
const named = new Map<string, Shape>()

/** A line for each value that a schema describes: its place and its bounds. */
function linesOf(place: string, { $defs = {}, properties, items, ...bounds }: Shape): readonly string[] {
  for (const [name, shape] of Object.entries($defs)) named.set(name, shape)
  const { $schema: _, description: _text, additionalProperties: _more, required = [], ...rest } = bounds
  if (rest.format !== undefined) delete rest.pattern
  const fields = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    linesOf(`${place}.${name}${required.includes(name) ? '' : '?'}`, field as Shape),
  )
  const each = items === undefined ? [] : linesOf(`${place}[]`, items as Shape)
  return properties === undefined ? [`${place} ${JSON.stringify(rest)}`, ...each] : fields
}

const shapeOf = (place: string, schema: z.ZodType, io: 'input' | 'output') =>
  linesOf(place, z.toJSONSchema(schema, { io, unrepresentable: 'any' }))

test('calls, stored events and limits are those written down [LOG-4]', async () => {
  const lines = CALLS.flatMap(({ method, path, params, query, body, answer, ...others }) => [
    `${method} ${path} ${JSON.stringify({ ...others, summary: undefined })}`,
    ...Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      shapeOf(`  ${part}`, schema, 'input'),
    ),
    ...shapeOf('  answer', answer, 'output'),
  ])
  for (const { type, version, written, purposes } of CATALOGUE.values())
    lines.push(`${type} ${version} ${JSON.stringify(purposes)}`, ...shapeOf('  data', written, 'output'))
  for (const [name, limit] of Object.entries({ ...LIMITS, ...RATE_LIMITS, ...REFUSALS }))
    lines.push(`${name} ${JSON.stringify(limit)}`)
  for (const [name, shape] of named) lines.push(name, ...linesOf('  ', shape))
  await expect(lines.join('\n')).toMatchFileSnapshot('shapes.txt')
})
