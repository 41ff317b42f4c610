import { REMINDER_DAYS } from '@app/contracts/reminder-days.ts'
import { Check, Minus } from 'lucide-react'
import { Mark } from '../../../ui/brand/Mark.tsx'

const ROWS = [
  ['Dato nuevo en tu cargo o teléfono', 'Se actualiza en segundos', 'Hay que reimprimir todo'],
  ['Tu contacto queda en el teléfono', 'Con un toque, como archivo VCF', 'Alguien tiene que digitarlo'],
  ['Sabes quién se interesó', 'Visitas, clics y contactos guardados', 'No hay forma de saberlo'],
  ['Cuando se acaban', 'Una tarjeta dura años', 'Otra caja, otro gasto'],
  ['Seguimiento', `Recordatorio automático a los ${REMINDER_DAYS.first} días`, 'Queda en un cajón'],
] as const

/** Roles by name, because on phones each row is laid out as a card, and browsers then forget that it is a table. */
export function ComparisonSection() {
  return (
    <section aria-labelledby="comparison-title" className="l-part l-follows">
      <div className="l-wrap">
        <h2 id="comparison-title">Frente a la tarjeta de papel</h2>
        <table role="table" aria-labelledby="comparison-title" className="l-comparison">
          <thead role="rowgroup">
            <tr role="row">
              <td role="cell" />
              <th role="columnheader" scope="col" className="l-us">
                <Mark size={18} />
              </th>
              <th role="columnheader" scope="col">
                Tarjeta de papel
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {ROWS.map(([what, ours, paper]) => (
              <tr key={what} role="row">
                <th role="rowheader" scope="row">
                  {what}
                </th>
                <td role="cell" className="l-us">
                  <Check aria-hidden="true" size={20} strokeWidth={2.6} />
                  {ours}
                </td>
                <td role="cell" className="l-paper">
                  <Minus aria-hidden="true" size={20} strokeWidth={2.2} />
                  {paper}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
