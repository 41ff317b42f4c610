import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream, visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { installProduct, type InstalledProduct } from '../testing/installed-product.ts'
import { folderFor, terminalTo, type ProductFolder } from '../testing/product-folder.ts'
import { heardSecurity } from '../testing/security-lines.ts'
import { retentionCommand } from './retention-command.ts'

let product: InstalledProduct
let folder: ProductFolder
let security: () => string
let lines: string[] = []
beforeAll(async () => {
  product = await installProduct()
})
afterAll(() => product.close())
beforeEach(async () => {
  folder = await folderFor(product)
  security = heardSecurity()
  lines = []
})
afterEach(async () => {
  vi.restoreAllMocks()
  await folder.remove()
})

const typing = (typed: string) => async (question: string) => {
  lines.push(question)
  return typed
}
const today = (): string => dayInSantiago(product.backend.now().getTime())

const PROFILE = '0199a000-0000-7000-8000-0000000000aa'
const tell = (day: string, stream: string, event: DomainEvent) =>
  write(product.backend.store, new Date(`${day}T15:00:00Z`), stream, [event])

async function identify(day: string, fullName: string): Promise<string> {
  const visitorId = product.backend.newId()
  const said = {
    userAgent: '',
    request: 'get',
    fullName,
    phone: '+56911112222',
    description: 'Hola',
  } as const
  const data = { profileId: PROFILE, visitorId, ...said, consent: 'v1' }
  await tell(day, interactionStream(product.backend.newId()), { type: 'VisitorIdentified', data })
  return visitorSubject(PROFILE, visitorId)
}
async function askForCards(day: string, contactPerson: string): Promise<string> {
  const stream = quotationStream(product.backend.newId())
  const words = {
    company: 'Telares',
    contactPerson,
    email: 'z@x.example',
    phone: '+56922223333',
    comments: '',
  }
  const data = { ...words, estimatedCards: '1-10', consent: 'v1' }
  await tell(day, stream, { type: 'QuotationRequested', data })
  return stream
}

const retention = (isDryRun: boolean, typed?: string): Promise<number> =>
  retentionCommand(folder.settings, terminalTo(lines), {
    isDryRun,
    ask: typed === undefined ? undefined : typing(typed),
  })
const erasures = async () => {
  const { events } = await product.backend.store.log.readAll(0n as never, {
    filter: { types: ['SubjectErased'] },
  })
  return events.map(({ data }) => data)
}

test('retention counts by kind what is due, and erases it once today’s date is typed [PRIV-18]', async () => {
  const due = [await identify('2020-03-01', 'Zoraida'), await askForCards('2020-03-01', 'Zoraida')]
  await identify(today(), 'Amparo')
  expect(await retention(true)).toBe(0)
  expect(lines.join('\n')).toMatch(/Visitantes identificados +24 meses +1\n.*Suscripciones +12 meses +0/s)
  expect(lines.join('\n')).toMatch(/Cotizaciones +24 meses +1\n/)
  expect(lines.at(-1)).toBe('No se borró nada: era una prueba.')
  expect(await retention(false, '2020-01-01')).toBe(1)
  expect(await erasures()).toEqual([])

  expect(await retention(false, today())).toBe(0)
  expect(new Set((await erasures()).map(({ subject }) => subject))).toEqual(new Set(due))
  expect(lines.join('\n')).not.toContain('Zoraida')
  const told = security().trim().split('\n')
  expect(told.map((line) => JSON.parse(line) as object)).toMatchObject([
    { security: 'retention-erased', by: 'ops', reason: 'visitor', count: 1 },
    { security: 'retention-erased', by: 'ops', reason: 'quotation', count: 1 },
  ])
  expect(security()).not.toContain(PROFILE)
  expect(await retention(false, today())).toBe(0)
  expect(lines.at(-1)).toBe('No hay nada que borrar.')
})
