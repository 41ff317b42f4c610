import { expect, test } from 'vitest'
import { visitorsWith, csvOfVisitors } from './VisitorsDialog.tsx'

const seen = {
  clicks: 2,
  vcf_downloaded: true,
  named_at: '2026-03-02T12:00:00.000Z',
}
const zoe = { ...seen, name: 'Zoë Ñancupil', phone: '+56 9 8123 4567', description: 'Feria; «stand» 4' }
const eva = { ...seen, name: 'Eva', phone: '', description: '=1+1', vcf_downloaded: false }

test.each([
  ['', [zoe, eva]],
  ['  zoe nan', [zoe]],
  ['FERIA', [zoe]],
  ['981234567', [zoe]],
  ['9 812', [zoe]],
  ['99', []],
  ['nadie', []],
])('«%s» finds by name, note and phone', (search, found) =>
  expect(visitorsWith([zoe, eva], search)).toEqual(found),
)

test('the file has a line a visitor, and no formula', () => {
  expect(csvOfVisitors([zoe, eva]).split('\r\n')).toEqual([
    '\uFEFF"Nombre";"Teléfono";"Nota";"Clics";"Guardó el contacto";"Fecha"',
    `"Zoë Ñancupil";"'+56 9 8123 4567";"Feria; «stand» 4";"2";"Sí";"02-03-2026"`,
    `"Eva";"";"'=1+1";"2";"No";"02-03-2026"`,
    '',
  ])
})
