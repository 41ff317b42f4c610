import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { PRODUCT } from '../product.ts'
import { article14ter } from './article-14-ter.ts'
import { PROCESSING } from './processing.ts'

const PARTY = {
  responsible: 'Andes SpA',
  representative: 'Rosa Ñancupil',
  address: 'Moneda 1, Santiago',
  transfers: 'A Brasil, con cláusulas modelo.',
  inForceFrom: '2027-06-01',
}
const elements = article14ter(PARTY)
const recorded = (field: 'purpose' | 'basis' | 'seenBy' | 'liesIn' | 'until') =>
  Object.values(PROCESSING).map((one) => one[field])

test('the page has the twelve elements of article 14 ter, each once [PRIV-21]', () => {
  expect(new Set(elements.map(([name]) => name)).size).toBe(12)
})

testTable([
  ['Política', ['La ley 21.719 rige desde el 1 de junio de 2027']],
  ['Responsable', [PARTY.responsible, PARTY.representative]],
  ['Dónde escribir', [PARTY.address, PRODUCT.supportEmail, '/mis-datos']],
  ['Datos, personas y destinatarios', [...recorded('purpose'), ...recorded('basis'), ...recorded('seenBy')]],
  ['Seguridad', recorded('liesIn')],
  ['Tus derechos', ['acceso', 'rectificación', 'supresión', 'oposición', 'portabilidad', 'bloqueo']],
  ['Reclamo', ['Agencia de Protección de Datos Personales']],
  ['Transferencias', [PARTY.transfers]],
  ['Plazos', recorded('until')],
  ['Fuente', ['la propia persona', 'ninguna fuente de acceso público']],
  ['Retirar el consentimiento', ['«Mis datos»', 'lícito']],
  ['Decisiones automatizadas', ['ninguna', 'perfiles']],
])(
  'an element of article 14 ter says what its setting or the record of processing has [PRIV-21]',
  (name, parts) => {
    const text = elements.find(([one]) => one === name)?.[1]
    for (const part of parts) expect(text).toContain(part)
  },
)
