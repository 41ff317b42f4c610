import { REMINDER_DAYS } from '@app/contracts/limits/periods.ts'
import { Check, Laptop, Minus, Plus, QrCode, Smartphone, SmartphoneNfc } from 'lucide-react'
import { Mark } from '../../../ui/brand.tsx'
import { CELESTE, NARROW_COLUMNS, Point, Section, SectionTitle } from '../Section.tsx'

const ROWS = [
  ['Dato nuevo en tu cargo o teléfono', 'Se actualiza en segundos', 'Hay que reimprimir todo'],
  ['Tu contacto queda en el teléfono', 'Con un toque, como archivo VCF', 'Alguien tiene que digitarlo'],
  ['Sabes quién se interesó', 'Visitas, clics y contactos guardados', 'No hay forma de saberlo'],
  ['Cuando se acaban', 'Una tarjeta dura años', 'Otra caja, otro gasto'],
  ['Seguimiento', `Recordatorio automático a los ${REMINDER_DAYS.first} días`, 'Queda en un cajón'],
] as const

const CELL = 'px-[22px] py-[18px] max-desk:block desk:border-b desk:border-line desk:group-last:border-0'
const HEAD = 'px-[22px] py-[18px] text-[1.0625rem] font-[650] tracking-[-0.02em]'
const OURS =
  'bg-[#e9f8fe] font-semibold max-desk:rounded-[14px] max-desk:px-3.5 max-desk:py-3 ' +
  'desk:group-last:rounded-b-[22px]'

const SIGN = 'mr-[9px] inline align-[-4px]'

/** Roles by name, because on phones each row is laid out as a card, and browsers then forget that it is a table. */
export function ComparisonSection() {
  return (
    <Section name="comparison">
      <SectionTitle name="comparison">Frente a la tarjeta de papel</SectionTitle>
      <table
        role="table"
        aria-labelledby="comparison-title"
        className="mt-11 w-full border-separate border-spacing-0 text-left max-desk:block"
      >
        <thead role="rowgroup" className="max-desk:sr-only">
          <tr role="row">
            <td role="cell" />
            <th role="columnheader" scope="col" className={`${HEAD} ${CELESTE} rounded-t-[22px]`}>
              <Mark size={18} />
            </th>
            <th role="columnheader" scope="col" className={HEAD}>
              Tarjeta de papel
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-desk:block">
          {ROWS.map(([subject, ours, paper]) => (
            <tr key={subject} role="row" className="group max-desk:block">
              <th
                role="rowheader"
                scope="row"
                className={`${CELL} pl-0 font-[550] text-ink-2 max-desk:pr-0 max-desk:pb-2`}
              >
                {subject}
              </th>
              <td role="cell" className={`${CELL} ${OURS}`}>
                <Check aria-hidden="true" size={20} strokeWidth={2.6} className={SIGN} />
                {ours}
              </td>
              <td role="cell" className={`${CELL} text-ink-3`}>
                <Minus aria-hidden="true" size={20} strokeWidth={2.2} className={SIGN} />
                {paper}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const DEVICES = [
  [SmartphoneNfc, 'iPhone XR, XS o posterior', 'toque directo'],
  [Smartphone, 'Android con NFC', 'toque directo'],
  [QrCode, 'Cualquier otro', 'cámara y código QR'],
  [Laptop, 'Computador', 'enlace'],
] as const

export function CompatibilitySection() {
  return (
    <Section name="compatibility" look="plain">
      <SectionTitle name="compatibility">
        Funciona con el teléfono <br />
        que ya tienen.
      </SectionTitle>
      <ul className={`mt-10 grid grid-cols-4 border-t border-line ${NARROW_COLUMNS}`}>
        {DEVICES.map(([Icon, device, way]) => (
          <li key={device} className="pt-6 pr-5">
            <Icon aria-hidden="true" size={28} strokeWidth={1.9} />
            <Point lead={device} leadLook="mt-3.5 text-[1.0625rem] tracking-[-0.02em]" restLook="text-ink-2">
              {way}
            </Point>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const QUESTIONS = [
  ['¿La otra persona necesita una aplicación?', 'No. El perfil se abre en el navegador del teléfono.'],
  ['¿Qué pasa si su teléfono no tiene NFC?', 'Usa el código QR impreso al reverso. Abre el mismo perfil.'],
  ['¿Cuánto demora el envío?', 'Entre 3 y 5 días hábiles a todo Chile.'],
  ['¿Puedo cambiar mis datos después?', 'Sí, cuando quieras. La tarjeta no cambia; el perfil sí.'],
  ['¿Cómo activo mi tarjeta?', 'Crea tu cuenta e ingresa el código que viene con ella.'],
  [
    '¿Puedo tener más de un perfil?',
    'Sí. Tu cuenta parte con uno y el administrador puede ampliar el límite.',
  ],
  ['¿Qué datos ven de mí?', 'Solo los que tú completas. Los campos vacíos no aparecen.'],
  [
    '¿Qué pasa si pierdo la tarjeta?',
    'Tu perfil sigue activo con su enlace y su QR. Escríbenos y te enviamos otra.',
  ],
] as const

const FAQ_LAYOUT = 'grid grid-cols-[0.7fr_1.3fr] gap-14 max-desk:grid-cols-1 max-desk:gap-7'
const SUMMARY =
  'flex cursor-pointer list-none justify-between gap-4 text-[1.1875rem] leading-[1.35] font-[620] ' +
  'tracking-[-0.022em] [&::-webkit-details-marker]:hidden'

export function FaqSection() {
  return (
    <Section name="faq" className={FAQ_LAYOUT}>
      <SectionTitle name="faq">Preguntas frecuentes</SectionTitle>
      <div>
        {QUESTIONS.map(([question, answer], index) => (
          <details
            key={question}
            name="faq"
            open={index === 0}
            className="group border-t border-line py-5 last:border-b"
          >
            <summary className={SUMMARY}>
              {question}
              <Plus
                aria-hidden="true"
                size={22}
                strokeWidth={2.2}
                className="flex-none transition-transform duration-(--dur-3) group-open:rotate-45"
              />
            </summary>
            <p className="mt-2.5 max-w-[58ch] text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}
