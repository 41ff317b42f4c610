import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { latestNamed } from '@app/contracts/named-record.ts'
import { count, head, moment, note, text, type Row, type Sheet } from '../cells.ts'
import { countText } from '../figure-names.ts'

const NONE = 'Nadie dijo su nombre en este período.'

/** Beside the header, where the filter does not hide it. */
function headRow(listed: number, total: number): Row {
  const names = ['Nombre', 'Teléfono', 'Descripción', 'Clics', 'Contacto guardado', 'Dijo su nombre'].map(
    head,
  )
  if (total <= listed) return names
  return [
    ...names,
    undefined,
    note(`Los ${countText(listed)} más recientes de ${countText(total)} en total.`),
  ]
}

export function visitorsSheet({ visitors, visitors_total }: UnifiedAnalytics): Sheet {
  const rows = latestNamed(visitors).map(
    ([name, { phone, description, clicks, vcf_downloaded, named_at }]) => [
      text(name),
      text(phone),
      text(description),
      count(clicks),
      text(vcf_downloaded ? 'Sí' : 'No'),
      moment(named_at),
    ],
  )
  return {
    name: 'Visitantes',
    rows: [headRow(rows.length, visitors_total), ...(rows.length > 0 ? rows : [[note(NONE)]])],
    frozen: { rows: 1 },
    isFiltered: rows.length > 0,
  }
}
