import type { MyData } from '@app/contracts/api/my-data-calls.ts'
import type { ReactNode } from 'react'
import { minuteLabel } from '../../ui/wording/exact-time.ts'
import { positionLabel } from '../../ui/wording/figures.ts'

interface DataProps {
  readonly data: MyData
}

/** Words, reminders and moments of one visitor, the newest first. */
export const CardData = ({ data }: DataProps) => (
  <>
    <Words data={data} />
    <Reminders data={data} />
    <Moments data={data} />
  </>
)

const NO_WORDS = 'No dijiste quién eres en este perfil.'
const BLOCKED = 'Lo que dijiste está bloqueado: lo guardamos sin que nadie pueda leerlo.'
const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="card grid gap-3 p-4 wrap-anywhere">
    <h2 className="text-[1.125rem]">{title}</h2>
    {children}
  </section>
)

const Quiet = ({ children }: { readonly children: ReactNode }) => (
  <p className="text-small text-ink-3">{children}</p>
)

const More = ({ shown, total }: { readonly shown: number; readonly total: number }) =>
  total > shown && <Quiet>{`Se muestran los últimos ${shown} de ${total}.`}</Quiet>

const instantOf = (at: string): string => minuteLabel(Date.parse(at))

function Words({ data }: DataProps) {
  const { forms, forms_total: total, name_sent: name, is_blocked: isBlocked } = data
  return (
    <Part title="Lo que dijiste">
      {forms.length === 0 && <p dir="auto">{name ?? (isBlocked ? BLOCKED : NO_WORDS)}</p>}
      {forms.map(({ at, full_name: said, phone, description, position, consent }) => (
        <div key={position} className="grid gap-1">
          <b dir="auto">{said}</b>
          <span>{phone}</span>
          <p dir="auto" className="whitespace-pre-line">
            {description}
          </p>
          <Quiet>
            {`${instantOf(at)}. Aceptaste: ${consent.text ?? `versión ${consent.version}`} Evento ${positionLabel(position)}`}
          </Quiet>
        </div>
      ))}
      <More shown={forms.length} total={total} />
    </Part>
  )
}

const STATUSES: Readonly<Record<MyData['reminders'][number]['status'], string>> = {
  active: 'Activo',
  completed: 'Completado',
  converted: 'Terminado: ya guardaste el contacto o te comunicaste',
  cancelled: 'Cancelado',
  bounced: 'Terminado: el correo no recibió nuestros mensajes',
}

const Reminders = ({ data: { reminders } }: DataProps) =>
  reminders.length > 0 && (
    <Part title="Recordatorios">
      {reminders.map(({ email, subscribed_at: at, status }) => (
        <div key={email + at}>
          <b>{email || 'Correo borrado'}</b>
          <Quiet>{`Pedido el ${instantOf(at)}. ${STATUSES[status]}.`}</Quiet>
        </div>
      ))}
    </Part>
  )

const NETWORKS = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  facebook: 'Facebook',
  website: 'Sitio Web',
  custom: 'su enlace',
} as const
const SOURCES = { nfc: 'NFC', qr: 'QR', link: 'enlace' } as const

function momentText({ kind, network, source }: MyData['moments'][number]): string {
  if (kind === 'tap') return `Abriste el perfil por ${SOURCES[source]}`
  if (kind === 'download') return 'Guardaste el contacto'
  return network === null ? 'Tocaste un enlace' : `Tocaste ${NETWORKS[network]}`
}

const Moments = ({ data: { moments, moments_total: total } }: DataProps) =>
  moments.length > 0 && (
    <details className="card p-4">
      <summary className="min-h-8 font-semibold">{`Lo que hiciste (${total})`}</summary>
      <ul className="grid gap-2">
        {moments.map((moment, nth) => (
          <li key={nth}>
            {momentText(moment)}
            <Quiet>
              <time dateTime={moment.at}>{instantOf(moment.at)}</time>
            </Quiet>
          </li>
        ))}
      </ul>
      <More shown={moments.length} total={total} />
    </details>
  )
